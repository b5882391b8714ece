// @ts-check
// A real server with the demonstration's table, in a throw-away folder, for the tests of one file.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("../../../.venv/bin/python", import.meta.url));
const python = process.env.FRACAS_PYTHON ?? (existsSync(own) ? own : "python3");

/**
 * Start `fracas demo` on a free port.
 * @returns {Promise<{ links: Record<string, string>, stop: () => Promise<void> }>} join links by seat name
 */
export async function demo() {
  const child = spawn(python, ["-m", "fracas_server", "demo", "--port", "0", "--no-qr"], { env: { ...process.env, PYTHONUNBUFFERED: "1" } });
  let printed = "";
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`the server did not start in time:\n${printed}`)), 20_000);
      child.stderr.on("data", (data) => (printed += data));
      child.stdout.on("data", (data) => {
        printed += data;
        if (!printed.includes("Ctrl+C")) return;
        clearTimeout(late);
        resolve(undefined);
      });
      ended.then(() => reject(new Error(`the server ended:\n${printed}`)));
    });
  } catch (error) {
    child.kill();
    throw error;
  }
  const links = Object.fromEntries([...printed.matchAll(/^ {2}(.+?) {2,}(http\S+)$/gmu)].map(([, name, link]) => [name, link]));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { links, stop };
}
