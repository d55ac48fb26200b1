// Looking back at the same table, and coming back.

import { beforeEach, expect, test, vi } from "vitest";
import type { Stage } from "../src/stage/stage";
import { notices } from "../src/notices.svelte";
import { LocalController } from "../src/table/local-controller.svelte";
import { movesIn } from "../src/table/history";
import { gameAfter } from "./tables";

const stage = {
  show: vi.fn<(scene: unknown, how: { animate: boolean }) => Promise<void>>(),
  setTrail: vi.fn(),
  light: vi.fn(),
};
let controller: LocalController;
function sitDown(game: string): void {
  controller = new LocalController("t1", gameAfter(game, 6));
  controller.attach(stage as unknown as Stage);
}
beforeEach(() => {
  for (const spy of Object.values(stage)) spy.mockReset();
  stage.show.mockResolvedValue(undefined);
  sitDown("kumata");
});

const shownScene = (): unknown => stage.show.mock.lastCall?.[0];

test("an earlier moment is shown, and nothing can be played or undone there", () => {
  // Without draws, because two people take nothing back across one.
  sitDown("rumis");
  const { game } = controller;
  const mv = game.view.scene.playable.flatMap(({ piece }) => game.targets(piece))[0]?.ways[0]?.mv ?? "";
  expect([controller.mine !== null, controller.canUndo, mv !== ""]).toEqual([true, true, true]);
  const plies = game.plies;
  controller.lookBack(plies - 3);
  expect(controller.shown.ply).toBe(plies - 3);
  expect(shownScene()).toEqual(game.viewAt(plies - 3).scene);
  expect([controller.mine, controller.canUndo]).toEqual([null, false]);
  controller.play(mv);
  controller.undo();
  expect(game.plies).toBe(plies);
  controller.backToGame();
  expect([controller.rewound, controller.shown.ply, controller.mine !== null]).toEqual([null, plies, true]);
  expect(shownScene()).toEqual(game.view.scene);
  controller.play(mv);
  expect(game.plies).toBe(plies + 1);
});

test("steps go from move to move, move by move in motion, and stop at both ends", () => {
  const { history } = controller.game;
  controller.stepBy(-1);
  expect(movesIn(history, controller.rewound ?? 0)).toBe(movesIn(history) - 1);
  controller.stepBy(-1);
  expect(stage.show.mock.lastCall?.[1].animate).toBe(true);
  controller.lookBack(0);
  expect(stage.show.mock.lastCall?.[1].animate).toBe(false);
  controller.stepBy(-1);
  expect(controller.rewound).toBe(0);
  controller.lookBack(history.length + 9);
  expect(controller.rewound).toBe(history.length);
});

test("moves that are made meanwhile are counted, and told on coming back", () => {
  const { game } = controller;
  controller.lookBack(0);
  stage.show.mockClear();
  const mv = game.view.scene.playable.flatMap(({ piece }) => game.targets(piece))[0]?.ways[0]?.mv ?? "";
  game.play(mv);
  expect([controller.missed, controller.rewound, stage.show.mock.calls.length]).toEqual([1, 0, 0]);
  controller.backToGame();
  expect([controller.missed, stage.show.mock.calls.length]).toEqual([0, 1]);
});

test("a refusal is forgotten with the next act", () => {
  controller.refuse("it does not fit");
  expect(notices.notes.map(({ text }) => text)).toEqual(["it does not fit"]);
  controller.pick(controller.game.view.scene.playable[0]?.piece ?? "");
  expect(notices.notes).toEqual([]);
});

test("a hint that recommends a button can be followed at once", () => {
  const { game } = controller;
  const thought = { what: { en: "", fr: "" }, reasons: [], win: [], points: [] };
  const act = { mv: "p1", piece: undefined, what: { en: "New pile", fr: "Nouvelle pile" } };
  game.view = { ...game.view, scene: { ...game.view.scene, acts: [act] } };
  controller.hint = { ...thought, mv: "p1" };
  expect(controller.readyAct).toBe("p1");
  controller.hint = { ...thought, mv: "something else" };
  expect(controller.readyAct).toBe(null);
});
