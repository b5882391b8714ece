// @ts-check
// Foundry windows around this module's elements, and the sign that always says how the connection is.

import { openAsks } from "../../core/view.js";
import { ID } from "./adapter.js";
import "./connection.js";
import "./dock.js";
import "./panel.js";

/** @import { Foundry } from "./adapter.js" */
/** @import { Host } from "./host.js" */
/** @import { Application, ApplicationClass } from "../../types/port.js" */

/**
 * A window that is a frame around one element. The element is given `host` whenever the frame is drawn.
 * @param {Foundry} foundry @param {() => Host | null} host
 * @param {{ id: string, tag: string, icon: string, width: number, height: number | "auto" }} frame
 * @returns {ApplicationClass}
 */
function windowClass(foundry, host, { id, tag, icon, width, height }) {
  const { ApplicationV2, HandlebarsApplicationMixin } = foundry.port.foundry.applications.api;
  const Base = /** @type {any} */ (HandlebarsApplicationMixin(ApplicationV2));
  class FracasWindow extends Base {
    /** Foundry calls hooks and reports faults by the class's name, which a build makes short. */
    static get name() {
      return "FracasWindow";
    }

    static DEFAULT_OPTIONS = {
      id: `${ID}-${id}`,
      classes: ["fracas-window"],
      window: { title: `FRACAS.${id === "panel" ? "Title" : "Connection.Title"}`, icon, resizable: true },
      position: { width, height },
    };
    static PARTS = { main: { template: `modules/${ID}/templates/${id}.hbs` } };

    /** @param {object} context @param {object} options */
    async _onRender(context, options) {
      await super._onRender(context, options);
      const inside = this.element.querySelector(tag);
      if (inside) known(inside, tag).host = host();
    }
  }
  return /** @type {ApplicationClass} */ (/** @type {unknown} */ (FracasWindow));
}

/** The same element, or one made in this document, where a window of its own does not know this module's elements. @param {any} found @param {string} tag @returns {any} */
function known(found, tag) {
  if (found instanceof /** @type {CustomElementConstructor} */ (customElements.get(tag))) return found;
  const made = document.createElement(tag);
  found.replaceWith(made);
  return made;
}

/** @param {Foundry} foundry @param {() => Host | null} host */
export const connectionClass = (foundry, host) => windowClass(foundry, host, { id: "connection", tag: "fracas-connection", icon: "fa-solid fa-plug", width: 460, height: "auto" });

/** Of the window of actions, in pixels. */
const PANEL = { width: 400, height: 620 };

export class Windows {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    const { foundry } = host;
    this.Panel = windowClass(foundry, () => host, { id: "panel", tag: "fracas-panel", icon: "fa-solid fa-hand-fist", ...PANEL });
    this.Connection = connectionClass(foundry, () => host);
    /** @type {Record<string, Application>} */
    this.open = {};
    /** @type {import("lit").LitElement & { host?: Host } | null} */
    this.dock = null;
    this.asked = "";
  }

  /** From here on the connection's state is on screen. */
  start() {
    addEventListener("resize", () => this.dockPanel());
    this.dock = Object.assign(/** @type {import("lit").LitElement} */ (document.createElement("fracas-dock")), { host: this.host });
    document.body.append(this.dock);
  }

  /** @param {"Panel" | "Connection"} which */
  async show(which) {
    const shown = this.open[which] ?? new this[which]();
    this.open[which] = shown;
    if (!shown.rendered) {
      await shown.render({ force: true }); // drawing it anew would forget what was chosen in it
      this.dockPanel();
    }
    shown.bringToFront();
  }

  /** Act for somebody, whatever token is held. @param {string} id */
  async act(id) {
    await this.show("Panel");
    /** @type {any} */ (this.open.Panel.element.querySelector("fracas-panel")).select(id);
  }

  /** At the side, as high as the page, where this person wants it there; it may be dragged away again. */
  dockPanel() {
    const { Panel } = this.open;
    if (!Panel?.rendered || Panel.element.ownerDocument !== document || !this.host.foundry.setting("docked")) return;
    const right = document.querySelector("#sidebar")?.getBoundingClientRect().left ?? innerWidth;
    Panel.setPosition({ left: right - PANEL.width, top: 0, width: PANEL.width, height: innerHeight });
  }

  /** To the side, or away from it. */
  async toggleDock() {
    const { foundry } = this.host;
    await foundry.set("docked", !foundry.setting("docked"));
    this.dockPanel();
    if (!foundry.setting("docked")) this.open.Panel.setPosition({ top: 60, height: PANEL.height });
    this.refresh();
  }

  /** @param {"Panel" | "Connection"} which */
  toggle(which) {
    const shown = this.open[which];
    return shown?.rendered ? shown.close() : this.show(which);
  }

  /** Draw what has changed; a question to this person comes to the front. */
  refresh() {
    for (const { rendered, element } of Object.values(this.open)) {
      const inside = rendered ? element.querySelector("fracas-panel, fracas-connection") : null;
      /** @type {any} */ (inside)?.requestUpdate();
    }
    this.dock?.requestUpdate();
    const mine = this.#mine().join();
    if (mine && mine !== this.asked) void this.show("Panel");
    this.asked = mine;
  }

  /** Questions that nobody else is there to answer. */
  #mine() {
    const { view } = this.host;
    const played = new Set(Object.values(view?.seats ?? {}).filter(({ role, revoked }) => role === "player" && !revoked).flatMap(({ owns }) => owns ?? []));
    return openAsks(view).flatMap(([id, ask]) => (ask.deputy && played.has(ask.who) ? [] : [id]));
  }
}
