// @ts-nocheck
// What Foundry's server does for one world, in a page of its own: it holds the documents, checks who may write, gives ids, and
// tells every client. Clients reach it by BroadcastChannel. Like the real one it sends every document to everybody, whispers too.

import { copy, merge, randomID } from "./strict.js";

const channel = new BroadcastChannel("fake-foundry");
const GM = 4; // https://foundryvtt.com/api/variables/CONST.USER_ROLES.html
const ASSISTANT = 3;
const OWNER = 3; // https://foundryvtt.com/api/variables/CONST.DOCUMENT_OWNERSHIP_LEVELS.html

const world = { users: {}, actors: {}, scenes: {}, combats: {}, messages: {}, settings: {}, active: "" };
const clients = new Map(); // client -> user
/** Everything that was really written, for tests to count. */
const log = [];
/** Answers are held back while this is true, so that tests can cut between two writes. */
let held = null;

/** Where a kind of document is kept. @param {string} kind @param {string[]} parent */
function shelf(kind, parent = []) {
  if (kind === "Token") return world.scenes[parent[0]].tokens;
  if (kind === "Wall") return (world.scenes[parent[0]].walls ??= {});
  if (kind === "Combatant") return world.combats[parent[0]]?.combatants;
  return world[{ User: "users", Actor: "actors", Scene: "scenes", Combat: "combats", ChatMessage: "messages" }[kind]];
}

/** https://foundryvtt.com/api/classes/foundry.abstract.Document.html#canusermodify */
function mayWrite(user, action, kind, parent, id, data) {
  if (world.users[user].role >= ASSISTANT) return true;
  const owns = (actor) => (world.actors[actor]?.ownership?.[user] ?? 0) >= OWNER;
  if (kind === "ChatMessage") return action === "create" || world.messages[id]?.author === user;
  if (kind === "Token" && action === "update") return owns(shelf(kind, parent)[id]?.actorId) && !("actorLink" in data);
  if (kind === "Actor" && action === "update") return owns(id);
  if (kind === "User" && action === "update") return id === user;
  return false; // settings of the world, scenes, combats and their order are the game master's
}

const fail = (user, action, kind) => {
  throw new Error(`User ${world.users[user].name} lacks permission to ${action} ${kind}`);
};

const ACTIONS = {
  create({ kind, parent, data, options }, user) {
    return data.map((one) => {
      if (!mayWrite(user, "create", kind, parent, null, one)) fail(user, "create", kind);
      const id = options?.keepId && one._id ? one._id : randomID();
      const where = shelf(kind, parent);
      if (!where) throw new Error(`The parent of this ${kind} does not exist`);
      if (where[id]) throw new Error(`A ${kind} with the id ${id} already exists`);
      where[id] = { ...DEFAULTS[kind]?.(), ...copy(one), _id: id, ...(kind === "ChatMessage" ? { author: user } : {}) };
      return copy(where[id]);
    });
  },
  update({ kind, parent, data }, user) {
    return data.map(({ _id, ...changes }) => {
      const there = shelf(kind, parent)?.[_id];
      if (!there) throw new Error(`${kind} ${_id} does not exist`);
      if (!mayWrite(user, "update", kind, parent, _id, changes)) fail(user, "update", kind);
      merge(there, changes);
      return { _id, ...changes };
    });
  },
  delete({ kind, parent, data }, user) {
    return data.map((id) => {
      if (!shelf(kind, parent)?.[id]) throw new Error(`${kind} ${id} does not exist`);
      if (!mayWrite(user, "delete", kind, parent, id)) fail(user, "delete", kind);
      delete shelf(kind, parent)[id];
      return id;
    });
  },
  setting({ data: [{ key, value }] }, user) {
    if (world.users[user].role < GM) fail(user, "update", "Setting");
    world.settings[key] = value;
    return [{ key, value }];
  },
};
const DEFAULTS = {
  Combat: () => ({ round: 0, turn: null, combatants: {}, flags: {} }),
  Combatant: () => ({ initiative: null, hidden: false, defeated: false, flags: {} }),
  ChatMessage: () => ({ whisper: [], flags: {} }),
  Wall: () => ({ move: 20, door: 0, ds: 0, flags: {} }), // https://foundryvtt.com/api/interfaces/foundry.documents.types.WallData.html
  Token: () => ({ flags: {}, hidden: false, width: 1, height: 1, statuses: [] }),
};

function activity() {
  for (const [id, user] of Object.entries(world.users)) user.active = [...clients.values()].includes(id);
}

function answer({ client, id, op, user }) {
  try {
    if (!clients.has(client)) return;
    const result = ACTIONS[op.action](op, user);
    log.push({ action: op.action, kind: op.kind ?? op.data[0].key, user, client, data: copy(op.data), at: Date.now() });
    channel.postMessage({ kind: "applied", op: { ...op, result }, user, client, id });
  } catch (error) {
    channel.postMessage({ kind: "failed", client, id, message: error.message });
  }
}

channel.onmessage = ({ data }) => {
  if (data.kind === "join") {
    clients.set(data.client, data.user);
    activity();
    channel.postMessage({ kind: "state", client: data.client, world: copy(world) });
    channel.postMessage({ kind: "connected", user: data.user, active: true, client: data.client });
  } else if (data.kind === "leave" && clients.delete(data.client)) {
    activity();
    channel.postMessage({ kind: "connected", user: data.user, active: world.users[data.user].active, client: data.client });
  } else if (data.kind === "op") {
    if (held) held.push(data);
    else answer(data);
  }
};

window.fakeWorld = {
  seed: (seed) => Object.assign(world, copy(seed)),
  data: () => copy(world),
  log: () => copy(log),
  hold: () => (held = []),
  release: () => {
    const waiting = held ?? [];
    held = null;
    waiting.forEach(answer);
  },
};
