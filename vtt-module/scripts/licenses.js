// @ts-check
import { readdir, readFile } from "node:fs/promises";

/** The licences of the code that a build carries. @param {string[]} names of packages @returns {Promise<string>} */
export async function licenses(names) {
  const parts = [];
  for (const name of names) {
    const folder = new URL(`../node_modules/${name}/`, import.meta.url);
    const { version, license } = JSON.parse(await readFile(new URL("package.json", folder), "utf8"));
    const file = (await readdir(folder)).find((one) => /^licen[cs]e/iu.test(one));
    const text = file ? (await readFile(new URL(file, folder), "utf8")).trim() : "";
    parts.push(`${name} ${version} (${license})\n\n${text}\n`);
  }
  return parts.join(`\n${"-".repeat(72)}\n\n`);
}
