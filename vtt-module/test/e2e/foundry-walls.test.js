// Walls of Foundry's scene are the table's, for games that know cover: sent by one client, when they are others; everybody gets them.

import { describe, expect, test } from "vitest";
import { hall, REFS, stage, TOKENS } from "./foundry-stage.js";

const house = stage();
const VAMPIRE = "Last call at the Blue Hour";

describe.each([13, 14])("generation %i, a game without cover", (generation) => {
  const here = hall(house, generation, async () => {
    await here.enter();
    await here.sit({ gm: "Game master" });
  });
  const { at, give, shown, panel } = here;

  test("is told no walls, and offers none", async () => {
    await give("gm", { do: "set_ref", id: "alecia", ref: REFS.alecia });
    await at.gm.evaluate(() => window.fracasTest.host().walls.soon());
    await new Promise((resolve) => setTimeout(resolve, 600)); // longer than walls wait
    expect(await at.gm.evaluate(() => window.fracasTest.host().view.map.walls ?? null)).toBe(null);
    await panel("gm");
    await shown("gm", "panel-gm").click();
    expect(await shown("gm", "cover").count()).toBe(0);
    await here.sound();
  });
});

describe.each([13, 14])("generation %i, a game with cover", (generation) => {
  const here = hall(house, generation, async () => {
    await here.enter();
    await here.sit({ gm: "Game master", gm2: "Game master", mara: "Mara" }, VAMPIRE);
  });
  const { at, give, until, quiet, shown, panel, picture } = here;
  const still = () => quiet().then(() => new Promise((resolve) => setTimeout(resolve, 600))); // longer than walls wait
  const walls = (who = "gm") => at[who].evaluate(() => window.fracasTest.host().view.map.walls ?? []);
  const spans = async () => (await walls()).map(({ ax, ay, bx, by }) => [ax, ay, bx, by]);
  /** How often they were changed: each time can be undone. */
  const changes = (who = "gm") => at[who].evaluate(() => window.fracasTest.host().view.undo.filter(({ label }) => label === "Walls changed").length);
  const scene = (run, who = "gm") => at[who].evaluate(new Function(`return (${run})(window.game.scenes.active);`));
  const become = (count, who = "gm") => until(who, (wanted) => (window.fracasTest.host().view.map.walls ?? []).length === wanted, count);

  test("gets them from one client, once, with the middle kind; everybody sees them", async () => {
    await give("gm", { do: "set_ref", id: "samuel", ref: REFS.alecia });
    await become(1);
    await become(1, "mara");
    // 800 - 100 and so on: the scene begins 100 pixels into the canvas, and its squares have 100.
    expect([await walls(), await walls("mara")]).toEqual(Array(2).fill([{ ax: 700, ay: 200, bx: 700, by: 600, cover: "good" }]));
    await at.gm.evaluate(() => window.canvas.scene && window.Hooks.callAll("canvasReady", window.canvas));
    await still();
    expect(await changes()).toBe(1);
  });

  test("a room that is drawn is one message; a door that opens another; what changes nothing none", async () => {
    await scene(`async (scene) => {
      for (const c of [[300, 300, 500, 300], [500, 300, 500, 500]]) await scene.createEmbeddedDocuments("Wall", [{ c }]);
      await scene.createEmbeddedDocuments("Wall", [{ c: [300, 500, 500, 500], door: 1 }]);
    }`);
    await become(4);
    await still();
    expect(await spans()).toEqual([[700, 200, 700, 600], [200, 200, 400, 200], [200, 400, 400, 400], [400, 200, 400, 400]]);
    expect(await changes()).toBe(2);
    await scene(`(scene) => scene.walls.find(({ door }) => door === 1).update({ ds: 1 })`);
    await become(3);
    await scene(`(scene) => scene.walls.find(({ door }) => door === 1).update({ flags: { other: { seen: true } } })`);
    await still();
    expect(await changes()).toBe(3);
    await scene(`(scene) => scene.walls.find(({ c }) => c[0] === 800).delete()`);
    await become(2);
  });

  test("the game master chooses what walls give, or that they give nothing", async () => {
    await panel("gm");
    await shown("gm", "panel-gm").click();
    expect(await shown("gm", "cover").inputValue()).toBe("good");
    expect(await shown("gm", "cover").locator("option").allInnerTexts()).toEqual(["none", "Light", "Good", "Superior"]);
    await picture("gm", "cover");
    await shown("gm", "cover").selectOption("light");
    await until("gm", () => window.fracasTest.host().view.map.walls.every(({ cover }) => cover === "light"));
    await shown("gm", "cover").selectOption("none");
    await become(0);
  });

  test("another game master writes: what stands already is not sent anew, what is new is", async () => {
    await shown("gm", "cover").selectOption("superior");
    await become(2, "gm2");
    const stand = await walls("gm2");
    const before = await changes("gm2");
    await at.gm.close();
    await until("gm2", () => window.fracasTest.host().mayWrite());
    await still();
    expect(await changes("gm2")).toBe(before);
    await scene(`(scene) => scene.createEmbeddedDocuments("Wall", [{ c: [900, 900, 1000, 900] }])`, "gm2");
    await become(3, "mara");
    expect(await walls("mara")).toEqual([...stand, { ax: 800, ay: 800, bx: 900, by: 800, cover: "superior" }]);
  });

  test("a circle is drawn around whom a form asks about, and goes with the form", async () => {
    const drawn = () => at.gm2.evaluate(() => {
      const { ring } = window.fracasTest.host().overlay;
      return ring && !ring.destroyed ? Math.round(ring.getLocalBounds().width) : 0;
    });
    await panel("gm2");
    const ask = (detail) => at.gm2.evaluate((detail) => {
      const palette = document.querySelector("fracas-panel").shadowRoot.querySelector("fracas-palette");
      palette.dispatchEvent(new CustomEvent("fracas-area", { bubbles: true, composed: true, detail }));
    }, detail);
    await ask({ around: "samuel", reach: 3 });
    // Three units and whatever is rounded down to them, on squares of 100 pixels; and half the line on both sides.
    const unit = await at.gm2.evaluate(() => window.fracasTest.host().view.map.unit_per_square);
    expect(await drawn()).toBe(Math.round((2 * 4 * 100) / unit) + 5);
    await ask({});
    expect(await drawn()).toBe(0);
  });

  test("a click on the scene fills in the square that somebody moves to, and their token goes there", async () => {
    const token = () => at.gm2.evaluate(() => window.fracasTest.host().view.combatants.samuel.token);
    const { x, y } = await token();
    await here.control("gm2", TOKENS.alecia);
    await panel("gm2");
    await at.gm2.locator('#fracas-panel [data-testid="choice"][data-id="move"] .pick').click();
    const spot = await at.gm2.evaluate(([x, y]) => {
      const { left, top } = window.canvas._app.view.getBoundingClientRect();
      const zoom = window.canvas._app.stage.scale.x;
      return { x: left + (100 + (x + 0.5) * 100) * zoom, y: top + (100 + (y + 0.5) * 100) * zoom };
    }, [x + 1, y]);
    await at.gm2.mouse.click(spot.x, spot.y);
    const side = (id) => at.gm2.locator(`#fracas-panel [data-testid="param"][data-id="to"] input[data-id="${id}"]`);
    await expect.poll(() => side("x").inputValue()).toBe(String(x + 2)); // people count from one
    expect(await side("y").inputValue()).toBe(String(y + 1));
    await shown("gm2", "act").click();
    await until("gm2", ([x, y]) => {
      const { token } = window.fracasTest.host().view.combatants.samuel;
      return token.x === x && token.y === y;
    }, [x + 1, y]);
    await until("mara", ([id, x, y]) => {
      const { document } = window.canvas.tokens.placeables.find((one) => one.id === id);
      return document.x === 100 + 100 * x && document.y === 100 + 100 * y;
    }, [TOKENS.alecia, x + 1, y]);
    await here.sound();
  });
});
