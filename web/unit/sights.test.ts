// Which points decide what the eye sees.

import { expect, test } from "vitest";
import { outermost, sights } from "../src/stage/sights";

type Point = [number, number, number];

test("of a level of cells, the corners are left", () => {
  const grid = Array.from({ length: 25 }, (_, at): Point => [at % 5, Math.floor(at / 5), 1]);
  const corners = [
    [0, 0, 1],
    [0, 4, 1],
    [4, 0, 1],
    [4, 4, 1],
  ];
  expect(outermost(grid).toSorted((a, b) => a[0] - b[0] || a[1] - b[1])).toEqual(corners);
});

test("few points, and points in a line, keep their ends", () => {
  expect(outermost([])).toEqual([]);
  expect(outermost([[1, 2, 0]])).toEqual([[1, 2, 0]]);
  const line = [0, 1, 2, 3].map((x): Point => [x, 2 * x, 0]);
  expect(outermost([...line, ...line]).toSorted((a, b) => a[0] - b[0])).toEqual([line[0], line[3]]);
});

test("from every side, as far is seen as with all points", () => {
  let state = 7;
  const roll = (sides: number) => (state = (state * 48271) % 2147483647) % sides;
  const points = Array.from({ length: 300 }, (): Point => [roll(20) / 2, roll(20) / 2, roll(4)]);
  const kept = outermost(points);
  expect(kept.length).toBeLessThan(points.length / 2);
  for (let round = 0; round < 100; round++) {
    const way = [roll(200) - 100, roll(200) - 100, roll(200) - 100] as const;
    const reach = (all: Point[]) => Math.max(...all.map(([x, y, z]) => x * way[0] + y * way[1] + z * way[2]));
    expect(reach(kept)).toBe(reach(points));
  }
});

test("the first piece on a board needs no more room than was kept for it", () => {
  const box = (at: Point, size: Point) => ({ at, size, paint: "wood", marks: [] });
  const board = [box([0, 0, 0], [6, 6, 0.1])];
  const highest = (solids: typeof board) => Math.max(...sights(solids, true).map(([, , z]) => z));
  expect(highest(board)).toBe(highest([...board, box([2, 2, 0.1], [1, 2, 0.3])]));
});
