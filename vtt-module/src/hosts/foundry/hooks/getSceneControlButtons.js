// @ts-check
/** @import { Host } from "../host.js" */
/** @import { SceneControl } from "../../../types/port.js" */

export const name = "getSceneControlButtons";

/** A tool among those for tokens. @param {Host} host @param {Record<string, SceneControl>} controls */
export function run(host, controls) {
  const tools = controls.tokens?.tools;
  if (!tools) return;
  tools.fracas = {
    name: "fracas",
    title: "FRACAS.Keys.Panel",
    icon: "fa-solid fa-hand-fist",
    order: Object.keys(tools).length,
    button: true,
    visible: true,
    onChange: () => void host.windows.toggle("Panel"),
  };
}
