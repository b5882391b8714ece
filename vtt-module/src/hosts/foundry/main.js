// @ts-check
// Registration only: every hook has a file of its own.

import { readBack } from "../../render/pixi-wounds.js";
import { Foundry, globals } from "./adapter.js";
import { Host } from "./host.js";
import * as hooks from "./hooks/index.js";
import { registerSettings } from "./settings.js";
import { connectionClass } from "./windows.js";

const foundry = new Foundry(globals());
const { Hooks } = foundry.port;
/** @type {Host | null} */
let host = null;

Hooks.once("init", () => {
  registerSettings(foundry, () => host?.connect(), () => host?.walls.chosen(), connectionClass(foundry, () => host));
  foundry.port.game.keybindings.register("fracas", "panel", {
    name: "FRACAS.Keys.Panel",
    hint: "FRACAS.Keys.PanelHint",
    editable: [{ key: "KeyF", modifiers: ["Shift"] }],
    onDown: () => {
      void host?.windows.toggle("Panel");
      return true;
    },
  });
  host = new Host(foundry);
});

Hooks.once("ready", () => host?.start());

for (const { name, run } of Object.values(hooks)) {
  Hooks.on(name, (...args) => {
    if (host) /** @type {(host: Host, ...args: any[]) => void} */ (run)(host, ...args);
  });
}

// For automated tests: what this client knows, and what really stands on a token.
Object.assign(globalThis, {
  fracasTest: {
    host: () => host,
    drawn: (/** @type {import("../../types/port.js").Token} */ token) => {
      const box = host?.overlay.boxOf(token);
      return box ? readBack(box) : [];
    },
  },
});
