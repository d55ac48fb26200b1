/** What lies on the table and what is on its way there, written into boxes and drawings. */
import { Color } from "three";
import type { Piece, Solid, Tabletop } from "../engine/pkg/tablee_wasm.js";
import { colourOf, finishOf } from "../look/palette";
import type { Boxes } from "./boxes";
import { isWide, layersOf } from "./layers";
import type { Marks } from "./marks";
import type { Bounds } from "./orbit";
import { middleOf, type Vec3 } from "./pick";

interface Flight {
  from: Vec3;
  to: Vec3;
  /** How much higher than straight it goes in between. */
  arc: number;
  presence: [number, number];
  start: number;
  lasts: number;
}

interface Placed {
  id: string;
  solids: Solid[];
  /** How far from its place it is just now. */
  offset: Vec3;
  presence: number;
  flight: Flight | null;
  leaving: boolean;
}

const FALL_FROM = 2.6;
const LIFTED = 0.4;
const LASTS = { fall: 340, glide: 560, leave: 260, lift: 160 };

/** Where a new piece comes from, given where it goes; null: from above. */
type Origin = (id: string, to: Vec3) => Vec3 | null;

const smooth = (t: number): number => t * t * (3 - 2 * t);
/** Slowly off, then as things fall, and a hint of touching down. */
const falling = (t: number): number =>
  t < 0.86 ? (t / 0.86) ** 2 : 1 - 0.02 * Math.sin(((t - 0.86) / 0.14) * Math.PI);

/** Grain must not jump when a piece is moved: so it hangs on the piece and the number of the box, not on its place. */
function seedOf(id: string, index: number): number {
  let seed = index * 37;
  for (let at = 0; at < id.length; at++) seed = (seed * 31 + id.charCodeAt(at)) % 997;
  return seed / 128;
}

function centre(solids: readonly Solid[]): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (const solid of solids) middleOf(solid).forEach((part, axis) => (sum[axis as 0 | 1 | 2] += part / solids.length));
  return sum;
}

function sameSolids(a: readonly Solid[], b: readonly Solid[]): boolean {
  return (
    a.length === b.length &&
    a.every((solid, index) => {
      const other = b[index];
      return (
        other &&
        solid.at.every((part, axis) => part === other.at[axis]) &&
        solid.size.every((part, axis) => part === other.size[axis])
      );
    })
  );
}

export class Pieces {
  private board: Solid[] = [];
  private placed: Placed[] = [];
  private leaving: Placed[] = [];
  private lit = new Set<string>();
  /** What was laid since a person's last turn: outlined. */
  trail: ReadonlySet<string> = new Set<string>();
  private pickable = new Set<string>();
  private picked: string | null = null;
  /** What starts at or above this height is faint. */
  private cut = Infinity;
  dark = false;

  /** Everything as it is from now on. What is new comes from `from` or from above, if anything moves at all. */
  set(table: Tabletop, now: number, animate: boolean, from: Origin): void {
    const before = new Map(this.placed.map((placed) => [placed.id, placed]));
    const wasEmpty = this.placed.length === 0;
    this.board = table.board;
    let coming = 0;
    this.placed = table.pieces.map((piece): Placed => {
      const old = before.get(piece.id);
      before.delete(piece.id);
      const placed: Placed = {
        id: piece.id,
        solids: piece.solids,
        offset: this.restOf(piece.id),
        presence: 1,
        flight: null,
        leaving: false,
      };
      if (!animate) return placed;
      if (old) return this.carryOver(old, placed, now);
      // A whole table that is laid out at once does not keep anyone waiting.
      const late = wasEmpty ? Math.min(coming++, 12) * 18 : coming++ * 60;
      this.bring(placed, now + late, from);
      return placed;
    });
    this.leaving = animate ? [...this.leaving, ...[...before.values()].map((placed) => this.dismiss(placed, now))] : [];
  }

  private carryOver(old: Placed, placed: Placed, now: number): Placed {
    if (sameSolids(old.solids, placed.solids))
      return { ...placed, offset: old.offset, presence: old.presence, flight: old.flight };
    const [was, is] = [centre(old.solids), centre(placed.solids)];
    placed.offset = was.map((part, axis) => part - (is[axis] ?? 0) + (old.offset[axis] ?? 0)) as Vec3;
    const far = Math.hypot(placed.offset[0], placed.offset[1]);
    placed.flight = this.flight(placed, this.restOf(placed.id), now, LASTS.glide, Math.min(2.5, 0.5 + far / 4));
    return placed;
  }

