// What people do in a fake Foundry, and what they see there.

import { ARTIFACTS } from "./artifacts.js";

/**
 * @param {Record<string, import("playwright-core").Page>} at each person's page
 * @param {() => Awaited<ReturnType<typeof import("./foundry.js").world>>} place @param {number} generation
 */
export function people(at, place, generation) {
  const view = (who) => at[who].evaluate(() => window.fracasTest.host().view);
  const until = (who, check, argument) => at[who].waitForFunction(check, argument);
  const control = (who, id) => at[who].evaluate((token) => window.canvas.tokens.placeables.find((one) => one.id === token).control(), id);
  const aim = (who, id) => at[who].evaluate((token) => window.canvas.tokens.placeables.find((one) => one.id === token).setTarget(true), id);
  const move = (who, id, to) => at[who].evaluate(([token, to]) => window.canvas.tokens.placeables.find((one) => one.id === token).document.update(to), [id, to]);
  const give = (who, command) => at[who].evaluate((command) => window.fracasTest.host().table.do(command), command);
  const shown = (who, id) => at[who].locator(`#fracas-panel [data-testid="${id}"]`);
  const drawn = (who) => at[who].evaluate(() => Object.fromEntries(window.canvas.tokens.placeables.map((token) => [token.id, window.fracasTest.drawn(token)])));
  const tracker = (who) => at[who].locator("#combat li .name").allInnerTexts();
  const lines = (who) => at[who].locator('#chat .fracas-line [data-testid="entry-text"]').allInnerTexts();
  const picture = (who, name) => at[who].evaluate(() => window.fake.canvas.look()).then(() => at[who].screenshot({ path: `${ARTIFACTS}foundry-${generation}-${name}.png` }));
  const writes = async (kind) => (await place().log()).filter((one) => one.kind === kind);
  /** Until nothing is written any more. */
  const quiet = async () => {
    for (let last = -1, now = 0; last !== now; last = now, now = (await place().log()).length) await new Promise((resolve) => setTimeout(resolve, 500));
  };

  async function panel(who) {
    if (!(await at[who].locator("#fracas-panel").count())) await at[who].getByTestId("fracas-dock").click();
    await shown(who, "panel-act").click();
  }

  /** Answer what is asked until nothing is open and `done` holds in the game master's page: each player for themselves, he for the rest. */
  async function settle(done = () => true, argument = undefined) {
    for (let round = 0; round < 100; round++) {
      if (!(await view("gm")).pending && (await at.gm.evaluate(done, argument))) return;
      for (const who of ["mara", "tom", "gm"]) {
        if (!at[who] || at[who].isClosed()) continue;
        const open = Object.entries((await view(who)).asks).find(([, ask]) => who !== "gm" || !["alecia", "ben"].includes(ask.who));
        if (!open) continue;
        const [id, ask] = open;
        await at[who].locator(`[data-testid="ask"][data-id="${id}"] [data-pick="${ask.default ?? ask.options[0].id}"]`).click();
        await until(who, (gone) => !(gone in window.fracasTest.host().view.asks), id);
        break;
      }
      await at.gm.waitForTimeout(50);
    }
    throw new Error(`the table still waits: ${JSON.stringify((await view("gm")).pending)}`);
  }

  async function choose(who, action) {
    const choice = at[who].locator(`#fracas-panel [data-testid="choice"][data-id="${action}"]`);
    if ((await choice.locator("fracas-action").count()) === 0) await choice.getByRole("button").first().click();
  }

  return { view, until, control, aim, move, give, shown, drawn, tracker, lines, panel, choose, settle, picture, writes, quiet };
}
