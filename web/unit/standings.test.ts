// Who won, alone or as a team.

import { expect, test } from "vitest";
import { contradictsPoints, hasTeams, sidesOf, tieAmong } from "../src/table/standings";

const looks = (...teams: number[]): { team: number }[] => teams.map((team) => ({ team }));

test("without teams every seat is a side, the best first", () => {
  const sides = sidesOf(looks(0, 1, 2), { scores: [3, 9, 5], places: [3, 1, 2] });
  expect(sides.map(({ seats, total, place }) => [...seats, total, place])).toEqual([
    [1, 9, 1],
    [2, 5, 2],
    [0, 3, 3],
  ]);
  expect([hasTeams(looks(0, 1, 2)), tieAmong(sides)]).toEqual([false, "none"]);
});

test("a team has one place and the sum of its points, and does not share its win with itself", () => {
  const sides = sidesOf(looks(0, 1, 0, 1), { scores: [4, 7, 6, 1], places: [1, 3, 1, 3] });
  expect(sides).toEqual([
    { seats: [0, 2], total: 10, place: 1 },
    { seats: [1, 3], total: 8, place: 2 },
  ]);
  expect([hasTeams(looks(0, 1, 0, 1)), tieAmong(sides)]).toEqual([true, "none"]);
});

test("sides with as many points share the win, unless the rules decide", () => {
  const scores = [8, 8, 2];
  expect(tieAmong(sidesOf(looks(0, 1, 2), { scores, places: [1, 1, 3] }))).toBe("shared");
  expect(tieAmong(sidesOf(looks(0, 1, 2), { scores, places: [2, 1, 3] }))).toBe("decided");
});

test("a winner with fewer points than someone who left needs an explanation, and is first all the same", () => {
  const left = sidesOf(looks(0, 1), { scores: [4, 9], places: [1, 2] });
  expect(left.map(({ seats }) => seats)).toEqual([[0], [1]]);
  expect(contradictsPoints(left)).toBe(true);
  expect(contradictsPoints(sidesOf(looks(0, 1), { scores: [9, 4], places: [1, 2] }))).toBe(false);
  expect(contradictsPoints(sidesOf(looks(0, 1), { scores: [9, 9], places: [1, 2] }))).toBe(false);
});
