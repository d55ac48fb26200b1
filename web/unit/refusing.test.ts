// What is said about the player's own pieces: why one fits nowhere, and where one fits.

import { expect, test } from "vitest";
import { notices } from "../src/notices.svelte";
import { LocalController } from "../src/table/local-controller.svelte";
import { en } from "../src/words/en";
import { gameAfter } from "./tables";

/** A table of a game where the player to move holds a piece that fits nowhere. */
function withUnfit(): { controller: LocalController; unfit: string; others: string } {
  for (let moves = 2; moves < 30; moves++) {
    const controller = new LocalController("t1", gameAfter("cuminos", moves));
    const { scene, turn } = controller.game.view;
    if (turn.kind !== "seat") continue;
    const unfit = scene.table.hands[turn.seat]?.pieces.find(
      ({ piece }) => !scene.playable.some((playable) => playable.piece === piece.id),
    );
    const others = scene.table.hands[1 - turn.seat]?.pieces[0];
    if (unfit && others) return { controller, unfit: unfit.piece.id, others: others.piece.id };
  }
  throw new Error("everything fits");
}

test("picking a piece that fits nowhere says why, as a sentence; a piece of others says nothing", () => {
  const { controller, unfit, others } = withUnfit();
  controller.pick(others);
  expect(notices.notes).toEqual([]);
  controller.pick(unfit);
  expect(controller.picking.piece).toBe(null);
  expect(notices.notes.at(-1)?.text).toMatch(/^[A-Z].*\.$/u);
});

test("where a piece fits is said with a number that helps, the same on the screen and aloud", () => {
  const bare = new LocalController("t1", gameAfter("cuminos", 0));
  expect(bare.placesFor(1)).toBe(en.anywhere);
  const { controller } = withUnfit();
  expect([controller.placesFor(3), controller.placesFor(354)]).toEqual([en.places(3), en.manyPlaces]);
  const playable = controller.game.view.scene.playable[0];
  if (!playable) return;
  controller.pick(playable.piece);
  expect(notices.spoken.at(-1)?.text.endsWith(controller.placesFor(playable.places))).toBe(true);
});
