import { expect, test } from "vitest";
import { Schemas } from "../../src/core/schemas.js";

const view = (packs, id = "t1") => ({ table: { id }, packs });
const soon = () => new Promise((resolve) => setTimeout(resolve));

/** A keeper whose questions are answered by hand. */
function kept() {
  const asked = [];
  const seen = { changed: 0, failed: [] };
  const schemas = new Schemas(() => new Promise((answer, fail) => asked.push({ answer, fail })), () => seen.changed++, (error) => seen.failed.push(error.message));
  return { asked, seen, schemas };
}

test("asked once, and anew when the packs or the table change", async () => {
  const { asked, seen, schemas } = kept();
  schemas.follow(null);
  schemas.follow({ lobby: true });
  expect(asked).toHaveLength(0);
  for (let look = 0; look < 3; look++) schemas.follow(view([]));
  expect(asked).toHaveLength(1);
  asked[0].answer({ templates: [] });
  await soon();
  schemas.follow(view([{ name: "ours" }]));
  expect([asked.length, schemas.now]).toEqual([2, { templates: [] }]);
  asked[1].answer({ templates: ["ghost"] });
  await soon();
  expect([schemas.now.templates, seen.changed]).toEqual([["ghost"], 2]);
  schemas.follow(view([{ name: "ours" }], "t2"));
  expect(asked).toHaveLength(3);
});

test("an answer that a newer question overtook is not taken", async () => {
  const { asked, schemas } = kept();
  schemas.follow(view([]));
  schemas.follow(view([{ name: "ours" }]));
  asked[1].answer("new");
  asked[0].answer("old");
  await soon();
  expect(schemas.now).toBe("new");
});

test("a question that failed is asked again", async () => {
  const { asked, seen, schemas } = kept();
  schemas.follow(view([]));
  asked[0].fail(new Error("away"));
  await soon();
  expect(seen).toEqual({ changed: 0, failed: ["away"] });
  schemas.follow(view([]));
  expect(asked).toHaveLength(2);
});
