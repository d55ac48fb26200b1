// A draw leaves the pile: new pieces come from the stock, from the bag, or turn up where they lay.

import { expect, test } from "vitest";
import { games } from "../src/engine/catalogue";
import type { Scene } from "../src/engine/pkg/tablee_wasm.js";
import { drawn, type Lying } from "../src/stage/drawn";
import { gameAfter } from "./tables";

/** What lies in the slots of the page: the stock, and all hands. */
const lying = ({ table }: Scene): Lying[] => [
  ...table.stock.map((_, at) => ({ id: `stock:${at}`, source: true })),
  ...table.hands.flatMap(({ pieces }) => pieces.map(({ piece }) => ({ id: piece.id }))),
];

test.each(games.map(({ id }) => id))("every single draw of %s comes from somewhere", (id) => {
  const game = gameAfter(id, 30);
  const history = game.history;
  let seen = 0;
  for (const [ply, { seat }] of history.entries()) {
    if (seat !== undefined) continue;
    const [before, after] = [game.viewAt(ply).scene, game.viewAt(ply + 1).scene];
    const came = [...drawn(lying(before), lying(after))];
    expect(came.length, `ply ${ply}`).toBe(1);
    expect(came[0]?.[1]).toBe(before.table.stock.length > 0 ? "stock:0" : null);
    seen++;
  }
  // Rumis has no draws.
  expect(seen > 5).toBe(history.some(({ seat }) => seat === undefined));
});

test("a rack that is opened, or a whole new table, was not drawn", () => {
  const hand = (ids: string) => ids.split("").map((id) => ({ id }));
  expect(drawn([], hand("a")).size).toBe(0);
  expect(drawn(hand("abc"), hand("def")).size).toBe(0);
  expect([...drawn(hand("abc"), hand("abd"))]).toEqual([["d", null]]);
  expect([...drawn([{ id: "bag", source: true }, ...hand("a")], hand("ab"))]).toEqual([["b", "bag"]]);
});
