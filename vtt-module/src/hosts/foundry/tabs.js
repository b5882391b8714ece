// @ts-check
// One of a person's tabs in this browser, so that two tabs of one game master do not write everything twice.

/** Milliseconds: how often the tab that leads says so, and after how long a silent one is taken for gone. */
const BEAT = 1000;
const SILENT = 3500;

export class Tabs {
  /** @param {string} name of the person @param {() => void} leading called when this tab becomes the one */
  constructor(name, leading) {
    this.key = `fracas.tab.${name}`;
    this.id = `${Date.now()}.${Math.random()}`;
    this.leads = false;
    this.leading = leading;
  }

  start() {
    // Browsers keep locks from pages served over plain http; there the tabs take turns by a mark in their storage.
    if (navigator.locks) void navigator.locks.request(this.key, () => (this.#lead(), new Promise(() => {})));
    else {
      this.#beat();
      setInterval(() => this.#beat(), BEAT);
    }
  }

  #lead() {
    this.leads = true;
    this.leading();
  }

  #beat() {
    const [id, at] = (localStorage.getItem(this.key) ?? "").split(" ");
    const free = id === this.id || !(Date.now() - Number(at) < SILENT);
    if (free) localStorage.setItem(this.key, `${this.id} ${Date.now()}`);
    if (free && !this.leads) this.#lead();
    this.leads = free;
  }
}
