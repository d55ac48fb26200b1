// Dragging a piece from a rack, or off the table, to its place: it lifts, follows the pointer, snaps to places where it
// fits, and lies there when it is dropped. Dropped elsewhere it springs home.

import { settings } from "../settings.svelte";
import type { Solid } from "../engine/pkg/tablee_wasm.js";
import type { Cell } from "../stage/stage";
import type { TableController } from "./controller.svelte";
import { sameCell, type Refused } from "./picking.svelte";
import type { Point } from "./spatial";

/** Further than this, in pixels, a press has become a drag; fingers are less steady. */
const STEADY = { mouse: 6, touch: 10 };
/** A finger hides the piece under it: so the piece is held this much higher. */
const ABOVE_FINGER = 64;
/** How near to a place, in cells, a piece snaps to it. */
const SNAPS = 0.95;
/** So long a piece rests where it does not fit before the page says why, in milliseconds. */
const REST = 300;
/** How far a wheel turns for the next way, in pixels. */
const WHEEL_STEP = 60;
/** A second finger that moves so far up or down, in pixels, tips the piece; one that does not move spins it. */
const SWIPE = 40;

interface Drag {
  piece: string;
  pointer: number;
  coarse: boolean;
  start: Point;
  at: Point;
  under: boolean;
}

export class Dragging {
  #drag: Drag | null = null;
  #wheel = 0;
  /** A second finger: where it came down, or where it last tipped the piece. */
  #helper: { pointer: number; y: number; hasTipped: boolean } | null = null;
  #listening: AbortController | null = null;
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** Where the piece does not fit as it is turned, and why; said while it stays over that cell. */
  #refused: { cell: Cell; refusal: Refused } | null = null;
  /** Whether a piece is being dragged. */
  active = $state(false);

  constructor(
    private readonly controller: () => TableController,
    /** Lays the piece where it is ready. */
    private readonly lay: () => void,
  ) {}

