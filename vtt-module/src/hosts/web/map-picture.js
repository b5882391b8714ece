// @ts-check
// The map's background: a picture behind the canvas. There a browser shows it from anywhere; onto the canvas it would only
// take pictures whose servers allow that.

import { TILE } from "./map-token.js";

/** @import { TableMap } from "./map.js" */

export class Backdrop {
  /** @param {TableMap} map @param {(trouble: boolean) => void} trouble */
  constructor(map, trouble) {
    this.map = map;
    this.address = "";
    /** Is there a picture to see? */
    this.shown = false;
    this.image = new Image();
    this.image.alt = "";
    Object.assign(this.image.style, { position: "absolute", left: "0", top: "0", transformOrigin: "0 0", pointerEvents: "none", display: "none" });
    this.image.onload = () => this.#show(true);
    this.image.onerror = () => {
      this.#show(false);
      trouble(true);
    };
    this.clear = () => trouble(false);
    map.host.prepend(this.image);
  }

  /** @param {string} address */
  set(address) {
    if (address === this.address) return;
    this.address = address;
    this.clear();
    this.#show(false);
    if (address) this.image.src = address;
    else this.image.removeAttribute("src");
  }

  /** @param {boolean} shown */
  #show(shown) {
    this.shown = shown && this.address !== "";
    this.image.style.display = this.shown ? "block" : "none";
    this.map.refresh();
  }

  /** Keep in step with the camera. */
  follow() {
    if (!this.shown) return;
    const { world, view } = this.map;
    const { width = 24, height = 16 } = view?.map ?? {};
    const { style } = this.image;
    style.width = `${width * TILE}px`;
    style.height = `${height * TILE}px`;
    style.transform = `translate(${world.x}px, ${world.y}px) scale(${world.scale.x})`;
  }
}
