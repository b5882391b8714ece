// @ts-nocheck
// Windows, and the parts of Foundry's screen that the module hangs something on.

import { strict } from "./strict.js";

const el = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};

/** @param {any} client the window classes of one client */
export function applications(client) {
  /** https://foundryvtt.com/api/classes/foundry.applications.api.ApplicationV2.html */
  class ApplicationV2 {
    static DEFAULT_OPTIONS = { id: "app", classes: [], window: { title: "" }, position: {} };
    rendered = false;
    /** @type {HTMLElement} */
    element = /** @type {any} */ (null);
    constructor() {
      this.options = this.constructor.DEFAULT_OPTIONS;
    }
    async _renderHTML() {
      return "";
    }
    async _onRender() {}
    async render() {
      const { id, classes, window: frame, position } = this.options;
      const first = !this.element;
      if (first) {
        const title = el("header", { className: "window-header" }, el("h4", { className: "window-title", textContent: client.game.i18n.localize(frame.title) }), el("button", { type: "button", textContent: "×", ariaLabel: "Close Window", onclick: () => this.close() }));
        this.element = el("div", { id, className: ["application", ...classes].join(" ") }, title, el("section", { className: "window-content" }));
        this.element.style.width = `${position.width}px`;
        this.element.style.height = position.height === "auto" ? "auto" : `${position.height}px`;
        document.body.append(this.element);
      }
      const content = await this._renderHTML();
      this.element.querySelector(".window-content").innerHTML = content; // parts are replaced whenever the window is drawn
      this.rendered = true;
      await this._onRender({}, {});
      for (let of = this.constructor; of?.name; of = Object.getPrototypeOf(of)) client.Hooks.callAll(`render${of.name}`, this, this.element);
      return this;
    }
    setPosition(position) {
      for (const [side, pixels] of Object.entries(position)) this.element.style[side] = pixels === "auto" ? "auto" : `${pixels}px`;
      if ("left" in position) this.element.style.right = "auto";
      return position;
    }
    bringToFront() {
      this.element.style.zIndex = String(++client.front);
    }
    async close() {
      this.element?.remove();
      this.element = null;
      this.rendered = false;
      return this;
    }
  }

  /** https://foundryvtt.com/api/functions/foundry.applications.api.HandlebarsApplicationMixin.html */
  const HandlebarsApplicationMixin = (Base) => class HandlebarsApplication extends Base {
    async _renderHTML() {
      let parts = "";
      for (const [id, { template }] of Object.entries(this.constructor.PARTS)) parts += `<div data-application-part="${id}">${await (await fetch(`/${template}`)).text()}</div>`;
      return parts;
    }
  };

  /** https://foundryvtt.com/api/classes/foundry.applications.api.DialogV2.html#confirm : null when it is closed */
  const DialogV2 = strict({
    confirm: ({ window: frame, content }) => new Promise((resolve) => {
      const dialog = el("dialog", { className: "application dialog", open: true });
      dialog.innerHTML = content;
      const answer = (value) => () => (dialog.remove(), resolve(value));
      const button = (action, text, value) => Object.assign(el("button", { type: "button", textContent: text, onclick: answer(value) }), { name: action });
      dialog.prepend(el("h4", { textContent: frame.title }));
      dialog.append(...[["yes", "Yes", true], ["no", "No", false], ["close", "×", null]].map(([action, text, value]) => {
        const made = button(action, text, value);
        made.dataset.action = action;
        return made;
      }));
      document.body.append(dialog);
    }),
  }, "DialogV2");
  return { ApplicationV2, HandlebarsApplicationMixin, DialogV2 };
}

/** Chat log, combat tracker, notifications, token HUD, scene controls. */
export class Screen {
  constructor(client) {
    this.client = client;
  }

  /** https://foundryvtt.com/api/classes/foundry.applications.ui.Notifications.html : text is escaped */
  notify(level, text) {
    const note = el("li", { className: `notification ${level}`, textContent: text });
    document.querySelector("#notifications").append(note);
    this.client.notified.push([level, text]);
    setTimeout(() => note.remove(), 6000);
  }

