// @ts-check
// Builds the table page into dist/page. PixiJS becomes a file of its own; the rest must stay small.

import { build } from "esbuild";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { licenses } from "./licenses.js";

const LIMIT = 60_000; // bytes, gzipped, without PixiJS
const from = new URL("../src/hosts/web/", import.meta.url);
const page = new URL("../dist/page/", import.meta.url);

await rm(page, { recursive: true, force: true });
await mkdir(page, { recursive: true });
await build({
  entryPoints: { app: new URL("main.js", from).pathname },
  outdir: page.pathname,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  chunkNames: "[name]",
  legalComments: "none",
  logLevel: "warning",
});
for (const name of ["index.html", "app.css", "icon.svg"]) await copyFile(new URL(name, from), new URL(name, page));
await writeFile(new URL("licenses.txt", page), await licenses(["@msgpack/msgpack", "lit", "lit-html", "lit-element", "@lit/reactive-element", "pixi.js", "@pixi/unsafe-eval"]));

let own = 0;
for (const name of (await readdir(page)).sort()) {
  if (name === "licenses.txt") continue;
  const size = gzipSync(await readFile(new URL(name, page)), { level: 9 }).length;
  const apart = name.startsWith("pixi");
  if (!apart) own += size;
  console.log(`${name.padEnd(16)} ${String(size).padStart(7)} bytes gzipped${apart ? "  (not counted)" : ""}`);
}
console.log(`${"the page's own".padEnd(16)} ${String(own).padStart(7)} bytes gzipped of ${LIMIT} allowed`);
if (own > LIMIT) {
  console.error(`The page is too large by ${own - LIMIT} bytes.`);
  process.exitCode = 1;
}
