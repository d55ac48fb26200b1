// Picking up a piece, choosing a place and a way, and the move that follows from it.

import { beforeEach, expect, test } from "vitest";
import type { LocalGame } from "../src/engine/game.svelte";
import { Picking } from "../src/table/picking.svelte";
import { gameAfter } from "./tables";

const pieces = (game: LocalGame): string[] =>
  game.view.scene.playable.filter(({ ways }) => ways > 0).map(({ piece }) => piece);
/** A piece that fits on several cells, on one of them in several ways. */
function turnable(game: LocalGame): { piece: string; place: number; ways: number } {
  for (const piece of pieces(game)) {
    const targets = game.targets(piece);
    const place = targets.findIndex(({ ways }) => ways.length > 1);
    if (place >= 0 && targets.length > 1) return { piece, place, ways: targets[place]?.ways.length ?? 0 };
  }
  throw new Error("no piece can be turned");
}

let game: LocalGame;
let picking: Picking;
beforeEach(() => {
  game = gameAfter("rumis", 6);
  picking = new Picking();
});

test("a picked piece shows where it fits, and nothing is chosen yet", () => {
  const [piece = ""] = pieces(game);
  picking.pick(game, piece);
  expect(picking.targets).toEqual(game.targets(piece));
  expect(picking.targets.length).toBeGreaterThan(0);
  expect([picking.index, picking.target, picking.move, picking.solids]).toEqual([null, null, null, null]);
});

test("the chosen place and way make a move that the rules accept", () => {
  const { piece, place } = turnable(game);
  picking.pick(game, piece);
  const cell = picking.targets[place]?.cell ?? [0, 0];
  expect(picking.choose([cell[0], cell[1]])).toBe(true);
  expect(picking.target?.cell).toEqual(cell);
  expect(picking.solids).toEqual(picking.way?.solids);
  const plies = game.plies;
  game.play(picking.move?.mv ?? "");
  expect(game.plies).toBe(plies + 1);
});

test("a cell where the piece does not fit chooses nothing", () => {
  const { piece } = turnable(game);
  picking.pick(game, piece);
  picking.chooseAt(0);
  expect(picking.choose([999, 999])).toBe(false);
  expect(picking.index).toBe(0);
});

test("spinning and tipping reach every way, and each goes around", () => {
  const { piece, place, ways } = turnable(game);
  picking.pick(game, piece);
  picking.chooseAt(place);
  const moves = new Set<string | undefined>();
  for (let tip = 0, tips = picking.tips; tip < tips; tip++) {
    const first = picking.move?.mv;
    for (let spin = 0, spins = picking.spins; spin < spins; spin++) {
      moves.add(picking.move?.mv);
      picking.spin(1);
    }
    expect(picking.move?.mv).toBe(first);
    picking.tip(1);
  }
  expect(moves.size).toBe(ways);
  expect(picking.turned).toBe(0);
});

test("a dragged piece snaps to the nearest place, as it is turned, and to nothing far away", () => {
  const { piece, place } = turnable(game);
  picking.pick(game, piece);
  picking.chooseAt(place);
  const { solids = [], mv } = picking.way ?? {};
  const middle = [0, 1, 2].map(
    (axis) => solids.reduce((sum, { at, size }) => sum + (at[axis] ?? 0) + (size[axis] ?? 0) / 2, 0) / solids.length,
  );
  const away = (by: number) => (point: readonly number[]) =>
    Math.hypot(...point.map((part, axis) => part - (middle[axis] ?? 0) - (axis === 2 ? by : 0)));
  picking.leavePlace();
  expect(picking.snap(away(0), 1)).toBe(true);
  expect(picking.move?.mv).toBe(mv);
  expect(picking.posed).toEqual(solids);
  expect(picking.snap(away(50), 1)).toBe(false);
  expect(picking.move).toBe(null);
});

test("at the next place the piece keeps its pose, if it can", () => {
  const { piece, place } = turnable(game);
  picking.pick(game, piece);
  picking.chooseAt(place);
  picking.turn(1);
  const pose = picking.way?.pose;
  const next = picking.targets.findIndex(
    ({ ways }, index) => index !== place && ways.some((way) => way.pose === pose) && ways[0]?.pose !== pose,
  );
  expect(next, "a place where the pose is not the first").toBeGreaterThanOrEqual(0);
  picking.chooseAt(next);
  expect(picking.way?.pose).toBe(pose);
});

test("one step back leaves the place, another puts the piece down, a third has nothing to do", () => {
  picking.pick(game, pieces(game)[0] ?? "");
  picking.chooseAt(0);
  expect([picking.back(), picking.index, picking.piece !== null]).toEqual([true, null, true]);
  expect([picking.back(), picking.piece, picking.targets]).toEqual([true, null, []]);
  expect(picking.back()).toBe(false);
});

test("another piece begins without a place; the same one keeps it", () => {
  const [one = "", two = ""] = pieces(game);
  picking.pick(game, one);
  picking.chooseAt(0);
  picking.pick(game, one);
  expect(picking.index).toBe(0);
  picking.pick(game, two);
  expect(picking.index).toBe(null);
  expect(picking.targets).toEqual(game.targets(two));
});

test("any legal move can be prepared, and an impossible one leaves everything as it was", () => {
  const [piece = ""] = pieces(game).slice(-1);
  const wanted = game.targets(piece).at(-1)?.ways.at(-1)?.mv ?? "";
  expect(picking.prepare(game, wanted)).toBe(true);
  expect(picking.move?.mv).toBe(wanted);
  expect(picking.prepare(game, "no such move")).toBe(false);
  expect(picking.move?.mv).toBe(wanted);
});

test("what can be added to a move is added and taken off again", () => {
  game = gameAfter("kumata", 6);
  const place = pieces(game)
    .flatMap((piece) => game.targets(piece).map((target, index) => ({ piece, index, way: target.ways[0] })))
    .find(({ way }) => way?.extra);
  if (!place) throw new Error("nothing can be added");
  picking.pick(game, place.piece);
  // Before a place is chosen too: then it is added wherever the piece is laid.
  picking.toggleExtra();
  picking.chooseAt(place.index);
  expect(picking.move?.mv).toBe(place.way?.extra?.mv);
  expect(picking.prepare(game, place.way?.extra?.mv ?? "")).toBe(true);
  expect(picking.extra).toBe(true);
  picking.toggleExtra();
  expect(picking.move?.mv).toBe(picking.way?.mv);
});
