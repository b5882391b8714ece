// @ts-check
/** @import { Host } from "../host.js" */
/** @import { TokenHUD } from "../../../types/port.js" */

export const name = "renderTokenHUD";

/** A button beside the token. @param {Host} host @param {TokenHUD} hud @param {HTMLElement} html */
export function run(host, hud, html) {
  const { foundry } = host;
  const column = html.querySelector(".col.right") ?? html;
  if (!host.view || column.querySelector("[data-fracas]")) return;
  const button = html.ownerDocument.createElement("button");
  button.type = "button";
  button.className = "control-icon";
  button.dataset.fracas = "panel";
  button.title = foundry.words(host.combatantOf(hud.object.document) === null ? "Hud.Link" : "Hud.Act");
  const icon = button.appendChild(html.ownerDocument.createElement("i"));
  icon.className = "fa-solid fa-hand-fist";
  icon.setAttribute("aria-hidden", "true");
  button.addEventListener("click", () => {
    if (foundry.controlled() !== hud.object) hud.object.control({ releaseOthers: true }); // of several that are held, this one
    void host.windows.show("Panel");
  });
  column.append(button);
}
