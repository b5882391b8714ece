// @ts-check
// For builds: languages become lists, and keys their places in them; style sheets and templates lose their indentation.
// Keys are written out in the sources, for people; in the page they would be a tenth of its size.

import { transform } from "esbuild";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import en from "../src/lang/en.js";

const KEYS = Object.keys(en);
const src = fileURLToPath(new URL("../src/", import.meta.url));

/** The plugin, and the keys that it met. @returns {{ plugin: import("esbuild").Plugin, used: Set<string> }} */
export function words() {
  /** @type {Set<string>} */
  const used = new Set();
  const plugin = /** @type {import("esbuild").Plugin} */ ({
    name: "words",
    setup({ onLoad }) {
      onLoad({ filter: /\.m?js$/ }, async ({ path }) => {
        const [, library] = /\/msgpack\/dist\.esm\/(\w+\.mjs)$/u.exec(path) ?? [];
        if (library && library in IDLE) return { contents: lean(await readFile(path, "utf8"), library), loader: "js" };
        if (!path.startsWith(src)) return undefined;
        const place = path.slice(src.length);
        const text = await readFile(path, "utf8");
        const language = /^lang\/(\w\w)\.js$/u.exec(place);
        if (language) {
          const { default: table } = await import(path);
          return { contents: `export default ${JSON.stringify(KEYS.map((key) => table[key]))}`, loader: "js" };
        }
        return { contents: await squeezed(keyed(text, place, used)), loader: "js" };
      });
    },
  });
  return { plugin, used };
}

/** Keys that no source uses. @param {Set<string>} used */
export const unused = (used) => KEYS.filter((key) => !used.has(key));

/** @param {string} text @param {string} place @param {Set<string>} used */
function keyed(text, place, used) {
  if (place === "lang/lang.js") return text;
  const loose = /(?<![\w.])t\((?!")[^)]*\)/u.exec(text.replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gmu, ""));
  if (loose) throw new Error(`src/${place}: write the key out in ${loose[0]}`);
  return text.replaceAll(/(?<![\w.])t\("([^"]+)"/gu, (_, key) => {
    const index = KEYS.indexOf(key);
    if (index < 0) throw new Error(`src/${place}: there is no text "${key}"`);
    used.add(key);
    return `t(${index}`;
  });
}

/** Parts of MessagePack that the wire has no use for, by file, with how many there are: readers of streams, and dates. @type {Record<string, [RegExp, number]>} */
const IDLE = {
  "Decoder.mjs": [/^ {4}(?:async )?\*?(?:decodeMulti|decodeAsync|decodeArrayStream|decodeStream|decodeMultiAsync)\([\s\S]*?^ {4}\}\n/gmu, 5],
  "ExtensionCodec.mjs": [/^.*\btimestampExtension\b.*\n/gmu, 2],
};

/** A file of MessagePack without them. @param {string} text @param {string} name */
function lean(text, name) {
  const [idle, known] = IDLE[name];
  const count = text.match(idle)?.length;
  if (count !== known) throw new Error(`MessagePack's ${name} is another one (${count} idle parts where ${known} are known): look at scripts/words.js`);
  return text.replace(idle, "");
}

/** @param {string} text */
async function squeezed(text) {
  let out = text;
  for (const [whole, styles] of text.matchAll(/css`([^`$]*)`/gu)) {
    const { code } = await transform(styles, { loader: "css", minify: true });
    out = out.replace(whole, () => `css\`${code.trim().replaceAll("\\", "\\\\")}\``);
  }
  return out.replaceAll(/>\s*\n\s*</gu, "> <").replaceAll(/\n[ \t]+/gu, "\n");
}
