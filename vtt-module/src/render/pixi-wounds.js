// @ts-check
// Paints pictures into a PixiJS 7 container, and reads back what stands there. PIXI is given: the host may have its own copy.

/** @import { Ink, Picture, Shape } from "../types/view.js" */

/** @type {Record<Ink, number>} */
const INKS = {
  paper: 0xffffff,
  ink: 0xffffff,
  back: 0x1c222b,
  well: 0x2f8f5b,
  hurt: 0xb7791f,
  grave: 0xc0392b,
  edge: 0x0b0e12,
  note: 0x4b3f8f,
};

const painted = Symbol("fracas pictures");

/**
 * Paint the pictures into `container`, in place of what stood there. Painting the same again costs nothing.
 * @param {any} PIXI @param {any} container a PIXI.Container that belongs to us @param {Picture[]} pictures
 */
export function paint(PIXI, container, pictures) {
  const signature = JSON.stringify(pictures);
  if (container[painted] === signature) return;
  container[painted] = signature;
  for (const child of container.removeChildren()) child.destroy({ children: true });
  for (const { kind, label, shapes } of pictures) {
    const group = container.addChild(new PIXI.Container());
    group.name = kind;
    group.fracasLabel = label;
    for (const shape of shapes) group.addChild(one(PIXI, shape)).name = shape.part;
  }
}

/** @param {any} PIXI @param {Shape} shape */
function one(PIXI, shape) {
  if (shape.shape === "text") {
    const text = new PIXI.Text(shape.text, {
      fontFamily: "system-ui, sans-serif",
      fontWeight: "700",
      fontSize: shape.size,
      fill: INKS[shape.fill],
      stroke: INKS.edge,
      strokeThickness: shape.size * 0.14,
    });
    text.resolution = 3; // stays sharp when the map is zoomed in
    text.anchor.set(...(shape.anchor ?? [0, 0]));
    text.position.set(shape.x, shape.y);
    return text;
  }
  const drawing = new PIXI.Graphics();
  if (shape.shape === "line") {
    drawing.lineStyle({ width: shape.width, color: INKS[shape.line], cap: "round" });
    drawing.moveTo(shape.points[0], shape.points[1]);
    for (let index = 2; index < shape.points.length; index += 2) drawing.lineTo(shape.points[index], shape.points[index + 1]);
    return drawing;
  }
  if (shape.line) drawing.lineStyle({ width: 1, color: INKS[shape.line] });
  if (shape.fill) drawing.beginFill(INKS[shape.fill], shape.alpha ?? 1);
  if (shape.shape === "circle") drawing.drawCircle(shape.x, shape.y, shape.r);
  else if (shape.radius) drawing.drawRoundedRect(shape.x, shape.y, shape.w, shape.h, shape.radius);
  else drawing.drawRect(shape.x, shape.y, shape.w, shape.h);
  if (shape.fill) drawing.endFill();
  return drawing;
}

/**
 * What really stands in a painted container, read from the display objects: for tests and for screen readers.
 * `share` is the length of a bar's fill against its back; `parts` counts the drawn primitives by part.
 * @param {any} container
 * @returns {{ kind: string, label: string, visible: boolean, parts: Record<string, number>, texts: string[], share?: number }[]}
 */
export function readBack(container) {
  return container.children.map((/** @type {any} */ group) => {
    /** @type {Record<string, number>} */
    const parts = {};
    /** @type {string[]} */
    const texts = [];
    /** @type {Record<string, number>} */
    const widths = {};
    for (const child of group.children) {
      const drawn = child.geometry ? child.geometry.graphicsData.length : child.text ? 1 : 0;
      if (drawn) parts[child.name] = (parts[child.name] ?? 0) + drawn;
      if (child.text) texts.push(child.text);
      const width = child.geometry?.graphicsData[0]?.shape.width;
      if (width !== undefined) widths[child.name] = width;
    }
    const share = group.name === "bar" && widths.back ? (widths.fill ?? 0) / widths.back : undefined;
    const visible = group.worldVisible && group.getBounds().width > 0;
    return { kind: group.name, label: group.fracasLabel, visible, parts, texts, ...(share === undefined ? {} : { share: Math.round(share * 1000) / 1000 }) };
  });
}
