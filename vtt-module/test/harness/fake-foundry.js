// @ts-check
// A small behavioural double of Foundry VTT, generations 13 and 14, for one client of a world that lives in world.js.
// Typed against the port that the module uses, and strict: a member that it lacks throws when it is touched.

import { applications, Screen } from "./apps.js";
import { Canvas, PIXI } from "./canvas.js";
import { Actor, change, ChatMessage, Combat, Combatant, Scene, Scenes, TokenDocument, User, Users, WallDocument } from "./documents.js";
import { Collection, copy, merge, randomID, strict } from "./strict.js";

/** @import { Port } from "../../src/types/port.js" */

const query = new URLSearchParams(location.search);
const generation = Number(query.get("gen") ?? 13);
const channel = new BroadcastChannel("fake-foundry");
const CLASSES = /** @type {Record<string, any>} */ ({ User, Actor, Scene, Combat, ChatMessage, Token: TokenDocument, Wall: WallDocument, Combatant });

/** https://foundryvtt.com/api/classes/foundry.helpers.Hooks.html : in order; a listener that throws does not stop the others */
class Hooks {
  /** @type {Record<string, { fn: Function, once: boolean }[]>} */
  events = {};
  /** @type {string[]} */
  errors = [];
  /** @param {string} name @param {(...args: any[]) => unknown} fn */
  on(name, fn) {
    return (this.events[name] ??= []).push({ fn, once: false });
  }
  /** @param {string} name @param {(...args: any[]) => unknown} fn */
  once(name, fn) {
    return (this.events[name] ??= []).push({ fn, once: true });
  }
  /** @param {string} name @param {Function} fn */
  off(name, fn) {
    this.events[name] = (this.events[name] ?? []).filter((one) => one.fn !== fn);
  }
  /** @param {string} name @param {any[]} args */
  callAll(name, ...args) {
    this.#run(name, args, false);
    return true;
  }
  /** Stops at the first listener that returns exactly false; a promise is not false. @param {string} name @param {any[]} args */
  call(name, ...args) {
    return this.#run(name, args, true);
  }
  /** @param {string} name @param {any[]} args @param {boolean} stops */
  #run(name, args, stops) {
    for (const one of [...(this.events[name] ?? [])]) {
      if (one.once) this.off(name, one.fn);
      try {
        if (one.fn(...args) === false && stops) return false;
      } catch (error) {
        this.errors.push(`${name}: ${/** @type {Error} */ (error).message}`);
        console.error(error);
      }
    }
    return true;
  }
}

class Client {
  id = randomID();
  userId = query.get("user") ?? "";
  Hooks = new Hooks();
  front = 100;
  grid = 100;
  /** @type {[string, string][]} */
  notified = [];
  /** Writes that the world refused. @type {string[]} */
  refused = [];
  /** @type {Map<string, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  waiting = new Map();
  /** @type {Record<string, any>} */
  shelves = { User: new Users(), Actor: new Collection(), Scene: new Scenes(), Combat: new Collection(), ChatMessage: new Collection() };
  /** @type {Record<string, any>} */
  words = {};
  /** @type {Record<string, any>} */
  world = {};
  /** @type {any} */
  canvas = null;
  /** @type {any} */
  game = null;
  /** Dice that were shown. @type {any[]} */
  thrown = [];
  menus = /** @type {Record<string, any>} */ ({});
  screen = new Screen(this);

  get user() {
    return this.shelves.User.get(this.userId);
  }
  /** @param {string} kind */
  raw(kind) {
    return this.shelves[kind];
  }
  /** @param {string} kind */
  shelf(kind) {
    const raw = this.shelves[kind];
    return { get: (/** @type {string} */ id) => raw.get(id) && strict(raw.get(id), kind) };
  }
  tokens() {
    return [...(this.canvas?._layer?.children ?? [])];
  }
  /** @param {any} token */
  hud(token) {
    this.screen.hud(token);
  }
  statusIds() {
    return Array.isArray(CONFIG.statusEffects) ? CONFIG.statusEffects.map(({ id }) => id) : Object.keys(CONFIG.statusEffects);
  }
  /** Ask the world. A refusal is shown, as Foundry shows it, and rejects. @param {any} op @returns {Promise<any>} */
  ask(op) {
    const id = randomID();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      channel.postMessage({ kind: "op", id, client: this.id, user: this.userId, op });
    });
  }
}

const client = new Client();

