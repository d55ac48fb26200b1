// Pointing at the table: what the mouse over a cell and a click or tap on it do, and what the stage shows.

import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { LocalGame } from "../src/engine/game.svelte";
import type { Cell, Stage } from "../src/stage/stage";
import { pointAt, showPicking } from "../src/table/pointing.svelte";
import { TableController } from "../src/table/controller.svelte";
import { nextPoint } from "../src/table/spatial";
import { gameAfter } from "./tables";

/** Both people sit at this screen. */
class OneScreen extends TableController<LocalGame> {
  readonly peopleHere = 2;
  readonly inFront = 0;
  readonly canUndo = false;
  mine: number | null = 0;
  isHere = (): boolean => true;
  name = (seat: number): string => `Seat ${seat}`;
  run = (): Promise<void> => Promise.resolve();
  undo = (): void => undefined;
  play = (mv: string): void => this.game.play(mv);
}

const AWAY: Cell = [999, 999];

let controller: OneScreen;
let lay: () => void;
let cells: Cell[];
beforeEach(() => {
  controller = new OneScreen("t1", gameAfter("rumis", 6));
  const piece = controller.game.view.scene.playable.find(({ ways }) => ways > 1)?.piece ?? "";
  controller.pick(piece);
  cells = controller.picking.targets.map(({ cell }) => [cell[0], cell[1]]);
  expect(cells.length).toBeGreaterThan(1);
  lay = vi.fn();
});
const chosen = (): readonly number[] | undefined => controller.picking.target?.cell;

test("the mouse over a cell chooses it, over another cell that one, and beside them none", () => {
  pointAt(controller, cells[0] ?? AWAY, "over", lay);
  expect(chosen()).toEqual(cells[0]);
  pointAt(controller, cells[1] ?? AWAY, "over", lay);
  expect(chosen()).toEqual(cells[1]);
  pointAt(controller, AWAY, "over", lay);
  expect(chosen()).toBeUndefined();
  expect(lay).not.toHaveBeenCalled();
});

test("the first tap on a cell chooses it, the second lays the piece", () => {
  pointAt(controller, cells[0] ?? AWAY, "tap", lay);
  expect(chosen()).toEqual(cells[0]);
  expect(lay).not.toHaveBeenCalled();
  pointAt(controller, cells[0] ?? AWAY, "tap", lay);
  expect(lay).toHaveBeenCalledOnce();
});

test("a click lays a piece that the mouse has already placed", () => {
  pointAt(controller, cells[1] ?? AWAY, "over", lay);
  pointAt(controller, cells[1] ?? AWAY, "tap", lay);
  expect(lay).toHaveBeenCalledOnce();
});

test("a tap where the piece does not fit says which clause forbids it, and keeps the piece", () => {
  const { game, picking } = controller;
  const piece = picking.piece ?? "";
  const around = Array.from({ length: 144 }, (_, at): Cell => [(at % 12) - 2, Math.floor(at / 12) - 2]);
  const forbidden = around.find((cell) => game.whyNot(piece, cell) && !picking.choose(cell)) ?? AWAY;
  picking.leavePlace();
  pointAt(controller, forbidden, "tap", lay);
  expect(picking.refusal).toEqual({ why: game.whyNot(piece, forbidden), turned: false, at: null });
  expect(picking.refusal?.why?.clause).toMatch(/^[A-Z]\d+$/);
  expect([picking.piece, chosen()]).toEqual([piece, undefined]);
  expect(lay).not.toHaveBeenCalled();
});

test("a hint goes when another piece is picked up, and with a step back", () => {
  const thought = { mv: "", what: { en: "", fr: "" }, reasons: [], win: [], points: [] };
  const [one = "", other = ""] = controller.game.view.scene.playable.map(({ piece }) => piece);
  controller.pick(one);
  controller.hint = thought;
  controller.pick(one);
  expect(controller.hint, "the piece that it is about").toBe(thought);
  controller.pick(other);
  expect(controller.hint).toBe(null);
  controller.hint = thought;
  expect([controller.back(), controller.hint, controller.picking.piece]).toEqual([true, null, null]);
  controller.hint = thought;
  expect([controller.back(), controller.hint, controller.back()], "with nothing in hand").toEqual([true, null, false]);
});

test("leaving the table with the mouse keeps the chosen place", () => {
  pointAt(controller, cells[0] ?? AWAY, "over", lay);
  pointAt(controller, null, "over", lay);
  expect(chosen()).toEqual(cells[0]);
});

test("a player who is not to move points at nothing", () => {
  controller.mine = null;
  pointAt(controller, cells[0] ?? AWAY, "over", lay);
  pointAt(controller, cells[0] ?? AWAY, "tap", lay);
  expect(chosen()).toBeUndefined();
  expect(lay).not.toHaveBeenCalled();
});

test("the stage shows the places of the picked piece, the chosen one, and the piece there", () => {
  const stage = { offer: vi.fn(), blame: vi.fn(), ghost: vi.fn(), pickable: vi.fn() };
  controller.stage = stage as unknown as Stage;
  let maySee = true;
  const stop = $effect.root(() =>
    showPicking(
      () => controller,
      () => maySee,
    ),
  );
  flushSync();
  const { picking } = controller;
  expect(stage.offer).toHaveBeenLastCalledWith(picking.targets, null);
  expect(stage.ghost).toHaveBeenLastCalledWith(null);
  expect(stage.pickable).toHaveBeenLastCalledWith(
    controller.game.view.scene.playable.map(({ piece }) => piece),
    picking.piece,
  );
  pointAt(controller, cells[0] ?? AWAY, "over", lay);
  flushSync();
  expect(stage.offer).toHaveBeenLastCalledWith(picking.targets, cells[0]);
  expect(stage.ghost).toHaveBeenLastCalledWith(picking.way?.solids);
  maySee = false;
  picking.clear();
  flushSync();
  expect(stage.offer).toHaveBeenLastCalledWith(null, null);
  expect(stage.ghost).toHaveBeenLastCalledWith(null);
  expect(stage.pickable).toHaveBeenLastCalledWith([], null);
  stop();
});

describe("arrow keys", () => {
  // 0 1 2
  // 3   4
  const points = [0, 10, 20].map((x) => ({ x, y: 0 })).concat([0, 20].map((x) => ({ x, y: 10 })));

  test("go to the nearest point ahead", () => {
    expect(nextPoint(points, 0, "right")).toBe(1);
    expect(nextPoint(points, 2, "down")).toBe(4);
    expect(nextPoint(points, 4, "left")).toBe(3);
    expect(nextPoint(points, 3, "up")).toBe(0);
  });
  test("go round at the edge", () => {
    expect(nextPoint(points, 2, "right")).toBe(0);
    expect(nextPoint(points, 0, "up")).toBe(3);
  });
  test("begin in the middle", () => {
    expect(nextPoint(points, null, "left")).toBe(1);
    expect(nextPoint([], null, "left")).toBe(null);
  });
});
