// Where panels float, and how labels keep apart.

import { expect, test } from "vitest";
import { apart, labelSize } from "../src/stage/labels";
import { around, bestSpot, overlap, rectAt, type Rect } from "../src/table/placing";

const FREE: Rect = { left: 100, top: 50, right: 900, bottom: 450 };
const PANEL = { width: 300, height: 60 };

test("a panel lies where it covers nothing, near the prompt if it can", () => {
  expect(bestSpot(FREE, PANEL, [])).toEqual({ across: "middle", edge: "bottom" });
  const near = { rect: { left: 300, top: 300, right: 700, bottom: 450 }, weight: 1 };
  const spot = bestSpot(FREE, { width: 150, height: 60 }, [near]);
  expect(spot.edge).toBe("bottom");
  expect(overlap(rectAt(spot, FREE, { width: 150, height: 60 }), near.rect)).toBe(0);
});

test("where the board takes all the room, a panel covers some of it, but never the place it speaks of", () => {
  const board = { rect: FREE, weight: 1 };
  for (const top of [60, 150, 250, 350, 400]) {
    const place = { left: 420, top, right: 520, bottom: top + 40 };
    const spot = bestSpot(FREE, PANEL, [board, { rect: place, weight: 60 }]);
    expect(overlap(rectAt(spot, FREE, PANEL), place), `a place at ${top}`).toBe(0);
  }
});

test("a panel as wide as the free part goes to the other edge", () => {
  const low = { rect: { left: 300, top: 400, right: 400, bottom: 440 }, weight: 60 };
  expect(bestSpot(FREE, { width: 800, height: 60 }, [low]).edge).toBe("top");
});

test("the rectangle around points", () => {
  expect(around([])).toBeNull();
  const points = [
    { x: 3, y: 9 },
    { x: 5, y: 1 },
  ];
  expect(around(points, 2)).toEqual({ left: 1, top: -1, right: 7, bottom: 11 });
});

test("labels that would hide one another move apart, others stay", () => {
  const spots = [{ x: 10, y: 10 }, { x: 12, y: 11 }, null, { x: 14, y: 9 }, { x: 200, y: 10 }];
  const placed = apart(spots, 25);
  expect(placed[0]).toEqual(spots[0]);
  expect(placed[2]).toBeNull();
  expect(placed[4]).toEqual(spots[4]);
  const seen = placed.filter((spot) => spot !== null);
  seen.forEach((a, at) =>
    seen.slice(at + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(24)),
  );
});

test("a label takes less than half a cell, but can be read, and is never large", () => {
  expect(labelSize(48)).toBeLessThan(24);
  expect(labelSize(10)).toBe(labelSize(20));
  expect(labelSize(200)).toBe(labelSize(2000));
});
