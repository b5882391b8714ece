// @ts-nocheck
// Foundry's documents on one client: data that the world page keeps, and the hooks that fire when it changes.

import { Collection, copy, merge, strict } from "./strict.js";

/** https://foundryvtt.com/api/classes/foundry.abstract.Document.html */
export class Document {
  constructor(data, client, parent = null) {
    Object.assign(this, { _data: data, _client: client, _parent: parent });
  }
  get _kind() {
    return this.constructor.kind;
  }
  get _path() {
    return this._parent ? [this._parent.id] : [];
  }
  get id() {
    return this._data._id ?? null;
  }
  get name() {
    return this._data.name ?? "";
  }
  get uuid() {
    return `${this._parent ? `${this._parent.uuid}.` : ""}${this._kind}.${this.id}`;
  }
  get flags() {
    return this._data.flags ?? {};
  }
  get parent() {
    return this._parent ? strict(this._parent, this._parent._kind) : null;
  }
  /** A user sees what they own, a game master everything. */
  get isOwner() {
    const { user } = this._client;
    return user.isGM || (this._data.ownership?.[user.id] ?? 0) >= 3;
  }
  getFlag(scope, key) {
    return this.flags[scope]?.[key];
  }
  setFlag(scope, key, value) {
    return this.update({ flags: { [scope]: { [key]: value } } });
  }
  /** Fires the `pre` hook here alone, then asks the world; the hook after it fires on every client. */
  async update(changes, options = {}) {
    const sent = copy(changes);
    const passed = copy(options);
    if (this._client.Hooks.call(`preUpdate${this._kind}`, strict(this, this._kind), sent, passed, this._client.user.id) === false) return undefined;
    await this._client.ask({ action: "update", kind: this._kind, parent: this._path, data: [{ _id: this.id, ...sent }], options: passed });
    return strict(this, this._kind);
  }
  async delete(options = {}) {
    await this._client.ask({ action: "delete", kind: this._kind, parent: this._path, data: [this.id], options });
    return strict(this, this._kind);
  }
  static async create(data, options = {}) {
    const [made] = await this.client.ask({ action: "create", kind: this.kind, parent: [], data: [copy(data)], options });
    return this.client.shelf(this.kind).get(made._id);
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.User.html */
export class User extends Document {
  static kind = "User";
  targets = new Set();
  get isGM() {
    return this._data.role >= 3; // assistants are game masters, too
  }
  get isSelf() {
    return this.id === this._client.userId;
  }
  get active() {
    return this._data.active === true;
  }
  /** An assistant is a game master who may not change the world's settings. https://github.com/foundryvtt/foundryvtt/issues/11678 */
  can(permission) {
    return permission === "SETTINGS_MODIFY" ? this._data.role >= 4 : this.isGM;
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.collections.Users.html */
export class Users extends Collection {
  /** One whom all clients agree on, full game masters before assistants. https://github.com/foundryvtt/foundryvtt/issues/11242 */
  get activeGM() {
    return this.filter((user) => user.isGM && user.active).sort((a, b) => b._data.role - a._data.role || a.id.localeCompare(b.id))[0] ?? null;
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.Actor.html */
export class Actor extends Document {
  static kind = "Actor";
  /** Of an unlinked token the actor is its own: statuses live with the token. https://foundryvtt.com/article/tokens/ */
  _token = null;
  get uuid() {
    return this._token ? `${this._token.uuid}.Actor.${this.id}` : super.uuid;
  }
  get _holder() {
    return this._token ?? this;
  }
  get statuses() {
    return new Set(this._holder._data.statuses ?? []);
  }
  /** A synthetic actor is its base with the token's own differences. https://foundryvtt.com/api/classes/foundry.documents.ActorDelta.html */
  get system() {
    return merge(copy(this._data.system ?? {}), this._token?._data.delta?.system ?? {});
  }
  /** https://foundryvtt.com/api/classes/foundry.abstract.Document.html#testuserpermission */
  testUserPermission(user, level) {
    return user.isGM || (this._data.ownership?.[user.id] ?? 0) >= { OBSERVER: 2, OWNER: 3 }[level];
  }
  toObject(_source = true) {
    return copy({ ...this._data, system: this.system });
  }
  update(changes, options = {}) {
    return this._token ? this._token.update({ delta: changes }, options) : super.update(changes, options);
  }
  /** https://foundryvtt.com/api/classes/foundry.documents.Actor.html#togglestatuseffect : without `active` it flips */
  async toggleStatusEffect(id, { active, overlay: _ = false } = {}) {
    const known = this._client.statusIds();
    if (!known.includes(id)) throw new Error(`Invalid status ID "${id}" provided to Actor#toggleStatusEffect`);
    const { statuses } = this;
    const on = active ?? !statuses.has(id);
    if (on === statuses.has(id)) return undefined;
    on ? statuses.add(id) : statuses.delete(id);
    const holder = this._holder;
    await this._client.ask({ action: "update", kind: holder._kind, parent: holder._path, data: [{ _id: holder.id, statuses: [...statuses] }], options: {} });
    return on;
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.TokenDocument.html */
export class TokenDocument extends Document {
  static kind = "Token";
  _object = null;
  get x() {
    return this._data.x;
  }
  get y() {
    return this._data.y;
  }
  get width() {
    return this._data.width ?? 1;
  }
  get height() {
    return this._data.height ?? 1;
  }
  get hidden() {
    return this._data.hidden === true;
  }
  get actorLink() {
    return this._data.actorLink === true;
  }
  get actorId() {
    return this._data.actorId ?? null;
  }
  get isOwner() {
    return this.actor?.isOwner ?? this._client.user.isGM;
  }
  get actor() {
    const base = this._client.raw("Actor").get(this.actorId);
    if (!base) return null;
    if (this.actorLink) return strict(base, "Actor");
    this._synthetic ??= Object.assign(new Actor(base._data, this._client), { _token: this });
    return strict(this._synthetic, "Actor");
  }
  get object() {
    return this._object ? strict(this._object, "Token") : null;
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.WallDocument.html */
export class WallDocument extends Document {
  static kind = "Wall";
  get c() {
    return [...this._data.c];
  }
  get move() {
    return this._data.move;
  }
  get door() {
    return this._data.door;
  }
  get ds() {
    return this._data.ds;
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.Scene.html */
export class Scene extends Document {
  static kind = "Scene";
  _tokens = new Collection();
  _walls = new Collection();
  get tokens() {
    return strict(this._tokens, "Collection");
  }
  get walls() {
    return strict(this._walls, "Collection");
  }
  createEmbeddedDocuments(kind, data, options = {}) {
    return this._client.ask({ action: "create", kind, parent: [this.id], data: copy(data), options });
  }
  get grid() {
    return strict({ ...this._data.grid, type: 1 }, "SceneGrid");
  }
  /** The scene's own rectangle lies inside the canvas's padding. https://foundryvtt.com/api/interfaces/foundry.documents.types.SceneDimensions.html */
  get dimensions() {
    const { size } = this._data.grid;
    const { columns, rows, padding } = this._data;
    const [sceneX, sceneY] = [padding * size, padding * size];
    return strict({ size, sceneX, sceneY, sceneWidth: columns * size, sceneHeight: rows * size, width: (columns + 2 * padding) * size, height: (rows + 2 * padding) * size }, "SceneDimensions");
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.collections.Scenes.html */
export class Scenes extends Collection {
  get active() {
    return this.find((scene) => scene._data.active) ?? null;
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.Combatant.html */
export class Combatant extends Document {
  static kind = "Combatant";
  get name() {
    return this._data.name || this.token?.name || "Unknown";
  }
  get tokenId() {
    return this._data.tokenId ?? null;
  }
  get token() {
    const token = this._client.raw("Scene").get(this._data.sceneId)?._tokens.get(this.tokenId);
    return token ? strict(token, "Token") : null;
  }
  get initiative() {
    return this._data.initiative;
  }
  get hidden() {
    return this._data.hidden;
  }
  get defeated() {
    return this._data.defeated;
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.Combat.html */
export class Combat extends Document {
  static kind = "Combat";
  _combatants = new Collection();
  get combatants() {
    return strict(this._combatants, "Collection");
  }
  get round() {
    return this._data.round;
  }
  get turn() {
    return this._data.turn;
  }
  get started() {
    return this.round > 0;
  }
  /** Of null it stands on every screen. https://foundryvtt.com/api/classes/foundry.documents.BaseCombat.html */
  get sceneId() {
    return this._data.scene ?? null;
  }
  /** What the buttons of the tracker do. https://foundryvtt.com/api/classes/foundry.documents.Combat.html#startcombat */
  startCombat() {
    return this.update({ round: 1, turn: 0 });
  }
  /** After the last line comes the next round. https://foundryvtt.com/api/classes/foundry.documents.Combat.html#nextturn */
  nextTurn() {
    const next = (this.turn ?? -1) + 1;
    return next >= this.turns.length ? this.nextRound() : this.update({ turn: next }, { direction: 1 });
  }
  /** https://foundryvtt.com/api/classes/foundry.documents.Combat.html#nextround */
  nextRound() {
    return this.update({ round: this.round + 1, turn: 0 }, { direction: 1 });
  }
  /** Highest first, those without a number last. https://foundryvtt.com/api/classes/foundry.documents.Combat.html#setupturns */
  get turns() {
    return [...this._combatants].sort((a, b) => (b.initiative ?? -Infinity) - (a.initiative ?? -Infinity) || String(a.id).localeCompare(String(b.id)));
  }
  get combatant() {
    return this.turn === null ? null : (this.turns[this.turn] ?? null);
  }
  createEmbeddedDocuments(kind, data, options = {}) {
    return this._client.ask({ action: "create", kind, parent: [this.id], data: copy(data), options });
  }
  updateEmbeddedDocuments(kind, changes, options = {}) {
    return this._client.ask({ action: "update", kind, parent: [this.id], data: copy(changes), options });
  }
  deleteEmbeddedDocuments(kind, ids, options = {}) {
    return this._client.ask({ action: "delete", kind, parent: [this.id], data: [...ids], options });
  }
}

/** https://foundryvtt.com/api/classes/foundry.documents.ChatMessage.html */
export class ChatMessage extends Document {
  static kind = "ChatMessage";
  get whisper() {
    return [...(this._data.whisper ?? [])];
  }
  get author() {
    return this._data.author;
  }
  get content() {
    return this._data.content;
  }
  /** Whether the log shows it here; the data is on every client. https://foundryvtt.com/api/classes/foundry.documents.ChatMessage.html#visible */
  get visible() {
    return this.whisper.length === 0 || this.whisper.includes(this._client.userId) || this.author === this._client.userId;
  }
}

/** Change data in place. @param {Document} document */
export function change(document, changes) {
  const { _id, ...rest } = changes;
  merge(document._data, rest);
}
