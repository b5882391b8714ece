// The slice of Foundry VTT (generations 13 and 14) that this module uses, in our own words, after https://foundryvtt.com/api/.
// Nothing outside hosts/foundry/adapter.js reaches a Foundry global; everything goes through this.

export type Flags = Record<string, Record<string, unknown> | undefined>;

export interface Collection<T> extends Iterable<T> {
  get(id: string): T | undefined;
  find(test: (one: T) => boolean): T | undefined;
  filter(test: (one: T) => boolean): T[];
}

export interface WriteOptions {
  keepId?: boolean;
  /** Ours: marks a write that must not be sent back to the table. */
  fracas?: boolean;
}

export interface BaseDocument {
  /** Null until it is stored. */
  id: string | null;
  uuid: string;
  name: string;
  flags: Flags;
  getFlag(scope: string, key: string): unknown;
  update(changes: object, options?: WriteOptions): Promise<unknown>;
  delete(options?: WriteOptions): Promise<unknown>;
}

export interface User extends BaseDocument {
  isGM: boolean;
  isSelf: boolean;
  active: boolean;
  targets: Set<Token>;
  can(permission: "SETTINGS_MODIFY"): boolean;
}

export interface Users extends Collection<User> {
  activeGM: User | null;
}

export interface Actor extends BaseDocument {
  statuses: Set<string>;
  /** What the world's game system keeps of it. */
  system: any;
  /** Its data with its items; prepared, where `source` is false. */
  toObject(source: boolean): any;
  testUserPermission(user: User, level: "OWNER"): boolean;
  toggleStatusEffect(id: string, options: { active: boolean; overlay?: boolean }): Promise<unknown>;
}

export interface TokenDocument extends BaseDocument {
  x: number;
  y: number;
  hidden: boolean;
  actorLink: boolean;
  actorId: string | null;
  actor: Actor | null;
  /** The drawn token, where its scene is on screen. */
  object: Token | null;
  parent: Scene | null;
}

export interface WallDocument extends BaseDocument {
  /** Pixels of its two ends on the canvas: x, y, x, y. */
  c: number[];
  /** What it blocks of movement: 0 nothing. */
  move: number;
  /** 0: no door. */
  door: number;
  /** State of the door: 0 closed, 1 open, 2 locked. */
  ds: number;
}

export interface Scene extends BaseDocument {
  tokens: Collection<TokenDocument>;
  walls: Collection<WallDocument>;
  grid: { size: number; distance: number; units: string };
  dimensions: { sceneX: number; sceneY: number; sceneWidth: number; sceneHeight: number };
}

export interface Scenes extends Collection<Scene> {
  active: Scene | null;
}

export interface Combatant extends BaseDocument {
  tokenId: string | null;
  /** Its token, in whichever scene. */
  token: TokenDocument | null;
  parent: Combat | null;
  initiative: number | null;
  hidden: boolean;
  defeated: boolean;
}

export interface Combat extends BaseDocument {
  round: number;
  turn: number | null;
  turns: Combatant[];
  combatants: Collection<Combatant>;
  createEmbeddedDocuments(kind: "Combatant", data: object[], options?: WriteOptions): Promise<unknown>;
  updateEmbeddedDocuments(kind: "Combatant", changes: object[], options?: WriteOptions): Promise<unknown>;
  deleteEmbeddedDocuments(kind: "Combatant", ids: string[], options?: WriteOptions): Promise<unknown>;
}

export interface ChatMessage extends BaseDocument {
  whisper: string[];
}

/** A class whose documents can be made. */
export interface Maker<T> {
  create(data: object, options?: WriteOptions): Promise<T | undefined>;
}

export interface SettingOptions {
  name?: string;
  hint?: string;
  scope: "world" | "client";
  config: boolean;
  type: unknown;
  default: unknown;
  onChange?: () => void;
}

export interface Settings {
  register(module: string, key: string, options: SettingOptions): void;
  registerMenu(module: string, key: string, options: { name: string; label: string; hint: string; icon: string; type: unknown; restricted: boolean }): void;
  get(module: string, key: string): unknown;
  set(module: string, key: string, value: unknown): Promise<unknown>;
}

