// Dragging a piece with the pointer: what is laid, what springs home, and what only was a click.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LocalGame } from "../src/engine/game.svelte";
import { settings } from "../src/settings.svelte";
import type { Stage } from "../src/stage/stage";
import { TableController } from "../src/table/controller.svelte";
import { Dragging } from "../src/table/dragging.svelte";
import { freshPage } from "./page";
import { gameAfter } from "./tables";

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

/** A cell is ten pixels, seen from straight above. */
const SCALE = 10;

class Canvas {}
const pointer = (type: string, x: number, y: number, more: object = {}): PointerEvent =>
  Object.assign(new Event(type, { cancelable: true }), {
    pointerId: 1,
    pointerType: "mouse",
    button: 0,
    clientX: x,
    clientY: y,
    ...more,
  }) as unknown as PointerEvent;

let page: EventTarget;
let controller: OneScreen;
let dragging: Dragging;
let lay: () => void;
let carry: ReturnType<typeof vi.fn>;
let letGo: ReturnType<typeof vi.fn>;
let piece: string;
let onTabletop: boolean;
beforeEach(() => {
  page = freshPage();
  vi.stubGlobal("HTMLCanvasElement", Canvas);
  Object.assign(document, { elementFromPoint: () => new Canvas() });
  settings.drop = "lay";
  controller = new OneScreen("t1", gameAfter("rumis", 6));
  piece = controller.game.view.scene.playable.find(({ ways }) => ways > 1)?.piece ?? "";
  [carry, letGo] = [vi.fn(), vi.fn()];
  const screenOfPoint = ([x, y]: readonly [number, number, number]) => ({ x: x * SCALE, y: y * SCALE });
  const cellAt = ({ x, y }: { x: number; y: number }) => [Math.floor(x / SCALE), Math.floor(y / SCALE)];
  const [isOnTabletop, bringGhost] = [() => onTabletop, vi.fn()];
  controller.stage = {
    carry,
    letGo,
    screenOfPoint,
    cellAt,
    pixelsPerCell: () => SCALE,
    isOnTabletop,
    bringGhost,
  } as unknown as Stage;
  onTabletop = true;
  lay = vi.fn();
  dragging = new Dragging(() => controller, lay);
});

/** Where on the screen the piece would lie with its first legal way. */
function somewhere(): { x: number; y: number } {
  const solids = controller.game.targets(piece)[0]?.ways[0]?.solids ?? [];
  const middle = (axis: 0 | 1) =>
    solids.reduce((sum, { at, size }) => sum + at[axis] + size[axis] / 2, 0) / solids.length;
  return { x: middle(0) * SCALE, y: middle(1) * SCALE };
}

test("a piece that is dropped where it fits is laid", () => {
  const { x, y } = somewhere();
  dragging.press(pointer("pointerdown", 500, 500), piece);
  page.dispatchEvent(pointer("pointermove", 400, 400));
  expect(dragging.active).toBe(true);
  expect(carry.mock.lastCall?.[2], "away from every place the piece itself is seen").not.toEqual([]);
  page.dispatchEvent(pointer("pointermove", x, y));
  expect(carry.mock.lastCall?.[2], "where it fits, its ghost is seen instead").toEqual([]);
  page.dispatchEvent(pointer("pointerup", x, y));
  expect([controller.picking.piece, dragging.active]).toEqual([piece, false]);
  expect(controller.picking.move).not.toBe(null);
  expect(lay).toHaveBeenCalledOnce();
  expect(letGo).toHaveBeenCalledWith(false);
});

test("with the other setting a drop only shows the piece there", () => {
  settings.drop = "preview";
  const { x, y } = somewhere();
  dragging.press(pointer("pointerdown", 500, 500), piece);
  page.dispatchEvent(pointer("pointermove", x, y));
  page.dispatchEvent(pointer("pointerup", x, y));
  expect(lay).not.toHaveBeenCalled();
  expect(controller.picking.move).not.toBe(null);
});

test("keys turn a piece that is held, over a place and over none", () => {
  const press = (key: string) => page.dispatchEvent(Object.assign(new Event("keydown"), { key, shiftKey: false }));
  const held = () => carry.mock.lastCall?.[2] as unknown;
  dragging.press(pointer("pointerdown", 5000, 5000), piece);
  page.dispatchEvent(pointer("pointermove", 4000, 4000));
  press("r");
  const once = held();
  press("r");
  expect(held(), "spun").not.toEqual(once);
  press("f");
  expect(controller.picking.target, "still over no place").toBe(null);
  const { x, y } = somewhere();
  page.dispatchEvent(pointer("pointermove", x, y));
  expect(controller.picking.target).not.toBe(null);
});

