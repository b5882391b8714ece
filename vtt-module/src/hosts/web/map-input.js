// @ts-check
// Fingers, mouse and keyboard on the map.

import { nameOf } from "../../core/view.js";
import { t } from "../../lang/lang.js";
import { TILE } from "./map-token.js";

/** @import { TableMap } from "./map.js" */

/** Pixels a pointer may stray and still be a click. */
const STRAY = 6;
/** Milliseconds of holding a token that mean "this is the target". */
const LONG = 550;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {TableMap} map @returns {() => void} stops listening */
export function listen(map) {
  const { host } = map;
  const stop = new AbortController();
  const options = { signal: stop.signal };
  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  /** @type {{ id: string | null, x: number, y: number, doing: "nothing" | "drag" | "pan" | "done" | "measure" | "wall", aim: boolean, add: boolean, offset: { x: number, y: number }, hold?: ReturnType<typeof setTimeout> } | null} */
  let gesture = null;

  const point = (/** @type {MouseEvent} */ event) => {
    const box = host.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  };

  host.addEventListener("pointerdown", (event) => {
    const at = point(event);
    if (event.target instanceof Element && event.target.closest("button")) return;
    host.focus({ preventScroll: true });
    host.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at);
    if (fingers.size > 1) {
      drop();
      return;
    }
    const world = map.toWorld(at.x, at.y);
    const { measure, walls } = map;
    const id = measure.on || walls.on ? null : map.tokenAt(at.x, at.y);
    const square = id ? map.squareOf(id) : { x: 0, y: 0 };
    gesture = {
      id,
      ...at,
      doing: measure.on ? "measure" : walls.on ? "wall" : "nothing",
      aim: event.altKey || event.shiftKey || event.button === 2,
      add: event.shiftKey,
      offset: { x: world.x - square.x * TILE, y: world.y - square.y * TILE },
    };
    if (measure.on) measure.start(squareAt(world));
    else if (walls.on) walls.start(world);
    const mine = gesture;
    if (id) mine.hold = setTimeout(() => {
      if (mine.doing !== "nothing") return;
      mine.doing = "done";
      map.events.pick(id, { aim: true, add: false });
    }, LONG);
  }, options);

  host.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const at = point(event);
    fingers.set(event.pointerId, at);
    if (fingers.size === 2) pinch(event.pointerId, before, at);
    if (fingers.size !== 1 || !gesture) return;
    if (gesture.doing === "nothing" && Math.hypot(at.x - gesture.x, at.y - gesture.y) > STRAY) {
      clearTimeout(gesture.hold);
      gesture.doing = gesture.id && map.movable(gesture.id) && !gesture.aim ? "drag" : "pan";
    }
    if (gesture.doing === "pan") map.pan(at.x - before.x, at.y - before.y);
    if (gesture.doing === "drag") hold(at);
    if (gesture.doing === "wall") map.walls.reach(map.toWorld(at.x, at.y));
    if (gesture.doing === "measure") map.measure.reach(squareAt(map.toWorld(at.x, at.y)));
  }, options);

  /** @param {{ x: number, y: number }} at */
  function hold(at) {
    if (!gesture?.id) return;
    const world = map.toWorld(at.x, at.y);
    map.held = { id: gesture.id, x: world.x - gesture.offset.x, y: world.y - gesture.offset.y };
    const { x, y } = snapped(map.held);
    const size = (map.view?.combatants[gesture.id]?.token?.size ?? 1) * TILE;
    map.ghost.clear().lineStyle({ width: 3, color: 0xe0a526 }).beginFill(0xe0a526, 0.18).drawRect(x * TILE, y * TILE, size, size).endFill();
    map.paint();
  }

  /** @param {number} id @param {{ x: number, y: number }} before @param {{ x: number, y: number }} at */
  function pinch(id, before, at) {
    const other = [...fingers].find(([one]) => one !== id)?.[1];
    if (!other) return;
    const spread = (/** @type {{ x: number, y: number }} */ one) => Math.max(20, Math.hypot(one.x - other.x, one.y - other.y));
    map.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    map.zoom(spread(at) / spread(before), (at.x + other.x) / 2, (at.y + other.y) / 2);
  }

  /** Give up what was begun. */
  function drop() {
    clearTimeout(gesture?.hold);
    gesture = null;
    map.held = null;
    map.ghost.clear();
    map.walls.drop();
    map.paint();
  }

  const ended = (/** @type {PointerEvent} */ event) => {
    if (!fingers.delete(event.pointerId)) return;
    const done = gesture;
    const held = map.held;
    if (done?.doing === "wall" && event.type === "pointerup") map.walls.end(map.toWorld(point(event).x, point(event).y));
    drop();
    if (!done || event.type === "pointercancel") return;
    if (done.doing === "drag" && held) {
      const { x, y } = snapped(held);
      map.put(held.id, x, y);
    } else if (done.doing === "nothing" && done.id) {
      map.events.pick(done.id, { aim: done.aim, add: done.add });
    } else if (done.doing === "nothing") {
      const { x, y } = squareAt(map.toWorld(done.x, done.y));
      const { width, height } = map.view?.map ?? { width: 0, height: 0 };
      if (x >= 0 && y >= 0 && x < width && y < height) map.events.square({ x, y });
    }
  };
  host.addEventListener("pointerup", ended, options);
  host.addEventListener("pointercancel", ended, options);
  host.addEventListener("contextmenu", (event) => event.preventDefault(), options);
  host.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x, y } = point(event);
    map.zoom(Math.exp(-event.deltaY * 0.0015), x, y);
  }, { ...options, passive: false });

  host.addEventListener("blur", () => {
    map.cursor = null;
    map.refresh();
  }, options);

  host.addEventListener("keydown", (event) => {
    if (event.target !== host || event.ctrlKey || event.metaKey) return;
    if (key(event)) event.preventDefault();
  }, options);

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something here */
  function key(event) {
    const { selected } = map.choice;
    if (event.key === "Tab") return step(event.shiftKey ? -1 : 1);
    if (event.key in ARROWS) {
      const [dx, dy] = ARROWS[event.key];
      if (map.measure.on) map.measure.step(dx, dy);
      else if (selected && map.view?.combatants[selected]?.token && map.movable(selected)) {
        const { x, y } = map.squareOf(selected);
        map.put(selected, x + dx, y + dy);
      } else map.pan(-dx * TILE, -dy * TILE);
      return true;
    }
    if (event.key === "+" || event.key === "=") map.zoom(1.2);
    else if (event.key === "-") map.zoom(1 / 1.2);
    else if (event.key === "0") map.fit();
    else if (event.key.toLowerCase() === "m") measuring(!map.measure.on);
    else if (map.measure.on && event.key === "Escape") measuring(false);
    else if (map.walls.on && event.key === "Escape") map.events.walling(false);
    else if (map.walls.on && (event.key === "Delete" || event.key === "Backspace")) map.events.unwall();
    else if (map.measure.on && event.key === "Enter" && map.measure.to) map.measure.start(map.measure.to);
    else if (map.cursor && (event.key === "Enter" || event.key === " ")) map.events.pick(map.cursor, { aim: event.altKey, add: event.shiftKey });
    else if (map.cursor && event.key.toLowerCase() === "t") map.events.pick(map.cursor, { aim: true, add: event.shiftKey });
    else return false;
    return true;
  }

  /** By key, it begins at once. @param {boolean} on */
  function measuring(on) {
    map.events.measuring(on);
    if (on) map.measure.begin();
  }

  /** The keyboard's cursor goes to the next token; past the last one it leaves the map. @param {number} way */
  function step(way) {
    const ids = [...map.tokens.keys()];
    const next = map.cursor ? ids.indexOf(map.cursor) + way : way > 0 ? 0 : ids.length - 1;
    map.cursor = ids[next] ?? null;
    map.refresh();
    if (!map.cursor) return false;
    const { x, y } = map.squareOf(map.cursor);
    map.reveal({ x, y });
    map.events.say(t("map.cursor", { name: nameOf(map.view, map.cursor), x: x + 1, y: y + 1 }));
    return true;
  }

  return () => stop.abort();
}

/** The square around a point of the world. @param {{ x: number, y: number }} point */
const squareAt = ({ x, y }) => ({ x: Math.floor(x / TILE), y: Math.floor(y / TILE) });

/** The square nearest to a point of the world. @param {{ x: number, y: number }} point */
const snapped = ({ x, y }) => ({ x: Math.round(x / TILE), y: Math.round(y / TILE) });
