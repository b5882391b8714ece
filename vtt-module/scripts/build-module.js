// @ts-check
// Builds the Foundry module into dist/module: what its zip holds.

import { build } from "esbuild";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { licenses } from "./licenses.js";
import { words } from "./words.js";

const LIMIT = 80_000; // bytes, gzipped
const root = new URL("../", import.meta.url);
const module = new URL("../dist/module/", import.meta.url);

await rm(module, { recursive: true, force: true });
await mkdir(module, { recursive: true });
await build({
  entryPoints: { fracas: new URL("src/hosts/foundry/main.js", root).pathname },
  outdir: new URL("scripts/", module).pathname,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  sourcemap: true,
  legalComments: "none",
  logLevel: "warning",
  plugins: [words().plugin],
});
for (const name of ["module.json", "lang", "styles", "templates"]) await cp(new URL(name, root), new URL(name, module), { recursive: true });
await cp(new URL("../LICENSE", root), new URL("LICENSE", module));
await writeFile(new URL("licenses.txt", module), await licenses(["@msgpack/msgpack", "lit", "lit-html", "lit-element", "@lit/reactive-element"]));

const size = gzipSync(await readFile(new URL("scripts/fracas.js", module)), { level: 9 }).length;
console.log(`scripts/fracas.js ${size} bytes gzipped of ${LIMIT} allowed`);
if (size > LIMIT) {
  console.error(`The module is too large by ${size - LIMIT} bytes.`);
  process.exitCode = 1;
}