export interface Keybindings {
  register(module: string, key: string, options: { name: string; hint: string; editable: { key: string; modifiers?: string[] }[]; onDown: () => boolean }): void;
}

export interface Localization {
  lang: string;
  localize(key: string): string;
  format(key: string, data: Record<string, string | number>): string;
}

export interface Module {
  version: string;
}

export interface StatusEffect {
  id: string;
}

export interface Game {
  user: User;
  users: Users;
  world: { id: string };
  system: { id: string };
  settings: Settings;
  keybindings: Keybindings;
  i18n: Localization;
  scenes: Scenes;
  combats: Collection<Combat>;
  messages: Collection<ChatMessage>;
  modules: Collection<Module>;
  release: { generation: number };
  /** Of the module Dice So Nice, where a world has it. */
  dice3d?: { showForRoll(roll: unknown, user: User, synchronize: boolean): Promise<boolean> };
}

/** A PIXI.Container that Foundry draws for a TokenDocument; PixiJS members are PixiJS's own. */
export interface Token {
  id: string;
  document: TokenDocument;
  w: number;
  h: number;
  controlled: boolean;
  visible: boolean;
  center: { x: number; y: number };
  control(options?: { releaseOthers?: boolean }): boolean;
  setTarget(targeted: boolean, options?: { releaseOthers?: boolean }): void;
  addChild(child: unknown): unknown;
}

export interface Canvas {
  ready: boolean;
  scene: Scene | null;
  /** Absent while no scene is on screen. */
  tokens?: TokenLayer;
  interface?: { createScrollingText(at: { x: number; y: number }, text: string): unknown };
  /** Where the pointer was last, in pixels of the canvas. */
  mousePosition: { x: number; y: number };
}

export interface TokenLayer {
  placeables: Token[];
  controlled: Token[];
}

export interface Hooks {
  on(name: string, listener: (...args: any[]) => unknown): number;
  once(name: string, listener: (...args: any[]) => unknown): number;
}

/** What every window has; `element` is its frame. */
export interface Application {
  element: HTMLElement;
  rendered: boolean;
  render(options?: { force?: boolean }): Promise<unknown>;
  bringToFront(): void;
  /** Pixels. */
  setPosition(position: { left?: number; top?: number; width?: number; height?: number | "auto" }): unknown;
  close(): Promise<unknown>;
}
export interface ApplicationOptions {
  id: string;
  classes: string[];
  window: { title: string; icon: string; resizable: boolean };
  position: { width: number; height: number | "auto" };
}
export type ApplicationClass = new () => Application;

export interface TokenHUD {
  object: Token;
}
export interface SceneControl {
  tools: Record<string, { name: string; title: string; icon: string; order: number; button: boolean; visible: boolean; onChange: () => void }>;
}

/** In generation 13 and 14. */
export type ContextMenuEntry =
  | { name: string; icon: string; condition: (line: HTMLElement) => boolean; callback: (line: HTMLElement) => void }
  | { label: string; icon: string; visible: (line: HTMLElement) => boolean; onClick: (event: Event, line: HTMLElement) => void };

export interface Port {
  game: Game;
  canvas: Canvas;
  Hooks: Hooks;
  ui: { notifications: { info(text: string): unknown; warn(text: string): unknown; error(text: string): unknown }; combat: { render(options?: object): unknown } };
  CONFIG: {
    ChatMessage: { documentClass: Maker<ChatMessage> };
    Combat: { documentClass: Maker<Combat> };
    statusEffects: StatusEffect[] | Record<string, StatusEffect>;
    specialStatusEffects: { DEFEATED: string };
  };
  foundry: {
    dice: { Roll: { fromTerms(terms: unknown[]): unknown }; terms: { Die: new (of: { number: number; faces: number; results: { result: number; active: boolean }[] }) => unknown } };
    applications: {
      api: {
        ApplicationV2: ApplicationClass;
        HandlebarsApplicationMixin: (base: ApplicationClass) => ApplicationClass;
        /** Null when it was closed, unless that is to be an error. */
        DialogV2: { confirm(options: { window: { title: string }; content: string; rejectClose: boolean }): Promise<boolean | null> };
      };
    };
  };
  /** PixiJS 7, as the host loaded it. */
  PIXI: any;
}
