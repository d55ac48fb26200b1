// What a board stands on: soft shadows follow its parts, not the rectangle around them.

import { expect, test } from "vitest";
import { footprints, MOST_FOOTPRINTS } from "../src/stage/footprints";
import { layersOf } from "../src/stage/layers";

type Box = Parameters<typeof footprints>[0][number];
const tile = (x: number, y: number): Box => ({ at: [x + 0.03, y + 0.03, 0], size: [1.94, 1.94, 0.08] });
const print = (x: number, y: number): Box => ({ at: [x + 0.06, y + 0.06, 0.08], size: [0.88, 0.88, 0.02] });

test("tiles that lie side by side stand there as one, what lies on them does not count", () => {
  const square = [0, 2, 4].flatMap((x) => [0, 2, 4].flatMap((y) => [tile(x, y), print(x, y), print(x + 1, y)]));
  const [only, ...others] = footprints(square);
  expect(others).toEqual([]);
  expect([only?.low, only?.high].flat().map((side) => side?.toFixed(2))).toEqual(["0.03", "0.03", "5.97", "5.97"]);
});

test("between the tiles of a maze there is no shade", () => {
  const maze = [tile(0, 0), tile(1, 2), tile(0, 4), tile(2, 6)];
  const parts = footprints(maze);
  expect(parts).toHaveLength(4);
  const inside = (x: number, y: number): boolean =>
    parts.some(({ low, high }) => low[0] < x && x < high[0] && low[1] < y && y < high[1]);
  expect([inside(0.5, 0.5), inside(0.5, 2.5), inside(3.5, 0.5)]).toEqual([true, false, false]);
});

test("a board of too many parts has no shade, an empty table neither", () => {
  const scattered = Array.from({ length: MOST_FOOTPRINTS + 1 }, (_, at) => tile(3 * at, 3 * at));
  expect(footprints(scattered)).toEqual([]);
  expect(footprints([])).toEqual([]);
});

test("layers are counted by what something can rest on", () => {
  const narrow: Box = { at: [0.4, 0.4, 0.4], size: [0.3, 0.3, 0.2] };
  const domino = (z: number): Box => ({ at: [0, 0, z], size: [1, 1, 0.3] });
  expect(layersOf([domino(0.1), narrow])).toEqual([0.1]);
  expect(layersOf([domino(0.4), domino(0.1), domino(0.4)])).toEqual([0.1, 0.4]);
});