test("a second finger turns a piece that is dragged: a tap spins it, a swipe tips it", () => {
  const finger = (type: string, pointerId: number, x: number, y: number) =>
    page.dispatchEvent(pointer(type, x, y, { pointerId, pointerType: "touch" }));
  const held = () => carry.mock.lastCall?.[2] as unknown;
  const turnHeld = vi.spyOn(controller.picking, "turnHeld");
  dragging.press(pointer("pointerdown", 5000, 5000, { pointerType: "touch" }), piece);
  finger("pointermove", 1, 4000, 4000);
  finger("pointerdown", 2, 100, 300);
  finger("pointermove", 2, 104, 296);
  expect(turnHeld, "it may still become a swipe").not.toHaveBeenCalled();
  const before = held();
  finger("pointerup", 2, 104, 296);
  expect(turnHeld.mock.calls).toEqual([[1, "spin"]]);
  expect(held()).not.toEqual(before);
  const spun = held();
  finger("pointerdown", 3, 100, 300);
  finger("pointermove", 3, 102, 350);
  expect(turnHeld.mock.lastCall).toEqual([1, "tip"]);
  expect(held()).not.toEqual(spun);
  finger("pointermove", 3, 102, 300);
  expect(turnHeld.mock.lastCall).toEqual([-1, "tip"]);
  finger("pointerup", 3, 102, 300);
  expect(turnHeld, "a swipe does not spin it as well").toHaveBeenCalledTimes(3);
  expect(dragging.active, "the first finger still holds it").toBe(true);
});

test("a piece that is dropped elsewhere springs home", () => {
  dragging.press(pointer("pointerdown", 500, 500), piece);
  page.dispatchEvent(pointer("pointermove", 900, 900));
  page.dispatchEvent(pointer("pointerup", 900, 900));
  expect(letGo).toHaveBeenCalledWith(true);
  expect(lay).not.toHaveBeenCalled();
  expect(dragging.active).toBe(false);
});

test("the first piece is laid wherever it is dropped on the tabletop, and springs home beyond its edge", () => {
  const { stage } = controller;
  controller = new OneScreen("t1", gameAfter("dogcity", 0));
  controller.stage = stage;
  const { view } = controller.game;
  expect(view.turn.kind).toBe("seat");
  const first = view.scene.playable[0]?.piece ?? "";
  for (onTabletop of [false, true]) {
    dragging.press(pointer("pointerdown", 500, 500), first);
    page.dispatchEvent(pointer("pointermove", 1330, 420));
    expect(controller.picking.move === null).toBe(!onTabletop);
    page.dispatchEvent(pointer("pointerup", 1330, 420));
    expect(letGo).toHaveBeenLastCalledWith(!onTabletop);
    expect(lay).toHaveBeenCalledTimes(onTabletop ? 1 : 0);
  }
});

test("a press that does not move is a click, and Escape or a lost pointer ends a drag", () => {
  dragging.press(pointer("pointerdown", 500, 500), piece);
  page.dispatchEvent(pointer("pointermove", 502, 501));
  page.dispatchEvent(pointer("pointerup", 502, 501));
  expect([dragging.active, carry.mock.calls.length]).toEqual([false, 0]);
  for (const end of [Object.assign(new Event("keydown"), { key: "Escape" }), pointer("pointercancel", 0, 0)]) {
    dragging.press(pointer("pointerdown", 500, 500), piece);
    page.dispatchEvent(pointer("pointermove", 400, 400));
    page.dispatchEvent(end);
    expect([dragging.active, controller.picking.piece]).toEqual([false, null]);
  }
  expect(lay).not.toHaveBeenCalled();
});

test("what cannot be played is not dragged, and nothing is when it is not one's turn", () => {
  dragging.press(pointer("pointerdown", 500, 500), "no such piece");
  page.dispatchEvent(pointer("pointermove", 400, 400));
  expect(dragging.active).toBe(false);
  controller.mine = null;
  dragging.press(pointer("pointerdown", 500, 500), piece);
  page.dispatchEvent(pointer("pointermove", 400, 400));
  expect(dragging.active).toBe(false);
});

