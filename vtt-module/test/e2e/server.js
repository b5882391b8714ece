// @ts-check
// A real server, started as its owner would, for the tests of one file.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("../../../.venv/bin/python", import.meta.url));
const python = process.env.FRACAS_PYTHON ?? (existsSync(own) ? own : "python3");

/**
 * A running server: the join links that it printed, by table and whom they are for; `links` are those of the first table.
 * @typedef {{ links: Record<string, string>, tables: Record<string, Record<string, string>>, port: string, stop: () => Promise<void> }} Running
 */

/** The demonstration's table, in a throw-away folder unless told otherwise. @param {{ data?: string, port?: string, origin?: string }} [where] @returns {Promise<Running>} */
export const demo = ({ data, port = "0", origin } = {}) => start(["demo", "--port", port, "--no-qr", ...(data ? ["--data", data] : [])], /Ctrl\+C/u, origin ? { FRACAS_ORIGINS: origin } : {});

/** A server without tables. @param {string} data an empty folder @returns {Promise<Running>} */
export const serve = (data) => start(["serve", "--port", "0", "--data", data, "--log-level", "warning"], /#join=\S+\s/u);

/** @param {string[]} flags @param {RegExp} ready what it prints when it is ready @param {Record<string, string>} [settings] environment variables @returns {Promise<Running>} */
async function start(flags, ready, settings = {}) {
  const child = spawn(python, ["-m", "fracas_server", ...flags], { env: { ...process.env, PYTHONUNBUFFERED: "1", ...settings } });
  let printed = "";
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`the server did not start in time:\n${printed}`)), 20_000);
      child.stderr.on("data", (data) => (printed += data));
      child.stdout.on("data", (data) => {
        printed += data;
        if (!ready.test(printed)) return;
        clearTimeout(late);
        resolve(undefined);
      });
      ended.then(() => reject(new Error(`the server ended:\n${printed}`)));
    });
  } catch (error) {
    child.kill();
    throw error;
  }
  /** @type {Record<string, Record<string, string>>} */
  const tables = {};
  let title = "";
  for (const line of printed.split("\n")) {
    const [, name, link] = /^ {2}(.+?) {2,}(http\S+)$/u.exec(line) ?? [];
    if (link) (tables[title] ??= {})[name] = link;
    else if (line.trim()) title = line.trim();
  }
  const links = Object.values(tables)[0] ?? {};
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { links, tables, port: new URL(Object.values(links)[0]).port, stop };
}
