// The end of a round: its last piece lands, then it is announced, and only then the table is cleared.

import { beforeEach, describe, expect, test, vi } from "vitest";
import { games } from "../src/engine/catalogue";
import type { Scene } from "../src/engine/pkg/tablee_wasm.js";
import type { Stage } from "../src/stage/stage";
import { momentOf } from "../src/table/history";
import { LocalController } from "../src/table/local-controller.svelte";
import { gameAfter } from "./tables";

/** Every game that clears its table between rounds, right before a move that ends one. */
const cleared = games.flatMap(({ id }) => {
  const game = gameAfter(id, Infinity);
  const at = game.history.findIndex(({ finished }) => finished);
  const { mv = "", piece = "" } = game.history[at] ?? {};
  return at < 0 ? [] : [{ id, game, at, mv, piece }];
});

let land: () => void;
const show = vi.fn<(scene: Scene) => Promise<void>>();
const stage = { show, setTrail: vi.fn(), light: vi.fn() } as unknown as Stage;
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const lying = ({ table }: Scene): string[] => table.pieces.map(({ id }) => id);
beforeEach(() => {
  show.mockReset();
  show.mockImplementation(() => new Promise((resolve) => (land = resolve)));
});

test("some game clears its table between rounds", () => expect(cleared).not.toEqual([]));

describe.each(cleared)("$id", ({ game, at, mv, piece }) => {
  test("the last piece is seen landing before the end is announced, and the table is cleared after that", async () => {
    game.undoTo(at);
    const before = lying(game.view.scene);
    const controller = new LocalController("t1", game);
    controller.stage = stage;
    controller.play(mv);
    expect(show).toHaveBeenCalledOnce();
    expect(lying(show.mock.calls[0]![0])).toEqual([...before, piece]);
    expect(controller.happenings.announcement).toBe(null);
    land();
    await soon();
    controller.happenings.hurry();
    await soon();
    expect(controller.happenings.announcement).not.toBe(null);
    expect([show.mock.calls.length, lying(controller.shown.scene).includes(piece)]).toEqual([1, true]);
    expect(controller.endedRound?.mv).toBe(mv);
    controller.happenings.dismiss();
    await soon();
    expect(show).toHaveBeenCalledTimes(2);
    expect([lying(show.mock.calls[1]![0]), controller.endedRound]).toEqual([[], undefined]);
    controller.dispose();
  });

  test("looking back shows the piece lying there, and nothing that can be played", () => {
    game.undoTo(at);
    game.play(mv);
    const { scene } = momentOf(game, at + 1);
    expect(lying(scene)).toContain(piece);
    expect(scene.playable).toEqual([]);
    expect(lying(game.viewAt(at + 1).scene)).toEqual([]);
  });
});