describe("over a place where the piece does not fit", () => {
  const CELLS = Array.from({ length: 144 }, (_, at): [number, number] => [(at % 12) - 2, Math.floor(at / 12) - 2]);
  const middleOf = ([x, y]: readonly [number, number]) => [(x + 0.5) * SCALE, (y + 0.5) * SCALE] as const;
  /** A cell with a reason, where nothing near snaps. */
  const forbidden = (): [number, number] => {
    const { game, picking } = controller;
    controller.pick(piece);
    const found = CELLS.find((cell) => {
      const [x, y] = middleOf(cell);
      const far = !picking.snap(([east, north]) => Math.hypot(east * SCALE - x, north * SCALE - y), 30);
      return far && game.whyNot(piece, cell) !== undefined;
    });
    picking.clear();
    return found ?? [0, 0];
  };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("the reason is said at the pointer while the piece rests there, and goes with the next cell", () => {
    const cell = forbidden();
    const [x, y] = middleOf(cell);
    dragging.press(pointer("pointerdown", 5000, 5000), piece);
    page.dispatchEvent(pointer("pointermove", x, y));
    expect(controller.picking.refusal, "not while it only passes").toBe(null);
    vi.runAllTimers();
    const { refusal } = controller.picking;
    expect(refusal?.why?.clause).toMatch(/^R\d+$/);
    expect(refusal?.at).toEqual({ x, y });
    page.dispatchEvent(pointer("pointermove", x + 1, y));
    expect(controller.picking.refusal, "it goes along").toEqual({ ...refusal, at: { x: x + 1, y } });
    page.dispatchEvent(pointer("pointermove", 9000, 9000));
    expect(controller.picking.refusal).toBe(null);
    vi.runAllTimers();
    expect(controller.picking.refusal, "nothing is to be said away from the table").toBe(null);
  });

  test("a drop there says it at once", () => {
    const [x, y] = middleOf(forbidden());
    dragging.press(pointer("pointerdown", 5000, 5000), piece);
    page.dispatchEvent(pointer("pointermove", x, y));
    page.dispatchEvent(pointer("pointerup", x, y));
    expect(controller.picking.refusal?.why?.clause).toMatch(/^R\d+$/);
    expect(lay).not.toHaveBeenCalled();
  });

  test("what ends the drag ends the wait", () => {
    const [x, y] = middleOf(forbidden());
    dragging.press(pointer("pointerdown", 5000, 5000), piece);
    page.dispatchEvent(pointer("pointermove", x, y));
    page.dispatchEvent(pointer("pointercancel", x, y));
    vi.runAllTimers();
    expect(controller.picking.refusal).toBe(null);
  });
});

test("no drop on the board is silent: it lies there, or a reason is said, also where the piece fits the other way", () => {
  controller = new OneScreen("t2", gameAfter("kumata", 4));
  // Cells as large as on a screen, so that a piece does not snap from two cells away.
  const scale = 40;
  const screenOfPoint = ([x, y]: readonly [number, number, number]) => ({ x: x * scale, y: y * scale });
  const cellAt = ({ x, y }: { x: number; y: number }) => [Math.floor(x / scale), Math.floor(y / scale)];
  const [pixelsPerCell, isOnTabletop] = [() => scale, () => true];
  controller.stage = { carry, letGo, screenOfPoint, cellAt, pixelsPerCell, isOnTabletop } as unknown as Stage;
  const { game, picking } = controller;
  controller.mine = game.seat;
  const held = game.view.scene.playable.filter(({ ways }) => ways > 0).map(({ piece }) => piece);
  let turned = 0;
  for (const piece of held)
    for (const { at, size } of game.view.scene.table.board.filter(({ size }) => size[0] < 1.01))
      for (const corner of [0.15, 0.5, 0.85]) {
        const [x, y] = [(at[0] + corner * size[0]) * scale, (at[1] + corner * size[1]) * scale];
        dragging.press(pointer("pointerdown", 5000, 5000), piece);
        page.dispatchEvent(pointer("pointermove", 4000, 4000));
        page.dispatchEvent(Object.assign(new Event("keydown"), { key: "r", shiftKey: false }));
        page.dispatchEvent(pointer("pointermove", x, y));
        page.dispatchEvent(pointer("pointerup", x, y));
        expect(picking.move !== null || picking.refusal !== null, `${x} ${y}`).toBe(true);
        if (picking.refusal?.turned) turned++;
        picking.clear();
      }
  expect(turned, "there are places where it only fits the other way").toBeGreaterThan(0);
});
