// @ts-check
// Builds the table page into dist/page. PixiJS becomes a file of its own; the rest must stay small.

import { build, transform } from "esbuild";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { licenses } from "./licenses.js";
import { unused, words } from "./words.js";

/** Bytes, gzipped: of what everybody loads, without PixiJS; and of what only game masters load besides. */
const LIMITS = { page: 60_000, master: 20_000 };
const FOR_MASTERS = ["gm.js"];
const OTHER_LANGUAGES = ["de.js"]; // loaded only by those who read them
const from = new URL("../src/hosts/web/", import.meta.url);
const page = new URL("../dist/page/", import.meta.url);

await rm(page, { recursive: true, force: true });
await mkdir(page, { recursive: true });
const { plugin, used } = words();
/** @type {import("esbuild").BuildOptions} */
const how = {
  outdir: page.pathname,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  chunkNames: "[name]",
  legalComments: "none",
  logLevel: "warning",
  plugins: [plugin],
};
// PixiJS by itself: what its old modules need to be bundled would be the page's to load.
await build({ ...how, entryPoints: { app: new URL("main.js", from).pathname }, external: ["./pixi.js"] });
await build({ ...how, entryPoints: { pixi: new URL("pixi.js", from).pathname } });
const idle = unused(used);
if (idle.length) throw new Error(`nobody says these words: ${idle.join(", ")}`);
for (const name of ["index.html", "manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"]) await copyFile(new URL(name, from), new URL(name, page));
await writeFile(new URL("app.css", page), (await transform(await readFile(new URL("app.css", from), "utf8"), { loader: "css", minify: true })).code);
await writeFile(new URL("sw.js", page), await worker());
await writeFile(new URL("licenses.txt", page), await licenses(["@msgpack/msgpack", "lit", "lit-html", "lit-element", "@lit/reactive-element", "pixi.js", "@pixi/unsafe-eval"]));

const sizes = { page: 0, master: 0 };
for (const name of (await readdir(page)).sort()) {
  if (name === "licenses.txt") continue;
  const size = gzipSync(await readFile(new URL(name, page)), { level: 9 }).length;
  const apart = name.startsWith("pixi") || name.endsWith(".png") || OTHER_LANGUAGES.includes(name);
  if (!apart) sizes[FOR_MASTERS.includes(name) ? "master" : "page"] += size;
  console.log(`${name.padEnd(16)} ${String(size).padStart(7)} bytes gzipped${apart ? "  (not counted)" : ""}`);
}
for (const [what, part] of /** @type {const} */ ([["the page's own", "page"], ["for masters", "master"]])) {
  console.log(`${what.padEnd(16)} ${String(sizes[part]).padStart(7)} bytes gzipped of ${LIMITS[part]} allowed`);
  if (sizes[part] <= LIMITS[part]) continue;
  console.error(`That is too large by ${sizes[part] - LIMITS[part]} bytes.`);
  process.exitCode = 1;
}

/** The service worker, with what it keeps: the files of the page, under a name that changes with them. */
async function worker() {
  const names = (await readdir(page)).filter((name) => name !== "licenses.txt").sort();
  const hash = createHash("sha256");
  for (const name of names) hash.update(name).update(await readFile(new URL(name, page)));
  const shell = ["./", ...names.filter((name) => name !== "index.html")];
  const text = (await readFile(new URL("sw.js", from), "utf8")).replace('("__SHELL__")', JSON.stringify(shell)).replace("__NAME__", `fracas-${hash.digest("hex").slice(0, 12)}`);
  return (await transform(text, { minify: true })).code;
}
