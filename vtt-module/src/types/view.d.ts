// Short names for the payloads of the wire, and what only front ends know.

import type {
  ActionOffer, BarTrack, BoxesTrack, Combatant, Command, FigureTrack, LadderTrack, LegalReply, OddsReply, ParamOffer, QueryParams, SchemasReply, SeatCard, SpendOffer,
} from "./protocol.js";

export type { Ask, Combatant, Command, Condition, Encounter, Entry, LobbyView, ReplyCard, Role, Roll, Track, View, Wound } from "./protocol.js";
export type Bar = BarTrack;
export type Ladder = LadderTrack;
export type Boxes = BoxesTrack;
export type Figure = FigureTrack;
export type Seat = SeatCard;
export type Action = ActionOffer & { help?: string };
/** `claim`: says something about the world, so that a player's waits for the GM's ruling. Kinds that are not known here take what is typed. */
export type Param = Omit<ParamOffer, "kind"> & { kind: string; claim?: boolean; needed?: boolean };
export type Spend = SpendOffer;
export type Legal = LegalReply;
export type Odds = OddsReply;

/** What answers an ask, or fills a parameter. */
export type Value = unknown;

export type Schemas = Omit<SchemasReply, "sheet" | "covers"> & { sheet: Schema; fields?: string[]; damage_types?: { id: string; label: string }[]; covers?: (string | { id: string; label: string })[] };

/** The part of JSON Schema that sheets use. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: boolean | Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
}

/** How an element reaches the table: the host supplies it and shows refusals itself. */
export interface Table {
  /** Resolves to the answer, or to null when the table refused: `told` says whether it has told the person why; else the host does. */
  do(command: Command, how?: { told?: (refusal: { message: string; path: string | null }) => boolean }): Promise<{ resolution: string | null; result?: any } | null>;
  query(what: string, params?: QueryParams): Promise<any>;
}

/** What a picture of a combatant needs. */
export type Drawn = Partial<Pick<Combatant, "wound" | "conditions" | "defeated">>;

/** One primitive of a picture, in the pixels of the box it was drawn for. Colours are roles, resolved by the renderer. */
export type Shape =
  | { shape: "rect"; part: string; x: number; y: number; w: number; h: number; fill?: Ink; line?: Ink; alpha?: number; radius?: number }
  | { shape: "circle"; part: string; x: number; y: number; r: number; fill?: Ink; line?: Ink; alpha?: number }
  | { shape: "line"; part: string; points: number[]; line: Ink; width: number }
  | { shape: "text"; part: string; x: number; y: number; text: string; size: number; fill: Ink; anchor?: [number, number] };
export type Ink = "paper" | "ink" | "back" | "well" | "hurt" | "grave" | "edge" | "note";
export interface Picture { kind: string; label: string; shapes: Shape[] }
