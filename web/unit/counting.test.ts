// What a line of the count lights on the table: what it counts, and nothing else.

import { expect, test } from "vitest";
import { games } from "../src/engine/catalogue";
import { countLines, seenIn } from "../src/table/counting";
import { gameAfter } from "./tables";

const WHOLE = 10_000;

test.each(games.map(({ id }) => id))(
  "a line of %s lights what it counts, and other lines light something else",
  (id) => {
    const { view } = gameAfter(id, WHOLE);
    const { table } = view.scene;
    const known = new Set(
      [...table.pieces, ...table.hands.flatMap(({ pieces }) => pieces.map(({ piece }) => piece))].map(
        (piece) => piece.id,
      ),
    );
    const lines = countLines(view.counts);
    const seen = lines.map(({ part }) => seenIn(part));
    for (const { areas, pieces } of seen) {
      for (const piece of pieces) expect(known).toContain(piece);
      const solids = [...table.board, ...table.pieces.flatMap(({ solids }) => solids)];
      for (const { at, size } of areas) {
        const middle = [0, 1].map((axis) => at[axis as 0 | 1] + size[axis as 0 | 1] / 2);
        const isOver = (solid: (typeof solids)[number]) =>
          [0, 1].every((axis) => {
            const [low, side] = [solid.at[axis as 0 | 1], solid.size[axis as 0 | 1]];
            return low - 0.05 <= (middle[axis] ?? 0) && (middle[axis] ?? 0) <= low + side + 0.05;
          });
        expect(solids.some(isOver), "something lies there").toBe(true);
      }
    }
    const lit = seen
      .filter(({ areas, pieces }) => areas.length + pieces.length > 0)
      .map((each) => JSON.stringify(each));
    expect(lit.length).toBeGreaterThan(1);
    expect(new Set(lit).size, "no two lines light the same").toBe(lit.length);
  },
);

test.each(games.map(({ id }) => id))("the count of %s is said without coordinates", (id) => {
  const { counts } = gameAfter(id, WHOLE).view;
  const items = counts.flatMap(({ parts }) => parts.flatMap(({ items }) => items));
  expect(items.length).toBeGreaterThan(2);
  for (const { what } of items) expect(`${what.en} ${what.fr}`).not.toMatch(/\b[a-j]\d+\b|\d,\d/);
});