  private bring(placed: Placed, start: number, from: Origin): void {
    const at = centre(placed.solids);
    const origin = from(placed.id, at);
    if (origin) {
      placed.offset = origin.map((part, axis) => part - (at[axis] ?? 0)) as Vec3;
    } else {
      placed.offset = [0, 0, FALL_FROM];
    }
    placed.presence = origin ? 1 : 0;
    const lasts = origin ? LASTS.glide : LASTS.fall;
    placed.flight = this.flight(placed, this.restOf(placed.id), start, lasts, origin ? 0.8 : 0);
    placed.flight.presence = [placed.presence, 1];
  }

  private dismiss(placed: Placed, now: number): Placed {
    const away: Vec3 = [placed.offset[0], placed.offset[1], placed.offset[2] + 1.4];
    const flight = this.flight(placed, away, now, LASTS.leave, 0);
    flight.presence = [placed.presence, 0];
    return { ...placed, flight, leaving: true };
  }

  private flight(placed: Placed, to: Vec3, start: number, lasts: number, arc: number): Flight {
    return { from: placed.offset, to, arc, presence: [placed.presence, 1], start, lasts };
  }

  private restOf(id: string): Vec3 {
    return [0, 0, id === this.picked ? LIFTED : 0];
  }

  /** Returns whether anything on the table looks different now. */
  setPickable(ids: string[], picked: string | null, now: number, animate: boolean): boolean {
    const looks = () => this.placed.map(({ id }) => `${this.pickable.has(id)} ${id === this.picked}`).join();
    const [before, changed] = [looks(), new Set([this.picked, picked])];
    this.pickable = new Set(ids);
    this.picked = picked;
    for (const placed of this.placed) {
      if (!changed.has(placed.id)) continue;
      const to = this.restOf(placed.id);
      if (animate) placed.flight = this.flight(placed, to, now, LASTS.lift, 0);
      else placed.offset = to;
    }
    return looks() !== before;
  }

  /** Whether other pieces are lit than before. */
  setLit(ids: readonly string[]): boolean {
    const same = ids.length === this.lit.size && ids.every((id) => this.lit.has(id));
    this.lit = new Set(ids);
    return !same;
  }

  isPickable(id: string): boolean {
    return this.pickable.has(id);
  }

  /** The heights at which pieces can rest, from the table upwards. */
  private layers(): number[] {
    return layersOf(this.placed.flatMap((placed) => placed.solids));
  }

  setLayer(top: number | null): void {
    this.cut = top === null ? Infinity : (this.layers()[top] ?? Infinity) - 0.01;
  }

  /** Advances the animations; returns whether any is left. */
  step(now: number): boolean {
    let busy = false;
    for (const placed of [...this.placed, ...this.leaving]) {
      const { flight } = placed;
      if (!flight) continue;
      const t = Math.min(1, Math.max(0, (now - flight.start) / flight.lasts));
      const [across, down] =
        flight.arc === 0 ? [smooth(t), flight.from[2] > flight.to[2] ? falling(t) : smooth(t)] : [smooth(t), smooth(t)];
      const part = (axis: 0 | 1 | 2, way: number) => flight.from[axis] + (flight.to[axis] - flight.from[axis]) * way;
      placed.offset = [part(0, across), part(1, across), part(2, down) + flight.arc * Math.sin(Math.PI * t) * (1 - t)];
      const [first, last] = flight.presence;
      placed.presence = first + (last - first) * Math.min(1, t * (last > first ? 3 : 1));
      if (t >= 1) placed.flight = null;
      else busy = true;
    }
    this.leaving = this.leaving.filter((placed) => placed.flight);
    return busy;
  }

  /** All at once where it belongs. */
  settle(): void {
    for (const placed of this.placed) {
      placed.flight = null;
      placed.offset = this.restOf(placed.id);
      placed.presence = 1;
    }
    this.leaving = [];
  }

  write(boxes: Boxes, marks: Marks): void {
    boxes.begin();
    marks.begin();
    const colour = new Color();
    const emit = (solid: Solid, seed: number, offset: Vec3, presence: number, lit: number, faint: boolean) => {
      const middle = middleOf(solid).map((part, axis) => part + (offset[axis] ?? 0));
      const look = { lit, presence, faint, ...finishOf(solid.paint) };
      boxes.add(middle, solid.size, seed, colour.set(colourOf(solid.paint, this.dark)), look);
      if (faint) return;
      for (const mark of solid.marks)
        marks.add(mark, middle, solid.size, colour.set(colourOf(mark.ink, this.dark)), presence);
    };
    this.board.forEach((solid, index) => emit(solid, seedOf("", index), [0, 0, 0], 1, 0, false));
    for (const placed of [...this.placed, ...this.leaving]) {
      const { id, offset, presence } = placed;
      const lit =
        this.lit.has(id) || id === this.picked ? 1 : this.trail.has(id) ? 0.75 : this.pickable.has(id) ? 0.4 : 0;
      placed.solids.forEach((solid, index) => {
        const { below, above } = this.divided(solid);
        const seed = seedOf(id, index);
        if (below) emit(below, seed, offset, presence, lit, false);
        if (above) emit(above, seed, offset, presence, lit, true);
      });
    }
    boxes.end();
    marks.end();
  }

