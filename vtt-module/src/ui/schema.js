// @ts-check
// From JSON Schema to a tree of fields that a form can draw. Pure; knows no game.

/** @import { Schema } from "../types/view.js" */

/**
 * @typedef {{ label: string, help?: string, default?: unknown }} About
 * @typedef {About & (
 *   { kind: "integer" | "number", min?: number, max?: number } |
 *   { kind: "text", pattern?: string, long?: number } |
 *   { kind: "flag" } |
 *   { kind: "constant", value: unknown } |
 *   { kind: "choice", values: unknown[] } |
 *   { kind: "either" } |
 *   { kind: "table", fields: { key: string, required: boolean, field: () => Field }[] } |
 *   { kind: "map", item: () => Field } |
 *   { kind: "list", item: () => Field, max?: number } |
 *   { kind: "union", tag: string, branches: { id: string, label: string, field: () => Field }[] } |
 *   { kind: "free" })} Field
 */

/**
 * The field that a schema describes. Children are described when asked for, so that a schema may refer to itself.
 * `either` is a number or a text (such as a formula), `free` is anything, written as JSON.
 * @param {Schema} schema @param {Schema} [root] holds `$defs` @param {string} [name] label when the schema has no title
 * @returns {Field}
 */
export function describe(schema, root = schema, name = "") {
  const plain = resolve(schema, root);
  /** @type {About} */
  const about = { label: schema.title && !schema.$ref ? schema.title : name ? words(name) : plain.title ?? "" };
  if (plain.description) about.help = plain.description;
  const standard = schema.default ?? plain.default;
  if (standard !== undefined && standard !== null) about.default = standard;
  if (plain.const !== undefined) return { ...about, kind: "constant", value: plain.const };
  if (plain.enum) return plain.enum.length === 1 ? { ...about, kind: "constant", value: plain.enum[0] } : { ...about, kind: "choice", values: plain.enum };
  const branches = plain.anyOf ?? plain.oneOf;
  if (branches) return union(branches, plain, root, name, about);
  switch (plain.type) {
    case "integer":
    case "number": {
      const min = plain.minimum ?? (plain.exclusiveMinimum === undefined ? undefined : plain.exclusiveMinimum + 1);
      return { ...about, kind: plain.type, ...(min === undefined ? {} : { min }), ...(plain.maximum === undefined ? {} : { max: plain.maximum }) };
    }
    case "string":
      return { ...about, kind: "text", ...(plain.pattern ? { pattern: plain.pattern } : {}), ...(plain.maxLength ? { long: plain.maxLength } : {}) };
    case "boolean":
      return { ...about, kind: "flag" };
    case "array": {
      const { items } = plain;
      if (typeof items !== "object") return { ...about, kind: "free" };
      return { ...about, kind: "list", item: () => describe(items, root), ...(plain.maxItems ? { max: plain.maxItems } : {}) };
    }
    case "object":
      return table(plain, root, about);
    default:
      return { ...about, kind: "free" };
  }
}

/** @param {Schema} schema @param {Schema} root @returns {Schema} */
function resolve(schema, root) {
  let plain = schema;
  for (let hops = 0; plain.$ref && hops < 20; hops++) {
    const name = plain.$ref.split("/").pop() ?? "";
    plain = root.$defs?.[name] ?? {};
  }
  return plain;
}

/** @param {Schema} plain @param {Schema} root @param {About} about @returns {Field} */
function table(plain, root, about) {
  const { properties, additionalProperties, required = [] } = plain;
  if (properties && Object.keys(properties).length > 0) {
    const fields = Object.entries(properties).map(([key, value]) => ({ key, required: required.includes(key), field: () => describe(value, root, key) }));
    return { ...about, kind: "table", fields };
  }
  if (typeof additionalProperties === "object") return { ...about, kind: "map", item: () => describe(additionalProperties, root) };
  return { ...about, kind: "free" };
}

/** @param {Schema[]} branches @param {Schema} plain @param {Schema} root @param {string} name @param {About} about @returns {Field} */
function union(branches, plain, root, name, about) {
  const real = branches.filter((one) => resolve(one, root).type !== "null");
  if (real.length === 1) return { ...describe(real[0], root, name), ...about };
  const types = real.map((one) => resolve(one, root).type);
  if (types.every((type) => type === "string" || type === "integer" || type === "number")) return { ...about, kind: "either" };
  const tag = plain.discriminator?.propertyName ?? commonTag(real, root);
  if (!tag) return { ...about, kind: "free" };
  return {
    ...about,
    kind: "union",
    tag,
    branches: real.map((one) => {
      const id = String(tagValue(resolve(one, root).properties?.[tag]));
      return { id, label: words(id), field: () => describe(one, root, name) };
    }),
  };
}

/** The property that tells the branches of a union apart. @param {Schema[]} branches @param {Schema} root */
function commonTag(branches, root) {
  const first = resolve(branches[0], root).properties ?? {};
  return Object.keys(first).find((key) => branches.every((one) => tagValue(resolve(one, root).properties?.[key]) !== undefined));
}

/** @param {Schema | undefined} schema */
const tagValue = (schema) => schema?.const ?? (schema?.enum?.length === 1 ? schema.enum[0] : undefined);

/** @param {string} id */
export function words(id) {
  const text = id.replaceAll("_", " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * What somebody typed into an `either` or `free` field.
 * @param {string} text @returns {unknown} undefined for nothing; the text itself where it is not JSON
 */
export function reading(text) {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}

/** A copy without empty values; undefined when nothing is left. @param {any} value @returns {any} */
export function pruned(value) {
  if (Array.isArray(value)) return value.map(pruned).filter((one) => one !== undefined);
  if (typeof value === "object" && value !== null) {
    const kept = Object.entries(value).map(([key, one]) => [key, pruned(one)]).filter(([, one]) => one !== undefined && !isBare(one));
    return Object.fromEntries(kept);
  }
  return value === "" || value === null ? undefined : value;
}

/** @param {any} value */
const isBare = (value) => typeof value === "object" && value !== null && Object.keys(value).length === 0;
