// Walls of Foundry's scene are the table's, for games that know cover: sent by one client, when they are others. The demonstration's first
// game knows none, so its kinds of cover are put in here, and what is sent is read instead of given to the server.

import { describe, expect, test } from "vitest";
import { hall, REFS, stage } from "./foundry-stage.js";

const house = stage();

describe.each([13, 14])("generation %i", (generation) => {
  const here = hall(house, generation, async () => {
    await here.enter();
    await here.sit({ gm: "Game master", gm2: "Game master", mara: "Mara" });
    for (const who of ["gm", "gm2", "mara"]) await at[who].evaluate(listen);
  });
  const { at, give, until, quiet, shown, panel, picture } = here;
  /** Long enough for walls to be sent, if they were. */
  const still = () => quiet().then(() => new Promise((resolve) => setTimeout(resolve, 600)));
  const sent = (who = "gm") => at[who].evaluate(() => window.walls);
  const scene = (run, argument) => at.gm.evaluate(new Function("argument", `return (${run})(window.game.scenes.active, argument);`), argument);
  const bar = { ax: 700, ay: 200, bx: 700, by: 600 }; // 800 - 100 and so on: the scene begins 100 pixels into the canvas

  /** In a page: keep what would be sent, and let the table have it. */
  function listen() {
    const host = window.fracasTest.host();
    const real = host.session.do.bind(host.session);
    window.walls = [];
    host.session.do = async (command, how) => {
      if (command.do !== "set_walls") return real(command, how);
      window.walls.push(command.walls);
      host.view.map.walls = command.walls;
      return { resolution: null };
    };
  }

  test("a game that knows no cover is told no walls", async () => {
    await give("gm", { do: "set_ref", id: "alecia", ref: REFS.alecia });
    await at.gm.evaluate(() => window.fracasTest.host().walls.soon());
    await still();
    expect(await sent()).toEqual([]);
    await panel("gm");
    await shown("gm", "panel-gm").click();
    expect(await shown("gm", "cover").count()).toBe(0);
  });

  test("one that does gets them from one client, once, with the middle kind", async () => {
    for (const who of ["gm", "gm2", "mara"]) {
      await at[who].evaluate(() => {
        const { schemas, walls } = window.fracasTest.host();
        schemas.now = { ...schemas.now, covers: [{ id: "light", label: "Light cover" }, { id: "good", label: "Good cover" }, "superior"] };
        walls.chosen();
      });
    }
    await still();
    expect([await sent(), await sent("gm2"), await sent("mara")]).toEqual([[[{ ...bar, cover: "good" }]], [], []]);
    await at.gm.evaluate(() => window.canvas.scene && window.Hooks.callAll("canvasReady", window.canvas));
    await still();
    expect(await sent()).toHaveLength(1);
  });

  test("a room that is drawn is one message; a door that opens another; what changes nothing none", async () => {
    await scene(`(scene) => Promise.all([[300, 300, 500, 300], [500, 300, 500, 500]].map((c) => scene.createEmbeddedDocuments("Wall", [{ c }])))`);
    await scene(`(scene) => scene.createEmbeddedDocuments("Wall", [{ c: [300, 500, 500, 500], door: 1 }])`);
    await until("gm", () => window.walls.length === 2);
    await still();
    const walls = (await sent())[1];
    expect(walls.map(({ ax, ay, bx, by }) => [ax, ay, bx, by])).toEqual([[700, 200, 700, 600], [200, 200, 400, 200], [200, 400, 400, 400], [400, 200, 400, 400]]);
    await scene(`(scene) => scene.walls.find(({ door }) => door === 1).update({ ds: 1 })`);
    await until("gm", () => window.walls.length === 3);
    expect((await sent())[2]).toHaveLength(3);
    await scene(`(scene) => scene.walls.find(({ door }) => door === 1).update({ flags: { other: { seen: true } } })`);
    await still();
    expect(await sent()).toHaveLength(3);
    await scene(`(scene) => scene.walls.find(({ c }) => c[0] === 800).delete()`);
    await until("gm", () => window.walls.length === 4);
    expect((await sent())[3]).toHaveLength(2);
  });

  test("the game master chooses what walls give, or that they give nothing", async () => {
    expect(await shown("gm", "cover").inputValue()).toBe("good");
    expect(await shown("gm", "cover").locator("option").allInnerTexts()).toEqual(["none", "Light cover", "Good cover", "superior"]);
    await picture("gm", "cover");
    await shown("gm", "cover").selectOption("light");
    await until("gm", () => window.walls.length === 5);
    expect((await sent())[4].map(({ cover }) => cover)).toEqual(["light", "light"]);
    await shown("gm", "cover").selectOption("none");
    await until("gm", () => window.walls.length === 6);
    expect((await sent())[5]).toEqual([]);
  });

  test("another game master writes: what stands already is not sent anew, what is new is", async () => {
    await shown("gm", "cover").selectOption("superior");
    await until("gm", () => window.walls.length === 7);
    const stand = (await sent()).at(-1);
    await at.gm2.evaluate((walls) => (window.fracasTest.host().view.map.walls = walls), stand);
    await at.gm.close();
    await until("gm2", () => window.fracasTest.host().mayWrite());
    await still();
    expect(await sent("gm2")).toEqual([]);
    await at.gm2.evaluate(() => window.game.scenes.active.createEmbeddedDocuments("Wall", [{ c: [900, 900, 1000, 900] }]));
    await until("gm2", () => window.walls.length === 1);
    expect((await sent("gm2"))[0]).toEqual([...stand, { ax: 800, ay: 800, bx: 900, by: 800, cover: "superior" }]);
    expect(await sent("mara")).toEqual([]);
    await here.sound();
  });
});
