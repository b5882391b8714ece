// @ts-nocheck
// A double that answers whatever it is asked would prove nothing: these objects throw when a member is touched that they lack.

const proxies = new WeakMap();
/** What the language, promises, PixiJS, lit or a debugger ask of anything. */
const ASKED = new Set(["then", "toJSON", "constructor", "nodeType", "$$typeof", "asymmetricMatch", "_$litDirective$", "_$litType$"]);

/**
 * The same object, strict; always the same proxy for the same object. Functions keep the object itself as `this`.
 * @template {object} T @param {T} target @param {string} name @returns {T}
 */
export function strict(target, name) {
  const known = proxies.get(target);
  if (known) return known;
  const missing = (key) => {
    const error = new Error(`The fake Foundry has no ${name}.${String(key)}`);
    (globalThis.fakeMissing ??= []).push(`${name}.${String(key)}`);
    return error;
  };
  const proxy = new Proxy(target, {
    get(of, key) {
      if (typeof key === "symbol" || ASKED.has(key) || key in of) {
        const value = Reflect.get(of, key, of);
        return typeof value === "function" && key !== "constructor" && !value.prototype ? value.bind(of) : value;
      }
      throw missing(key);
    },
    set(of, key, value) {
      if (typeof key !== "symbol" && !(key in of)) throw missing(key);
      return Reflect.set(of, key, value, of);
    },
  });
  proxies.set(target, proxy);
  proxies.set(proxy, proxy);
  return proxy;
}

/** Data as it travels: a copy, never the same object. @template T @param {T} data @returns {T} */
export const copy = (data) => structuredClone(data);

/**
 * Deep merge, lists replaced, dotted keys opened.
 * https://foundryvtt.com/api/functions/foundry.utils.mergeObject.html
 */
export function merge(target, changes) {
  for (const [key, value] of Object.entries(changes)) {
    const [head, ...rest] = key.split(".");
    if (rest.length) merge((target[head] ??= {}), { [rest.join(".")]: value });
    else if (isPlain(value) && isPlain(target[head])) merge(target[head], value);
    else target[head] = isPlain(value) ? merge({}, value) : copy(value);
  }
  return target;
}
const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A Map that iterates its values. https://foundryvtt.com/api/classes/foundry.utils.Collection.html */
export class Collection extends Map {
  [Symbol.iterator]() {
    return this.values();
  }
  find(test) {
    for (const one of this) if (test(one)) return one;
    return undefined;
  }
  filter(test) {
    return [...this].filter(test);
  }
  map(make) {
    return [...this].map(make);
  }
  get contents() {
    return [...this];
  }
}

/** Sixteen letters and digits. https://foundryvtt.com/api/functions/foundry.utils.randomID.html */
export const randomID = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789"[byte % 56]).join("");
