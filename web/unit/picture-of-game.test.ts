// Where things go in a picture of a game.

import { expect, test } from "vitest";
import { fitted, middlePart, playerBoxes } from "../src/engine/picture-of-game";

test("a usual table is shown whole, a very wide or narrow one in part, from the middle", () => {
  expect(middlePart(1440, 900)).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  const wide = middlePart(844 * 3, 390);
  expect([wide.height, wide.x > 0, Math.round(2 * wide.x + wide.width)]).toEqual([390, true, 844 * 3]);
  const narrow = middlePart(390, 844);
  expect([narrow.width, narrow.x, Math.round(2 * narrow.y + narrow.height)]).toEqual([390, 0, 844]);
  expect(narrow.width / narrow.height).toBeCloseTo(0.85);
});

test("players stand beside each other, from five on in two rows, and never overlap", () => {
  for (const count of [2, 3, 4, 5, 6]) {
    const boxes = playerBoxes(count, 100);
    expect(boxes).toHaveLength(count);
    for (const [at, box] of boxes.entries())
      for (const other of boxes.slice(at + 1))
        expect(box.x + box.width <= other.x + 0.01 || box.y + box.height <= other.y).toBe(true);
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(count > 4 ? 2 : 1);
    expect(Math.max(...boxes.map(({ x, width }) => x + width))).toBeLessThanOrEqual(1200);
  }
});

test("a name that is too long is cut, one that fits is not", () => {
  const measure = (text: string): number => text.length * 10;
  expect(fitted("Ada", 30, measure)).toBe("Ada");
  expect(fitted("Bartholomew", 60, measure)).toBe("Barth…");
  expect(fitted("Anna Maria", 60, measure)).toBe("Anna…");
});