/** @param {string} kind @param {string[]} parent */
function shelfOf(kind, parent) {
  if (kind === "Token") return client.raw("Scene").get(parent[0])._tokens;
  if (kind === "Wall") return client.raw("Scene").get(parent[0])._walls;
  if (kind === "Combatant") return client.raw("Combat").get(parent[0])._combatants;
  return client.raw(kind);
}

/** @param {string} kind @param {any} data @param {string[]} [parent] */
function put(kind, data, parent = []) {
  const over = kind === "Token" || kind === "Wall" ? client.raw("Scene").get(parent[0]) : kind === "Combatant" ? client.raw("Combat").get(parent[0]) : null;
  const made = new CLASSES[kind](copy(data), client, over);
  for (const one of Object.values(data.tokens ?? {})) made._tokens.set(one._id, new TokenDocument(copy(one), client, made));
  for (const one of Object.values(data.walls ?? {})) made._walls.set(one._id, new WallDocument(copy(one), client, made));
  for (const one of Object.values(data.combatants ?? {})) made._combatants.set(one._id, new Combatant(copy(one), client, made));
  shelfOf(kind, parent).set(data._id, made);
  return made;
}

/** A write went through: every client applies it and then tells its hooks. @param {any} op @param {string} user */
function applied({ action, kind, parent, result, options = {} }, user) {
  const { Hooks: hooks } = client;
  if (action === "setting") {
    for (const { key, value } of result) {
      client.world.settings[key] = value;
      registered.get(key)?.onChange?.(value);
    }
    return;
  }
  for (const one of result) {
    const shelf = shelfOf(kind, parent);
    const document = action === "create" ? put(kind, one, parent) : shelf.get(action === "update" ? one._id : one);
    if (!document) continue;
    if (action === "update") change(document, one);
    if (action === "delete") shelf.delete(one);
    const shown = strict(document, kind);
    if (kind === "Token") drawToken(action, document);
    const { _id, ...changes } = action === "update" ? one : { _id: "" };
    if (action === "create") hooks.callAll(`create${kind}`, shown, options, user);
    if (action === "update") hooks.callAll(`update${kind}`, shown, changes, options, user);
    if (action === "delete") hooks.callAll(`delete${kind}`, shown, options, user);
    if (kind === "ChatMessage" && action === "create") client.screen.message(document);
    if (kind === "Scene" && changes.active) client.canvas.draw(document);
  }
  if (kind === "Combat" || kind === "Combatant") client.screen.tracker();
}

/** @param {string} action @param {any} document */
function drawToken(action, document) {
  if (document._parent !== client.raw("Scene").get(client.canvas.scene?.id)) return;
  if (action === "create") client.canvas.add(document);
  if (action === "update") document._object?.refresh();
  if (action === "delete") document._object?.destroy();
}

/** @type {Map<string, any>} */
const registered = new Map();
/** Client settings lie in the browser's storage, whoever is logged in. https://foundryvtt.com/api/classes/foundry.helpers.ClientSettings.html */
const settings = {
  /** @param {string} module @param {string} key @param {any} options */
  register: (module, key, options) => void registered.set(`${module}.${key}`, options),
  /** @param {string} module @param {string} key @param {any} options */
  registerMenu: (module, key, options) => {
    if (!options.hint) throw new Error("a menu has a hint");
    client.menus[`${module}.${key}`] = options;
  },
  /** @param {string} module @param {string} key */
  get: (module, key) => {
    const at = `${module}.${key}`;
    const known = registered.get(at);
    if (!known) throw new Error(`"${at}" is not a registered game setting`);
    const stored = known.scope === "world" ? client.world.settings[at] : JSON.parse(localStorage.getItem(at) ?? "null");
    return copy(stored ?? known.default);
  },
  /** @param {string} module @param {string} key @param {any} value */
  set: async (module, key, value) => {
    const at = `${module}.${key}`;
    const known = registered.get(at);
    if (known.scope === "world") return client.ask({ action: "setting", data: [{ key: at, value: copy(value) }] });
    localStorage.setItem(at, JSON.stringify(value));
    known.onChange?.(value);
    return value;
  },
};

/** https://foundryvtt.com/api/classes/foundry.helpers.Localization.html */
const i18n = {
  lang: query.get("lang") ?? "en",
  /** @param {string} key @returns {string} */
  localize: (key) => key.split(".").reduce((at, part) => at?.[part], /** @type {any} */ (client.words)) ?? key,
  /** @param {string} key @param {Record<string, string | number>} data */
  format: (key, data) => i18n.localize(key).replace(/\{(\w+)\}/gu, (_, name) => String(data[name])),
};