  /** A box that reaches through the cut is solid up to there and faint above. */
  private divided(solid: Solid): { below: Solid | null; above: Solid | null } {
    const [bottom, top] = [solid.at[2], solid.at[2] + solid.size[2]];
    if (top <= this.cut + 0.02) return { below: solid, above: null };
    if (bottom >= this.cut) return { below: null, above: solid };
    const part = (from: number, to: number, marks: Solid["marks"]): Solid => ({
      ...solid,
      at: [solid.at[0], solid.at[1], from],
      size: [solid.size[0], solid.size[1], to - from],
      marks,
    });
    return { below: part(bottom, this.cut, []), above: part(this.cut, top, solid.marks) };
  }

  /** All solid boxes, for rays. */
  *boxes(): Generator<{ solid: Solid; piece: string | null }> {
    for (const solid of this.board) yield { solid, piece: null };
    for (const { id, solids } of this.placed) {
      for (const solid of solids) if (solid.at[2] < this.cut) yield { solid, piece: id };
    }
  }

  /** The middle of the top of a piece, or its far right corner, where nothing is drawn; none if it is not there. */
  topOfPiece(id: string, part: "middle" | "corner" = "middle"): Vec3 | null {
    const placed = this.placed.find((each) => each.id === id);
    // A totem on a domino is narrow: the corner is that of the domino.
    const wide = part === "corner" ? (placed?.solids.filter(isWide) ?? []) : [];
    const bounds = placed && boundsOf(wide.length > 0 ? wide : placed.solids);
    if (!placed || !bounds) return null;
    const { low, high } = bounds;
    const { offset } = placed;
    // The middle of its highest box, not of all of them: that one is seen.
    const top = placed.solids.reduce((best, solid) =>
      solid.at[2] + solid.size[2] > best.at[2] + best.size[2] ? solid : best,
    );
    const flat = high[2] - low[2] < 0.7;
    const aside = part === "corner" ? 0.5 : 0;
    const x = flat
      ? (low[0] + high[0]) / 2 + aside * (high[0] - low[0])
      : top.at[0] + top.size[0] / 2 + aside * top.size[0];
    const y = flat
      ? (low[1] + high[1]) / 2 + aside * (high[1] - low[1])
      : top.at[1] + top.size[1] / 2 + aside * top.size[1];
    return [x + offset[0], y + offset[1], high[2] + offset[2]];
  }

  /** Writes what is to be seen through other things. */
  writeThrough(boxes: Boxes, ids: ReadonlySet<string>): void {
    const colour = new Color();
    boxes.begin();
    for (const { id, solids, offset } of this.placed) {
      if (!ids.has(id)) continue;
      for (const solid of solids) {
        const middle = middleOf(solid).map((part, axis) => part + (offset[axis] ?? 0));
        const look = { lit: 1, presence: 1, faint: false, ...finishOf(solid.paint) };
        boxes.add(middle, solid.size, 0, colour.set(colourOf(solid.paint, this.dark)), look);
      }
    }
    boxes.end();
  }

  get isEmpty(): boolean {
    return this.placed.length === 0;
  }

  /** How high a cell is built on. */
  topOf([x, y]: readonly [number, number]): number {
    let top = 0;
    for (const { solid } of this.boxes()) {
      const { at, size } = solid;
      const over = at[0] < x + 0.5 && x + 0.5 < at[0] + size[0] && at[1] < y + 0.5 && y + 0.5 < at[1] + size[1];
      if (over) top = Math.max(top, at[2] + size[2]);
    }
    return top;
  }
}

/** What these boxes reach to; none if there are none. */
export function boundsOf(solids: Iterable<Pick<Solid, "at" | "size">>): Bounds | null {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const { at, size } of solids) {
    for (const axis of [0, 1, 2] as const) {
      low[axis] = Math.min(low[axis], at[axis]);
      high[axis] = Math.max(high[axis], at[axis] + size[axis]);
    }
  }
  return low[0] === Infinity ? null : { low, high };
}

export const solidsOf = (table: Tabletop): Solid[] => [
  ...table.board,
  ...table.pieces.flatMap((piece: Piece) => piece.solids),
];
