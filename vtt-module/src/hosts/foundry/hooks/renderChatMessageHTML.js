// @ts-check
/** @import { ChatMessage } from "../../../types/port.js" */
/** @import { Host } from "../host.js" */

export const name = "renderChatMessageHTML";

/** @param {Host} host @param {ChatMessage} message @param {HTMLElement} html */
export function run(host, message, html) {
  host.chat.rendered(message, html);
}