/** @param {any} of @param {string} kind */
const handed = (of, kind) => {
  // A collection hands out strict documents.
  const wrap = (/** @type {any} */ one) => one && strict(one, kind);
  return strict(
    /** @type {any} */ ({
      get: (/** @type {string} */ id) => wrap(of.get(id)),
      find: (/** @type {any} */ test) => wrap(of.find((/** @type {any} */ one) => test(wrap(one)))),
      filter: (/** @type {any} */ test) => [...of].map(wrap).filter(test),
      [Symbol.iterator]: () => [...of].map(wrap)[Symbol.iterator](),
      get active() {
        return wrap(of.active);
      },
      get activeGM() {
        return wrap(of.activeGM);
      },
      get size() {
        return of.size;
      },
    }),
    `${kind} collection`,
  );
};

/** Known in both shapes: a list in generation 13, a table by id in 14. https://foundryvtt.com/api/v14/variables/CONFIG.html */
const STATUSES = ["dead", "unconscious", "prone", "stunned", "blind"].map((id) => ({ id, name: `EFFECT.${id}`, img: `icons/svg/${id}.svg` }));
const CONFIG = strict({ ChatMessage: strict({ documentClass: /** @type {any} */ (ChatMessage) }, "CONFIG.ChatMessage"), Combat: strict({ documentClass: /** @type {any} */ (Combat) }, "CONFIG.Combat"), statusEffects: generation >= 14 ? Object.fromEntries(STATUSES.map((one) => [one.id, one])) : STATUSES, specialStatusEffects: strict({ DEFEATED: "dead" }, "specialStatusEffects") }, "CONFIG");

for (const made of Object.values(CLASSES)) made.client = client;
const { ApplicationV2, DialogV2, HandlebarsApplicationMixin } = applications(client);
const modules = new Map([["fracas", { id: "fracas", version: "?" }]]);

const game = {
  get user() {
    return strict(client.user, "User");
  },
  get userId() {
    return client.userId;
  },
  users: handed(client.raw("User"), "User"),
  world: strict({ id: query.get("world") ?? "cinema" }, "World"),
  system: strict({ id: query.get("system") ?? "homebrew" }, "System"),
  settings: strict(settings, "ClientSettings"),
  keybindings: strict({ register: (/** @type {string} */ _module, /** @type {string} */ key, /** @type {any} */ binding) => void (keys[key] = binding) }, "ClientKeybindings"),
  i18n: strict(i18n, "Localization"),
  scenes: handed(client.raw("Scene"), "Scene"),
  combats: handed(client.raw("Combat"), "Combat"),
  messages: handed(client.raw("ChatMessage"), "ChatMessage"),
  modules: handed({ get: (/** @type {string} */ id) => modules.get(id), [Symbol.iterator]: () => modules.values() }, "Module"),
  release: strict({ generation }, "ReleaseData"),
  /** https://gitlab.com/riccisi/foundryvtt-dice-so-nice/-/wikis/API : not there unless the world has the module */
  dice3d: query.get("dice") === "no" ? undefined : strict({ showForRoll: async (/** @type {any} */ roll, /** @type {unknown} */ _user, /** @type {boolean} */ synchronize) => (client.thrown.push({ ...roll, synchronize }), true) }, "Dice3D"),
  ready: false,
};
const keys = /** @type {Record<string, any>} */ ({});
client.game = game;

export const port = /** @satisfies {Omit<Port, "canvas">} */ ({
  game: strict(game, "Game"),
  Hooks: strict(client.Hooks, "Hooks"),
  ui: strict({
    notifications: strict({
      info: (/** @type {string} */ text) => client.screen.notify("info", text),
      warn: (/** @type {string} */ text) => client.screen.notify("warn", text),
      error: (/** @type {string} */ text) => client.screen.notify("error", text),
    }, "Notifications"),
    combat: strict({ render: () => client.screen.tracker() }, "CombatTracker"),
  }, "ui"),
  CONFIG,
  // https://foundryvtt.com/api/classes/foundry.dice.Roll.html#fromterms
  foundry: strict({
    dice: strict({ Roll: strict({ fromTerms: (/** @type {any[]} */ terms) => ({ terms }) }, "Roll"), terms: strict({ Die: class { constructor(/** @type {any} */ of) { Object.assign(this, of); } } }, "foundry.dice.terms") }, "foundry.dice"),
    applications: strict({ api: strict({ ApplicationV2, HandlebarsApplicationMixin: /** @type {any} */ (HandlebarsApplicationMixin), DialogV2: /** @type {any} */ (DialogV2) }, "foundry.applications.api") }, "foundry.applications"),
  }, "foundry"),
  PIXI,
});

