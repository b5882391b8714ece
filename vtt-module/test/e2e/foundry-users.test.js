// The game master makes join links for the people of the world, and sees who is where.

import { describe, expect, test } from "vitest";
import { join, seed, USERS } from "./foundry.js";
import { hall, REFS, stage } from "./foundry-stage.js";

const house = stage();

describe.each([13, 14])("generation %i", (generation) => {
  const here = hall(house, generation, async () => {
    const documents = seed();
    documents.users[NELE] = { _id: NELE, name: "Nele", role: 1 };
    documents.actors.vampire000000001.ownership = { [NELE]: 3 };
    await here.enter(documents);
    await here.sit({ gm: "Game master" });
    await give("gm", { do: "set_ref", id: "vampire", ref: REFS.vampire });
  });
  const { at, view, until, give, shown, panel, picture, quiet } = here;
  const line = (id) => at.gm.locator(`#fracas-panel [data-testid="user"][data-id="${id}"]`);
  const states = async (id) => [await line(id).getByTestId("user-world").innerText(), await line(id).getByTestId("user-table").innerText()];
  const NELE = "nele000000000001";

  test("who is in Foundry, who has a seat, who is at the table", async () => {
    await panel("gm");
    await shown("gm", "panel-gm").click();
    await shown("gm", "people").locator("summary").click();
    expect(await states(NELE)).toEqual(["not in Foundry", "no seat"]);
    expect(await states(USERS.mara)).toEqual(["not in Foundry", "not connected"]); // the seat of her name
    expect(await states(USERS.gm)).toEqual(["in Foundry", "at the table"]);
    at.mara = await here.place.open("mara");
    await line(USERS.mara).getByTestId("user-world").getByText("in Foundry", { exact: true }).waitFor();
  });

  test("a link for somebody new seats them with what they own in Foundry", async () => {
    await line(NELE).getByTestId("user-link").click();
    const link = await line(NELE).getByTestId("user-join").inputValue();
    expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${here.server.port}/#join=.+`, "u"));
    expect(await line(NELE).getByTestId("user-plays").innerText()).toBe("plays Vampire");
    await picture("gm", "users");
    Object.assign(USERS, { nele: NELE });
    at.nele = await here.place.open("nele");
    await join(at.nele, link);
    await line(NELE).getByTestId("user-table").getByText("at the table").waitFor();
    const seat = await view("nele");
    expect([seat.you.name, seat.you.role, seat.you.owns]).toEqual(["Nele", "player", ["vampire"]]);
    await quiet();
    const data = await here.place.data();
    expect(Object.values(data.settings["fracas.seats"])[0]).toEqual({ [NELE]: seat.you.seat });
    expect(JSON.stringify(data)).not.toContain(link.split("=")[1]);
  });

  test("a new link for one who has a seat: the old one dies; what they came to own is theirs by a click", async () => {
    await line(USERS.mara).getByTestId("user-link").click();
    await join(at.mara, await line(USERS.mara).getByTestId("user-join").inputValue());
    expect((await view("mara")).you.name).toBe("Mara");
    expect(Object.values((await view("gm")).seats).filter(({ name }) => name === "Mara")).toHaveLength(1);
    await give("gm", { do: "seat_change", seat: (await view("nele")).you.seat, owns: [] });
    await line(NELE).getByTestId("user-owns").click();
    await until("nele", () => window.fracasTest.host().view.you.owns?.includes("vampire"));
  });

  test("a revoked seat is none; who leaves is seen to leave; no page's own code failed", async () => {
    await give("gm", { do: "seat_revoke", seat: (await view("nele")).you.seat });
    await line(NELE).getByTestId("user-table").getByText("no seat").waitFor();
    await at.mara.close();
    await line(USERS.mara).getByTestId("user-table").getByText("not connected").waitFor();
    await here.sound();
  });
});
