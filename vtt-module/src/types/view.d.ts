// The shape of what a seat sees and may ask. The wire carries it as opaque data; protocol.d.ts holds the messages around it.

export interface Bar { kind: "bar"; label: string; value: number; max: number; min?: number; marks?: { at: number; label: string }[] }
export interface Ladder { kind: "ladder"; label: string; steps: { id: string; label: string }[]; at: number }
export interface Boxes { kind: "boxes"; label: string; boxes: { label: string; mark: string; glyph?: string }[] }
export interface Figure { kind: "figure"; label: string; parts: { id: string; label: string; severity: number }[] }
export type Track = Bar | Ladder | Boxes | Figure;

export interface Wound { id: string; label: string; severity: number; track: Track[] }
export interface Condition { id: string; label: string; detail?: string }
export interface Labelled { id: string; label: string; note?: string }

export interface Combatant {
  name: string;
  side?: string;
  kind?: string;
  mine?: boolean;
  token?: { x: number; y: number; size?: number };
  hidden?: boolean;
  wound?: Wound;
  conditions?: Condition[];
  defeated?: boolean;
  numbers?: { key: string; label: string; value: number | string }[];
  weapons?: { id: string; name: string; ready?: boolean }[];
  sheet?: Record<string, unknown>;
}

export interface Encounter {
  round: number;
  round_label?: string;
  phase: string;
  phase_label?: string;
  order?: string[];
  up?: string[];
  done?: string[];
  declared?: string[];
}

export type Pick = string | number | boolean | string[];

export interface Ask {
  key: string;
  who: string;
  who_name: string;
  prompt: string;
  options?: Labelled[];
  number?: { min?: number; max?: number };
  ids?: { of: string[]; mode: "order" | "some" };
  default?: Pick;
  deputy?: boolean;
}

export interface Seat { name: string; role: Role; owns?: string[]; online?: boolean; revoked?: boolean }
export type Role = "gm" | "player" | "observer";

export interface View {
  table: { id: string; title: string; system: string; system_title: string };
  you: { seat: string; name: string; role: Role; owns?: string[] };
  map?: { width: number; height: number; unit: string; unit_per_square: number; background?: string };
  combatants: Record<string, Combatant>;
  encounter?: Encounter;
  pending?: { id: string; label: string; actor?: string; waiting?: string[] };
  asks?: Record<string, Ask>;
  undo?: { label: string }[];
  options?: Record<string, unknown>;
  seats?: Record<string, Seat>;
  packs?: { name: string; digest: string }[];
}

export interface LobbyView {
  lobby: true;
  systems: { id: string; title: string }[];
  tables: Record<string, { title: string; system: string; system_title: string }>;
}

export interface Roll {
  label: string;
  who?: string;
  who_name?: string;
  dice?: { sides: number; face: number }[];
  terms?: { key: string; label: string; value: number | string }[];
  total?: number | string;
}
export interface Entry { key: string; text: string; resolution?: string; data?: unknown; rolls?: Roll[]; gm?: boolean }

export interface Param {
  id: string;
  label: string;
  kind: "number" | "choice" | "flag";
  min?: number;
  max?: number;
  options?: Labelled[];
  default?: Pick;
}
export interface Spend { id: string; label: string; spend?: Record<string, number>; params?: Record<string, Pick> }
export interface Action {
  id: string;
  label: string;
  legal: boolean;
  why?: string;
  code?: string;
  roll?: string;
  damage?: string;
  targets?: { min: number; max: number };
  weapons?: { id: string; name: string }[];
  locations?: Labelled[];
  params?: Param[];
  spend?: Spend[];
  cost?: string;
}
export interface Legal { actor: string; groups: { id: string; label: string; actions: Action[] }[] }

export interface Odds {
  known: boolean;
  text: string;
  reason?: string;
  exact?: boolean;
  samples?: number;
  error?: number;
  chances?: { key: string; label: string; p: number }[];
  means?: { key: string; label: string; value: number }[];
  assumes?: string;
  options?: { pick: Pick; label: string; text: string }[];
}

export interface Schemas {
  sheet: Schema;
  templates: { id: string; name: string; group?: string; summary?: string }[];
  options: { id: string; label: string; values?: Pick[]; default?: Pick; help?: string }[];
  conditions: { id: string; label: string; params?: Param[] }[];
  checks: { id: string; label: string; params?: Param[] }[];
  hazards: { id: string; label: string; params?: Param[] }[];
}

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
  /** Resolves to the answer, or to null when the table refused (the host has already told the person). */
  do(command: Command): Promise<{ resolution?: string | null; result?: any } | null>;
  query(what: string, params?: Record<string, unknown>): Promise<any>;
}
export interface Command { do: string; [field: string]: unknown }

/** One primitive of a picture, in the pixels of the box it was drawn for. Colours are roles, resolved by the renderer. */
export type Shape =
  | { shape: "rect"; part: string; x: number; y: number; w: number; h: number; fill?: Ink; line?: Ink; alpha?: number; radius?: number }
  | { shape: "circle"; part: string; x: number; y: number; r: number; fill?: Ink; line?: Ink; alpha?: number }
  | { shape: "line"; part: string; points: number[]; line: Ink; width: number }
  | { shape: "text"; part: string; x: number; y: number; text: string; size: number; fill: Ink; anchor?: [number, number] };
export type Ink = "paper" | "ink" | "back" | "well" | "hurt" | "grave" | "edge" | "note";
export interface Picture { kind: string; label: string; shapes: Shape[] }