  /** A piece was pressed: in a rack, or on the table. */
  press(event: PointerEvent, piece: string): void {
    if (event.button !== 0 || this.#drag || this.controller().mine === null) return;
    const { playable } = this.controller().game.view.scene;
    if (!playable.some((each) => each.piece === piece)) return;
    const at = { x: event.clientX, y: event.clientY };
    const coarse = event.pointerType !== "mouse";
    const under = event.target instanceof HTMLCanvasElement;
    this.#drag = { piece, pointer: event.pointerId, coarse, start: at, at, under };
    this.#listen();
  }

  dispose(): void {
    this.#end();
  }

  #listen(): void {
    this.#listening = new AbortController();
    const options = { signal: this.#listening.signal, capture: true, passive: false };
    addEventListener("pointermove", (event) => this.#move(event), options);
    addEventListener("pointerup", (event) => this.#up(event), options);
    addEventListener("pointercancel", (event) => event.pointerId === this.#drag?.pointer && this.#cancel(), options);
    // A second finger turns the piece: a tap spins it, a swipe up or down tips it.
    addEventListener("pointerdown", (event) => this.#second(event), options);
    addEventListener("pointermove", (event) => this.#swipe(event), options);
    addEventListener("pointerup", (event) => this.#liftSecond(event), options);
    addEventListener("pointercancel", (event) => this.#isHelper(event) && (this.#helper = null), options);
    addEventListener("wheel", (event) => this.#turnWheel(event), options);
    addEventListener("keydown", (event) => this.#key(event), options);
    // The window itself lost the focus, not only an element of the page.
    addEventListener("blur", (event) => event.target === window && this.#cancel(), options);
  }

  #second(event: PointerEvent): void {
    if (!this.active || event.pointerId === this.#drag?.pointer) return;
    event.preventDefault();
    event.stopPropagation();
    this.#helper ??= { pointer: event.pointerId, y: event.clientY, hasTipped: false };
  }

  #isHelper(event: PointerEvent): boolean {
    return this.#helper?.pointer === event.pointerId;
  }

  #swipe(event: PointerEvent): void {
    const helper = this.#helper;
    if (!helper || !this.#isHelper(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const moved = event.clientY - helper.y;
    if (Math.abs(moved) < SWIPE) return;
    helper.y = event.clientY;
    helper.hasTipped = true;
    this.#turn(moved > 0 ? 1 : -1, "tip");
  }

  #liftSecond(event: PointerEvent): void {
    const helper = this.#helper;
    if (!helper || !this.#isHelper(event)) return;
    event.preventDefault();
    event.stopPropagation();
    swallowClick();
    this.#helper = null;
    if (!helper.hasTipped) this.#turn(1);
  }

  #turnWheel(event: WheelEvent): void {
    if (!this.active) return;
    event.preventDefault();
    event.stopPropagation();
    this.#wheel += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 20);
    if (Math.abs(this.#wheel) < WHEEL_STEP) return;
    this.#turn(this.#wheel > 0 ? 1 : -1);
    this.#wheel = 0;
  }

  #key(event: KeyboardEvent): void {
    if (!this.active) return;
    const key = event.key.toLowerCase();
    if (key !== "escape" && key !== "r" && key !== "f") return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "escape") this.#cancel();
    else this.#turn(event.shiftKey ? -1 : 1, key === "f" ? "tip" : "spin");
  }

  /** Turns the piece where it is: at a place through the ways that fit there, elsewhere through all. */
  #turn(by: 1 | -1, how: "spin" | "tip" = "spin"): void {
    const { picking } = this.controller();
    if (picking.target === null) picking.turnHeld(by, how);
    else if (how === "tip") picking.tip(by);
    else picking.turn(by);
    this.#refused = null;
    picking.refusal = null;
    if (this.#drag) this.#explainAtRest(this.#drag);
    this.#show();
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const at = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(at.x - drag.start.x, at.y - drag.start.y);
    if (!this.active && far < (drag.coarse ? STEADY.touch : STEADY.mouse)) return;
    event.preventDefault();
    // The table itself does not answer to the pointer meanwhile: it would choose a place of its own.
    event.stopPropagation();
    drag.at = { x: at.x, y: at.y - (drag.coarse ? ABOVE_FINGER : 0) };
    if (!this.active) this.#begin(drag);
    this.#snap(drag);
    this.#explainAtRest(drag);
    this.#show();
  }

  /** Says why the piece does not fit where it rests. What was said goes along with the pointer, up to the next cell. */
  #explainAtRest(drag: Drag): void {
    clearTimeout(this.#resting);
    const { picking } = this.controller();
    const cell = picking.move ? null : this.#cell(drag);
    if (cell && this.#refused && sameCell(cell, this.#refused.cell))
      return picking.refuse({ ...this.#refused.refusal, at: drag.at });
    this.#refused = null;
    if (!cell) return;
    this.#resting = setTimeout(() => {
      this.controller().explain(cell, drag.at, true);
      const { refusal } = this.controller().picking;
      this.#refused = refusal && { cell, refusal };
    }, REST);
  }

  /** The cell of the table under the piece; null over the page. */
  #cell({ at }: Drag): Cell | null {
    return this.#overPage() ? null : (this.controller().stage?.cellAt(at) ?? null);
  }

  #begin(drag: Drag): void {
    this.active = true;
    const controller = this.controller();
    controller.hint = null;
    controller.pick(drag.piece);
  }

  #snap(drag: Drag): void {
    const { at } = drag;
    const { stage, picking } = this.controller();
    if (!stage) return;
    const perCell = Math.max(24, stage.pixelsPerCell());
    const distance = (middle: [number, number, number]): number => {
      const seen = stage.screenOfPoint(middle);
      return Math.hypot(seen.x - at.x, seen.y - at.y);
    };
    // The first piece is laid on the tabletop or not at all: there is no other place that it could mean.
    const most = !this.#isFirst ? SNAPS * perCell : this.#anywhere ? Infinity : 0;
    if (!picking.snap(distance, most)) {
      // Far from the middle of a long piece, but over a cell where it would lie as it is turned.
      const cell = this.#cell(drag);
      if (cell) picking.chooseAsHeld(cell, distance);
    }
    if (this.#anywhere) stage.bringGhost(at);
  }

  /** Whether it is the first piece of an empty table. */
  get #isFirst(): boolean {
    const { table } = this.controller().game.view.scene;
    return table.board.length === 0 && table.pieces.length === 0;
  }

  /** The first piece of an empty table goes wherever it is dropped on it. */
  get #anywhere(): boolean {
    return this.#isFirst && !this.#overPage();
  }

  /** Whether the pointer is over something of the page, or beyond the edge of the tabletop. */
  #overPage(): boolean {
    const drag = this.#drag;
    if (!drag) return false;
    const y = drag.at.y + (drag.coarse ? ABOVE_FINGER : 0);
    if (!(document.elementFromPoint(drag.at.x, y) instanceof HTMLCanvasElement)) return true;
    return this.controller().stage?.isOnTabletop(drag.at) === false;
  }

  /** The piece at the pointer; where it fits, its ghost lies there already. */
  #show(): void {
    const { stage, picking } = this.controller();
    const drag = this.#drag;
    if (!stage || !drag) return;
    const solids = picking.target ? [] : (picking.posed ?? this.#held(drag.piece));
    stage.carry(drag.piece, drag.at, solids);
  }

  #held(piece: string): Solid[] {
    const { hands, pieces } = this.controller().game.view.scene.table;
    const held = hands.flatMap((hand) => hand.pieces).find((each) => each.piece.id === piece)?.piece;
    return (held ?? pieces.find((each) => each.id === piece))?.solids ?? [];
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!this.active) {
      // A press that did not move is a tap. In a rack the button itself handles it.
      if (drag.under) this.controller().pick(drag.piece);
      return this.#end();
    }
    event.preventDefault();
    swallowClick();
    const { stage, picking } = this.controller();
    if (picking.move) {
      stage?.letGo(false);
      this.#end();
      if (settings.drop === "lay") this.lay();
      return;
    }
    const cell = this.#cell(drag);
    stage?.letGo(true);
    this.#end();
    if (cell) this.controller().explain(cell, drag.at);
    else picking.clear();
  }

  #cancel(): void {
    if (this.active) {
      const { stage, picking } = this.controller();
      stage?.letGo(true);
      picking.clear();
    }
    this.#end();
  }

  #end(): void {
    clearTimeout(this.#resting);
    this.#refused = null;
    this.#listening?.abort();
    this.#listening = null;
    this.#drag = null;
    this.#helper = null;
    this.active = false;
  }
}

/** A drag that ends over a button does not click it. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
