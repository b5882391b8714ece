// The game master's word from Foundry's window: pause, gate, undo and redo, a changed die, secret actions; and what each seat is told.

import { describe, expect, test } from "vitest";
import { hall, stage, TOKENS } from "./foundry-stage.js";

const house = stage();

describe.each([13, 14])("generation %i", (generation) => {
  const here = hall(house, generation, async () => {
    await here.enter();
    await here.sit({ gm: "Game master", mara: "Mara" });
    await here.link();
    await panel("mara");
  });
  const { at, view, give, until, control, aim, panel, shown, choose, settle, picture, quiet, lines } = here;
  const life = async (id) => (await view("gm")).combatants[id].wound.track[0].value;

  async function part(name) {
    await panel("gm");
    await shown("gm", "panel-gm").click();
    const fold = shown("gm", `gm-part-${name}`);
    if (!(await fold.evaluate((one) => one.open))) await fold.locator("summary").first().click();
  }

  /** Alecia punches the vampire, as the game master. */
  async function punch() {
    await control("gm", TOKENS.alecia);
    await aim("gm", TOKENS.vampire);
    await panel("gm");
    await at.gm.locator('#fracas-panel [data-testid="target"][data-id="vampire"]').waitFor();
    await choose("gm", "punch");
  }

  test("the table is paused: everybody reads it in their window, and the game master lets it go on", async () => {
    await part("fight");
    await shown("gm", "gm-pause").click();
    for (const who of ["gm", "mara"]) await shown(who, "banner-paused").waitFor();
    expect(await shown("mara", "resume").count()).toBe(0);
    await picture("gm", "paused");
    await shown("gm", "resume").click();
    for (const who of ["gm", "mara"]) await shown(who, "banner-paused").waitFor({ state: "detached" });
  });

  test("the gate holds a result until it is let stand, and nothing of it is in the chat before", async () => {
    await part("options");
    await at.gm.locator('#fracas-panel [data-testid="option-row"][data-id="confirm"] select').selectOption({ label: "the game master" });
    await until("gm", () => window.fracasTest.host().view.options.confirm === "gm");
    await quiet();
    const before = [await life("vampire"), (await lines("mara")).length];
    await punch();
    await shown("gm", "act").click();
    for (let round = 0; round < 40 && !(await at.gm.locator('#fracas-panel [data-testid="ask"][data-key="confirm"]').count()); round++) {
      const [id, ask] = Object.entries((await view("gm")).asks)[0] ?? [];
      if (ask && ask.key !== "confirm") {
        await at.gm.locator(`#fracas-panel [data-testid="ask"][data-id="${id}"] [data-pick="${ask.default || ask.options[0].id}"]`).click();
        await until("gm", (gone) => !(gone in window.fracasTest.host().view.asks), id);
      } else await at.gm.waitForTimeout(100);
    }
    await quiet();
    expect([await life("vampire"), (await lines("mara")).length]).toEqual(before);
    await picture("gm", "gate");
    await at.gm.locator('#fracas-panel [data-testid="ask"][data-key="confirm"] [data-pick="refuse"]').click();
    await until("gm", () => !window.fracasTest.host().view.pending);
    expect(await life("vampire")).toBe(before[0]);
    await give("gm", { do: "set_options", options: { confirm: "none" } });
  });

  test("a die of the last action is changed; undone and done again by buttons, and tokens follow", async () => {
    await punch();
    await shown("gm", "act").click();
    await until("gm", () => window.fracasTest.host().view.pending);
    await settle();
    await part("amend");
    const reply = at.gm.locator('#fracas-panel [data-testid="reply"]:has(input[name="face"])').first();
    const { who, key, faces } = (await view("gm")).replies.find((one) => one.faces);
    const face = faces[0] === 10 ? 1 : faces[0] + 1;
    await reply.locator('input[name="face"]').first().fill(String(face));
    await reply.getByTestId("amend-go").click();
    await until("gm", ([who, key, face]) => window.fracasTest.host().view.replies.find((one) => one.who === who && one.key === key)?.faces[0] === face, [who, key, face]);
    const text = () => at.gm.evaluate((id) => window.fracasTest.drawn(window.canvas.tokens.placeables.find((one) => one.id === id))[0].texts[0], TOKENS.vampire);
    const after = [await life("vampire"), await text()];
    await part("fight");
    await shown("gm", "gm-undo").first().click();
    await until("gm", () => window.fracasTest.host().view.redo?.length);
    await shown("gm", "gm-redo").click();
    await until("gm", () => !window.fracasTest.host().view.redo?.length);
    expect([await life("vampire"), await text()]).toEqual(after);
  });

  test("a secret action: no word of it on a player's screen or in the world", async () => {
    await quiet();
    const told = (await lines("mara")).length;
    await punch();
    await shown("gm", "more").locator("summary").click();
    await shown("gm", "secret").check();
    await shown("gm", "act").click();
    await until("gm", () => window.fracasTest.host().view.pending);
    expect((await view("mara")).pending).toBeUndefined();
    await settle();
    await quiet();
    expect(await at.gm.evaluate(() => window.fracasTest.host().entries.at(-1).gm)).toBe(true);
    expect((await lines("mara")).length).toBe(told);
    const last = await at.gm.evaluate(() => window.fracasTest.host().entries.at(-1));
    expect(JSON.stringify(await here.place.data())).not.toContain(last.text);
  });

  test("the clock in words in everybody's window; nothing floats for who wants no motion", async () => {
    await at.mara.emulateMedia({ reducedMotion: "reduce" });
    await give("gm", { do: "start" });
    await settle(() => window.fracasTest.host().view.encounter);
    await give("gm", { do: "initiative" });
    await settle(() => window.fracasTest.host().view.encounter?.up.length);
    const { encounter, combatants } = await view("gm");
    await shown("mara", "panel-turn").filter({ hasText: `Up: ${combatants[encounter.up[0]].name}` }).waitFor();
    const floated = (who) => at[who].evaluate(() => window.fake.canvas.floated.length);
    const [still, moved] = [await floated("mara"), await floated("gm")];
    const left = await life("alecia");
    await give("gm", { do: "adjust", targets: ["alecia"], damage: 9 });
    await until("mara", (left) => window.fracasTest.host().view.combatants.alecia.wound.track[0].value === left, left - 9);
    await quiet();
    expect([(await floated("mara")) - still, (await floated("gm")) - moved]).toEqual([0, 1]);
    await here.sound();
  });
});
