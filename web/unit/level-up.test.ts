// One level up.

import { expect, test } from "vitest";
import { oneLevelUp } from "../src/table/level-up";

const ADA = { name: "Ada", bot: undefined };
const bot = (level: number): { name: string; bot: string } => ({ name: "", bot: `level${level}` });

test("all bots are one level better, people stay", () => {
  expect(oneLevelUp([ADA, bot(2), bot(3)], 6)).toEqual({ players: [ADA, bot(3), bot(4)], level: 4 });
});
test("a bot of the best level stays, and the others still rise", () => {
  expect(oneLevelUp([ADA, bot(6), bot(1)], 6)).toEqual({ players: [ADA, bot(6), bot(2)], level: 2 });
});
test("without a better bot there is no level up", () => {
  expect(oneLevelUp([ADA, bot(6)], 6)).toBe(null);
  expect(oneLevelUp([ADA, ADA], 6)).toBe(null);
  expect(oneLevelUp([ADA, { name: "", bot: "greedy" }], 6)).toBe(null);
});
