// @ts-check
// Holds dist/module/module.json to what Foundry asks of a manifest, and to what is really in the folder.

import { existsSync, readFileSync, statSync } from "node:fs";

const folder = new URL("../dist/module/", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
/** @type {string[]} */
const faults = [];
const fault = (/** @type {boolean} */ bad, /** @type {string} */ text) => bad && faults.push(text);

/** @type {any} */
const manifest = JSON.parse(readFileSync(new URL("module.json", folder), "utf8"));
for (const key of ["id", "title", "version", "description", "compatibility", "esmodules", "styles", "languages", "license"]) fault(!(key in manifest), `\`${key}\` is missing`);
fault(manifest.id !== "fracas", `\`id\` is ${manifest.id}: it must be fracas, the name of the folder`);
fault(manifest.version !== version, `\`version\` is ${manifest.version}, package.json says ${version}`);
fault(manifest.compatibility?.minimum !== "13", "`compatibility.minimum` must be \"13\"");
fault("verified" in (manifest.compatibility ?? {}), "`compatibility.verified` is set, and nobody has run this version in a licensed Foundry");
fault(manifest.socket === true, "`socket` is set: this module has a socket of its own");
const paths = [...(manifest.esmodules ?? []), ...(manifest.styles ?? []), ...(manifest.languages ?? []).map((/** @type {any} */ one) => one.path), manifest.license];
for (const path of paths) fault(!existsSync(new URL(path, folder)) || !statSync(new URL(path, folder)).isFile(), `${path} is named, and there is no such file`);
for (const path of manifest.flags?.hotReload?.paths ?? []) fault(!existsSync(new URL(path, folder)), `${path} is to be watched, and there is no such folder`);

/** @param {any} words @param {string} at @returns {string[]} */
const keys = (words, at) => Object.entries(words).flatMap(([key, value]) => (typeof value === "string" ? [`${at}${key}`] : keys(value, `${at}${key}.`)));
/** @type {string[][]} */
const languages = (manifest.languages ?? []).map((/** @type {any} */ one) => keys(JSON.parse(readFileSync(new URL(one.path, folder), "utf8")), ""));
for (const [index, one] of languages.entries()) {
  for (const key of languages[0]) fault(!one.includes(key), `${manifest.languages[index].path} lacks ${key}`);
  for (const key of one) fault(!languages[0].includes(key), `${manifest.languages[index].path} has ${key}, which ${manifest.languages[0].path} has not`);
}

for (const text of faults) console.error(`module.json: ${text}.`);
if (faults.length) process.exitCode = 1;
else console.log(`module.json: fracas ${version}, ${paths.length} files, ${languages[0].length} strings in ${languages.length} language(s).`);