  /** https://foundryvtt.com/api/functions/hookEvents.renderChatMessageHTML.html */
  message(message) {
    const old = document.querySelector(`#chat [data-message-id="${message.id}"]`);
    if (!message.visible) return old?.remove();
    const html = el("li", { className: `chat-message ${message.whisper.length ? "whisper" : ""}` });
    html.dataset.messageId = message.id;
    const header = el("header", { className: "message-header" }, el("b", { textContent: message._data.speaker?.alias ?? "" }), el("span", { textContent: message.whisper.length ? "whispered" : "" }));
    const content = el("div", { className: "message-content" });
    content.innerHTML = message.content;
    html.append(header, content);
    this.client.Hooks.callAll("renderChatMessageHTML", strict(message, "ChatMessage"), html, {});
    if (old) old.replaceWith(html);
    else document.querySelector("#chat").append(html);
    html.scrollIntoView({ block: "end" });
    return undefined;
  }

  /** https://foundryvtt.com/api/functions/hookEvents.renderApplicationV2.html : a tracker that is drawn anew */
  tracker() {
    const box = document.querySelector("#combat");
    const here = this.client.canvas?.scene?.id;
    const combat = this.client.raw("Combat").contents.filter(({ sceneId }) => sceneId === null || sceneId === here).at(-1);
    const html = el("section", { className: "combat-sidebar" });
    if (combat) {
      const head = el("header", {}, el("b", { textContent: combat.started ? `Round ${combat.round}` : "Not started" }));
      for (const action of ["rollAll", "rollNPC"]) {
        const button = el("button", { type: "button", textContent: action });
        button.dataset.action = action;
        head.append(button);
      }
      const list = el("ol", { className: "combat-tracker" });
      combat.turns.forEach((one, index) => {
        if (one.hidden && !this.client.user.isGM) return;
        const roll = el("button", { type: "button", className: "combatant-control", textContent: "d20" });
        roll.dataset.action = "rollInitiative";
        const name = el("div", { className: "token-name" }, el("strong", { className: "name", textContent: one.name }));
        const line = el("li", { className: `combatant ${index === combat.turn ? "active" : ""} ${one.defeated ? "defeated" : ""} ${one.hidden ? "hidden" : ""}` }, name, el("span", { className: "initiative", textContent: one.initiative ?? "" }), ...(one.initiative === null ? [roll] : []));
        line.dataset.combatantId = one.id;
        line.oncontextmenu = (event) => (event.preventDefault(), this.menu(line));
        list.append(line);
      });
      html.append(head, list);
    }
    box.replaceChildren(html);
    this.client.Hooks.callAll("renderCombatTracker", this, html, {}, {});
  }

  /** The menu of a line. Parts of an entry: https://foundryvtt.com/api/v14/interfaces/foundry.ContextMenuEntry.html , and before 14 name, condition, callback */
  menu(line) {
    const entries = [];
    this.client.Hooks.callAll("getCombatantContextOptions", this, entries);
    const late = this.client.game.release.generation >= 14;
    const shown = entries.filter((one) => (late ? one.visible : one.condition)(line));
    document.querySelector("#context-menu")?.remove();
    document.body.append(el("menu", { id: "context-menu" }, ...shown.map((one) => el("button", { type: "button", textContent: late ? one.label : one.name, onclick: (event) => (late ? one.onClick(event, line) : one.callback(line)) }))));
  }

  /** https://foundryvtt.com/api/classes/foundry.applications.hud.TokenHUD.html */
  hud(token) {
    document.querySelector("#token-hud")?.remove();
    const html = el("form", { id: "token-hud" }, el("div", { className: "col left" }), el("div", { className: "col right" }));
    document.body.append(html);
    const { x, y } = token.toGlobal({ x: token.w, y: 0 });
    html.style.left = `${x}px`;
    html.style.top = `${y}px`;
    this.client.Hooks.callAll("renderTokenHUD", strict({ object: strict(token, "Token"), element: html }, "TokenHUD"), html, {}, {});
  }

  /** A record by group since generation 13. https://foundryvtt.com/api/functions/hookEvents.getSceneControlButtons.html */
  controls() {
    const controls = { tokens: { name: "tokens", tools: { select: { name: "select", title: "Select", icon: "", order: 0, visible: true } } } };
    this.client.Hooks.callAll("getSceneControlButtons", controls);
    document.querySelector("#controls").replaceChildren(...Object.values(controls.tokens.tools).map((tool) => {
      const button = el("button", { type: "button", title: this.client.game.i18n.localize(tool.title), textContent: tool.name.slice(0, 2), onclick: () => tool.onChange?.(new Event("click"), true) });
      button.dataset.tool = tool.name;
      return button;
    }));
  }
}