channel.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if (data.kind === "applied") {
    applied(data.op, data.user);
    if (data.client === client.id) client.waiting.get(data.id)?.resolve(data.op.result);
  } else if (data.kind === "failed" && data.client === client.id) {
    client.refused.push(data.message);
    client.screen.notify("error", data.message); // the server's refusals are shown to the one who asked
    client.waiting.get(data.id)?.reject(new Error(data.message));
  } else if (data.kind === "connected" && client.user) {
    const user = client.raw("User").get(data.user);
    user._data.active = data.active;
    if (data.client !== client.id) client.Hooks.callAll("userConnected", strict(user, "User"), data.active);
  } else if (data.kind === "state" && data.client === client.id) {
    await begin(data.world);
  }
};

/** The order of https://foundryvtt.com/api/modules/hookEvents.html @param {any} world */
async function begin(world) {
  client.world = world;
  for (const [kind, shelf] of [["User", "users"], ["Actor", "actors"], ["Scene", "scenes"], ["Combat", "combats"], ["ChatMessage", "messages"]]) for (const one of Object.values(world[shelf])) put(kind, one);
  const manifest = await (await fetch("/modules/fracas/module.json")).json();
  modules.set("fracas", { id: "fracas", version: manifest.version });
  const canvas = new Canvas(client);
  client.canvas = canvas;
  Object.assign(globalThis, port, { canvas: strict(canvas, "Canvas") });
  for (const path of manifest.styles) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/modules/fracas/${path}` }));
  for (const path of manifest.esmodules) await import(`/modules/fracas/${path}`);
  client.Hooks.callAll("init");
  // The client's language over English.
  for (const { lang, path } of manifest.languages) if (lang === "en" || lang === i18n.lang) merge(client.words, await (await fetch(`/modules/fracas/${path}`)).json());
  client.Hooks.callAll("i18nInit");
  client.Hooks.callAll("setup");
  client.screen.controls();
  canvas.draw(client.raw("Scene").active);
  for (const message of client.raw("ChatMessage")) client.screen.message(message);
  client.screen.tracker();
  game.ready = true;
  client.Hooks.callAll("ready");
}

document.addEventListener("keydown", (event) => {
  for (const { editable, onDown } of Object.values(keys)) if (editable.some((/** @type {any} */ one) => one.key === event.code && (one.modifiers ?? []).includes("Shift") === event.shiftKey)) onDown();
});
addEventListener("pagehide", () => channel.postMessage({ kind: "leave", client: client.id, user: client.userId }));
addEventListener("DOMContentLoaded", () => channel.postMessage({ kind: "join", client: client.id, user: client.userId }));

/**
 * What stands for each interface of the port, to be held to the list of members that the module touches.
 * @returns {Record<string, any[]>}
 */
function samples() {
  const { users, scenes, combats, messages } = game;
  const scene = scenes.active;
  const token = client.canvas.tokens?.placeables[0];
  const documents = { User: game.user, Scene: scene, WallDocument: [...scene.walls][0], TokenDocument: token?.document, Actor: token?.actor, Combat: [...combats][0], Combatant: [...([...combats][0]?.combatants ?? [])][0], ChatMessage: [...messages][0] };
  const collections = [users, scenes, combats, messages, game.modules, scene.tokens, scene.walls, [...combats][0]?.combatants].filter(Boolean);
  return {
    Port: [{ ...port, canvas: strict(client.canvas, "Canvas") }], Game: [port.game], Hooks: [port.Hooks], Settings: [game.settings], Keybindings: [game.keybindings], Localization: [game.i18n],
    Canvas: [strict(client.canvas, "Canvas")], TokenLayer: [client.canvas.tokens], Token: [token], Users: [users], Scenes: [scenes], Collection: collections, Module: [game.modules.get("fracas")],
    StatusEffect: STATUSES, Application: [new ApplicationV2()], Maker: [ChatMessage, Combat], TokenHUD: [{ object: token }], SceneControl: [{ tools: {} }],
    BaseDocument: Object.values(documents).filter(Boolean), ...Object.fromEntries(Object.entries(documents).map(([name, one]) => [name, one ? [one] : []])),
  };
}

/** Members of the list that this double lacks. @param {string[]} list lines of `Interface.member` @returns {string[]} */
function lacking(list) {
  const all = samples();
  return list.filter((line) => {
    const [owner, ...path] = line.split(".");
    const found = all[owner] ?? [];
    return found.length === 0 || !found.every((one) => path.every((key) => key in Object(one) && ((one = one[key]), true)));
  });
}
Object.assign(globalThis, { fake: client, fakeLacking: lacking });
