import { expect, test } from "vitest";
import { judge } from "../../src/hosts/foundry/tracker.js";

const met = (up, done, round = 2) => ({ round, round_label: "", phase: "actions", phase_label: "", order: ["a", "b", "c"], up, done, declared: [] });
const lines = ["a", "b", "c", ""];

test("one place on is the end of a turn; where the tracker stands already, nothing", () => {
  expect(judge(met(["a"], []), lines, { round: 2, turn: 1 })).toEqual({ commands: [{ do: "end_turn", actor: "a" }] });
  expect(judge(met(["a"], []), lines, { round: 2, turn: 0 })).toBeNull();
  expect(judge(met([], []), lines, { round: 2, turn: null })).toBeNull();
});

test("over the one who is done or out of it, but over nobody who is still to act, and never back", () => {
  expect(judge(met(["a"], ["b"]), lines, { round: 2, turn: 2 })).toEqual({ commands: [{ do: "end_turn", actor: "a" }] });
  expect(judge(met(["a"], []), ["a", "", "c"], { round: 2, turn: 2 })).toEqual({ commands: [{ do: "end_turn", actor: "a" }] });
  expect(judge(met(["a"], []), lines, { round: 2, turn: 2 })).toEqual({ word: "Skipped" });
  expect(judge(met(["b"], ["a"]), lines, { round: 2, turn: 0 })).toEqual({ word: "Past" });
  expect(judge(met(["b"], ["a"]), lines, { round: 2, turn: null })).toEqual({ word: "Past" });
  expect(judge(met(["b"], ["a"]), lines, { round: 1, turn: 1 })).toEqual({ word: "Past" });
  expect(judge(met(["b"], ["a"]), lines, { round: 4, turn: 0 })).toEqual({ word: "Skipped" });
});

test("who acts at the same time ends their places one by one, and is not passed over either", () => {
  expect(judge(met(["a", "b"], []), lines, { round: 2, turn: 1 })).toEqual({ commands: [{ do: "end_turn", actor: "a" }] });
  expect(judge(met(["a", "b"], []), lines, { round: 2, turn: 2 })).toEqual({ word: "Skipped" });
  expect(judge(met(["b"], ["a"]), lines, { round: 2, turn: 2 })).toEqual({ commands: [{ do: "end_turn", actor: "b" }] });
  expect(judge(met(["b", "c"], ["a"]), lines, { round: 3, turn: 0 })).toEqual({ commands: [{ do: "next_round" }] });
});

test("a round on: by its button at once, past the last place with the end of that turn", () => {
  expect(judge(met(["a"], []), lines, { round: 3, turn: 0 })).toEqual({ commands: [{ do: "next_round" }] });
  expect(judge(met(["c"], ["a", "b"]), lines, { round: 3, turn: 0 })).toEqual({ commands: [{ do: "end_turn", actor: "c" }, { do: "next_round" }] });
});

test("nobody is up: the order is determined, or all are done and the next round comes", () => {
  expect(judge({ ...met([], []), order: [] }, lines, { round: 2, turn: 0 })).toEqual({ commands: [{ do: "initiative" }] });
  expect(judge(met([], ["a", "b", "c"]), lines, { round: 2, turn: 0 })).toEqual({ commands: [{ do: "next_round" }] });
  expect(judge(met([], ["a", "b", "c"]), lines, { round: 2, turn: 2 })).toEqual({ word: "Skipped" });
});
