/** What pointing at the table means: a cell, a piece to take, or on an empty table the place for the first piece. */
import type { Solid, Target } from "../engine/pkg/tablee_wasm.js";
import type { Aim, ScreenPoint } from "./aim";
import type { Origin } from "./origin";
import type { Orbit } from "./orbit";
import type { Vec3 } from "./pick";
import { boundsOf, type Pieces } from "./pieces";

export type Cell = [number, number];

export interface PointingEvents {
  /** The mouse is over a cell (`over`; null when it left), or a cell was clicked or tapped with a finger (`tap`). */
  onCell(cell: Cell | null, how: "over" | "tap", at: ScreenPoint): void;
  /** A piece on the table was pressed that can be picked up (one given by `pickable`). */
  onGrab(id: string, event: PointerEvent): void;
}

interface Pointed {
  canvas: HTMLCanvasElement;
  aim: Aim;
  orbit: Orbit;
  origin: Origin;
  pieces: Pieces;
  events: PointingEvents;
  targets(): readonly Target[];
  ghost(): readonly Solid[] | null;
  /** Whether the table has no board, so that it grows as it is played. */
  open(): boolean;
  redraw(): void;
}

export class Pointing {
  private overCell: Cell | null = null;
  /** The pointer on an empty table. */
  private at: ScreenPoint | null = null;

  constructor(private readonly on: Pointed) {}

  /** Whether the next piece may go anywhere: the first piece of an empty table goes to the pointer. */
  private get anywhere(): boolean {
    return this.on.open() && this.on.pieces.isEmpty;
  }

  private meant(at: ScreenPoint, coarse: boolean) {
    return this.on.aim.meant(at, this.on.targets(), coarse, this.anywhere);
  }

  over(at: ScreenPoint): void {
    this.on.aim.look();
    this.bringGhost(at);
    const { cell, piece, offered } = this.meant(at, false);
    const touchable = offered || (piece !== null && this.on.pieces.isPickable(piece));
    this.on.canvas.style.cursor = touchable ? "pointer" : "grab";
    if (cell?.[0] === this.overCell?.[0] && cell?.[1] === this.overCell?.[1]) return;
    this.overCell = cell;
    this.on.events.onCell(cell, "over", at);
  }

  leave(): void {
    this.at = null;
    if (this.overCell === null) return;
    this.overCell = null;
    this.on.events.onCell(null, "over", { x: 0, y: 0 });
  }

  grab(event: PointerEvent): boolean {
    this.on.aim.look();
    const at = { x: event.clientX, y: event.clientY };
    const { piece, offered } = this.meant(at, event.pointerType !== "mouse");
    if (offered || piece === null || !this.on.pieces.isPickable(piece)) return false;
    this.on.events.onGrab(piece, event);
    return true;
  }

  tap(at: ScreenPoint, coarse: boolean): void {
    this.on.aim.look();
    // A finger first puts the piece there; a second tap on it lays it.
    const far = this.far(at);
    this.bringGhost(at);
    if (!far) this.on.events.onCell(this.meant(at, coarse).cell, "tap", at);
  }

  /** Whether the ghost of the first piece lies elsewhere. */
  private far(at: ScreenPoint): boolean {
    const middle = this.anywhere ? this.middleOfGhost() : null;
    if (!middle) return false;
    const seen = this.on.aim.onScreen(middle);
    return Math.hypot(seen.x - at.x, seen.y - at.y) > 1.2 * this.on.orbit.pixelsPerCell();
  }

  private middleOfGhost(): Vec3 | null {
    const bounds = boundsOf([...(this.on.ghost() ?? [])]);
    return bounds && (bounds.low.map((low, axis) => (low + (bounds.high[axis] ?? low)) / 2) as Vec3);
  }

  /** On an empty table, brings the ghost to the pointer; without a point, to where the pointer was last. */
  bringGhost(at: ScreenPoint | null = this.at): void {
    if (!this.anywhere) return;
    this.at = at;
    const middle = this.middleOfGhost();
    if (!middle || !at) return;
    const { aim, origin, orbit } = this.on;
    origin.bring(middle, origin.toRoom(aim.pointAtHeight(at, middle[2])), orbit.tableTop());
    this.on.redraw();
  }
}
