// From picking up a piece to the move that lays it: which piece, where, which way round, with or without something
// more.

import type { Game } from "../engine/game.svelte";
import type { Solid, Target, Way, WhyNot } from "../engine/pkg/tablee_wasm.js";
import type { Cell } from "../stage/stage";
import type { Point } from "./spatial";

export const sameCell = (a: readonly number[], b: readonly number[]): boolean => a[0] === b[0] && a[1] === b[1];

/** Why the piece does not fit where it was tried, and where on the screen that was. */
export interface Refused {
  /** Null if the piece only has to be turned. */
  why: WhyNot | null;
  /** Whether it fits there if it is turned. */
  turned: boolean;
  at: Point | null;
}

type Vec3 = [number, number, number];

/** The middle of the boxes of a piece as it would lie. */
function centreOf(solids: readonly Solid[]): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (const { at, size } of solids)
    for (const axis of [0, 1, 2] as const) sum[axis] += (at[axis] + size[axis] / 2) / solids.length;
  return sum;
}

/** The thing after another one, or before it, in a ring. */
const around = <T>(ring: readonly T[], now: T, by: 1 | -1): T =>
  ring[(ring.indexOf(now) + by + ring.length) % ring.length] ?? now;

export class Picking {
  piece = $state<string | null>(null);
  targets = $state.raw<Target[]>([]);
  #index = $state<number | null>(null);
  #turn = $state(0);
  extra = $state(false);
  /** Why the last place that was tried was refused; gone with whatever is done next. */
  refusal = $state.raw<Refused | null>(null);
  /** How the piece was turned last: at the next place it lies the same way, if it can. */
  #pose: number | null = null;

  target = $derived(this.#index === null ? null : (this.targets[this.#index] ?? null));
  way: Way | null = $derived(this.target?.ways[this.#turn] ?? null);
  /** The move that is ready to be played. */
  move = $derived(this.extra && this.way?.extra ? this.way.extra : this.way);
  solids: Solid[] | null = $derived(this.move?.solids ?? null);
  /** Number of the chosen place and way, from 0. */
  index = $derived(this.#index);
  turned = $derived(this.#turn);
  /** The ways to lay the piece here that differ by a spin about the vertical only. */
  #spins = $derived.by(() => (this.target?.ways ?? []).filter(({ tip }) => tip === this.way?.tip));
  spins = $derived(this.#spins.length);
  /** The sides on which it can lie here. */
  #tips = $derived.by(() => [...new Set((this.target?.ways ?? []).map(({ tip }) => tip))]);
  tips = $derived(this.#tips.length);
  /** Whether something can be added to the move, wherever the piece is laid. */
  mayExtra = $derived(this.targets.some(({ ways }) => ways.some(({ extra }) => extra !== undefined)));

  pick(game: Game, piece: string): void {
    this.refusal = null;
    if (this.piece === piece) return;
    this.clear();
    this.piece = piece;
    this.targets = game.targets(piece);
  }

  /** Chooses a place; returns whether the piece fits there. */
  choose(cell: Cell): boolean {
    this.refusal = null;
    const index = this.targets.findIndex((target) => sameCell(target.cell, cell));
    if (index < 0) return false;
    this.chooseAt(index);
    return true;
  }

  /** Whether the piece fits over a cell, however it is turned. */
  fits(cell: Cell): boolean {
    return this.targets.some((target) => sameCell(target.cell, cell));
  }

  /**
   * Chooses a cell if the piece fits there as it is turned now; of several ways, the one whose middle is nearest by some
   * measure. Returns whether it does.
   */
  chooseAsHeld(cell: Cell, distance: (middle: Vec3) => number): boolean {
    const index = this.targets.findIndex((target) => sameCell(target.cell, cell));
    const ways = this.targets[index]?.ways ?? [];
    const held = ways.filter(({ pose }) => this.#pose === null || pose === this.#pose);
    const [nearest] = held.sort((a, b) => distance(centreOf(a.solids)) - distance(centreOf(b.solids)));
    if (!nearest) return false;
    this.refusal = null;
    this.#index = index;
    this.#turn = ways.indexOf(nearest);
    this.#pose = nearest.pose;
    return true;
  }

  chooseAt(index: number): void {
    if (index === this.#index) return;
    const ways = this.targets[index]?.ways ?? [];
    const kept = ways.findIndex((way) => way.pose === this.#pose);
    this.#index = index;
    this.#turn = Math.max(kept, 0);
    if (this.#pose === null) this.#pose = this.way?.pose ?? null;
  }

  leavePlace(): void {
    this.#index = null;
    this.#turn = 0;
  }

  /** To the next way to lay the piece here: a spin, or where it cannot be spun, another side. */
  turn(by: 1 | -1): void {
    if (this.spins > 1) this.spin(by);
    else this.tip(by);
  }

  /** Turns the piece while it is held over no place: to the next way in which it fits anywhere, or the next side. */
  turnHeld(by: 1 | -1, how: "spin" | "tip"): void {
    const ways = new Map(this.targets.flatMap((target) => target.ways.map((way) => [way.pose, way] as const)));
    const all = [...ways.values()].sort((a, b) => a.pose - b.pose);
    const now = all.find(({ pose }) => pose === this.#pose) ?? all[0];
    if (!now) return;
    const spins = all.filter(({ tip }) => tip === now.tip);
    const tips = [...new Set(all.map(({ tip }) => tip))];
    if (how === "spin" && spins.length > 1) this.#pose = around(spins, now, by).pose;
    else this.#pose = all.find(({ tip }) => tip === around(tips, now.tip, by))?.pose ?? now.pose;
  }

  /** Spins the piece about the vertical. */
  spin(by: 1 | -1): void {
    const now = this.#spins.findIndex((way) => way === this.way);
    if (now >= 0) this.#goTo(this.#spins[(now + by + this.spins) % this.spins]);
  }

  /** Tips the piece over, onto another side. */
  tip(by: 1 | -1): void {
    const now = this.#tips.findIndex((tip) => tip === this.way?.tip);
    if (now < 0) return;
    const tip = this.#tips[(now + by + this.tips) % this.tips];
    this.#goTo(this.target?.ways.find((way) => way.tip === tip));
  }

  #goTo(way: Way | undefined): void {
    this.refusal = null;
    const turn = way === undefined ? -1 : (this.target?.ways.indexOf(way) ?? -1);
    if (turn < 0) return;
    this.#turn = turn;
    this.#pose = this.way?.pose ?? null;
  }

  /** How the piece is turned; undefined until it was laid down or turned. */
  get pose(): number | undefined {
    return this.#pose ?? undefined;
  }

  /** The piece as it was turned last, wherever that is; null if it has not been laid down anywhere yet. */
  get posed(): Solid[] | null {
    for (const { ways } of this.targets) for (const way of ways) if (way.pose === this.#pose) return way.solids;
    return null;
  }

  /**
   * Chooses the place that is nearest by some measure of the middle of the piece as it would lie there: as it is turned
   * now, or, if that is nowhere near, in any way. Nothing is chosen if nothing is nearer than `most`.
   */
  snap(distance: (middle: Vec3) => number, most: number): boolean {
    this.refusal = null;
    let best: { index: number; turn: number } | null = null;
    let nearest = most;
    this.targets.forEach(({ ways }, index) => {
      ways.forEach((way, turn) => {
        // Another way round has to be much nearer.
        const away = distance(centreOf(way.solids)) * (this.#pose === null || way.pose === this.#pose ? 1 : 2.2);
        if (away < nearest) [best, nearest] = [{ index, turn }, away];
      });
    });
    const found = best as { index: number; turn: number } | null;
    this.#index = found?.index ?? null;
    this.#turn = found?.turn ?? 0;
    if (this.#pose === null) this.#pose = this.way?.pose ?? null;
    return found !== null;
  }

  /** The piece was tried where it does not fit. */
  refuse(refusal: Refused): void {
    this.refusal = refusal;
  }

  toggleExtra(): void {
    if (this.mayExtra) this.extra = !this.extra;
  }

  /** Puts the piece where a given move lays it; returns whether there is such a move. */
  prepare(game: Game, mv: string): boolean {
    for (const { piece } of game.view.scene.playable) {
      for (const [index, target] of game.targets(piece).entries()) {
        const turn = target.ways.findIndex((way) => way.mv === mv || way.extra?.mv === mv);
        if (turn < 0) continue;
        this.clear();
        this.piece = piece;
        this.targets = game.targets(piece);
        this.#index = index;
        this.#turn = turn;
        this.#pose = this.way?.pose ?? null;
        this.extra = this.way?.extra?.mv === mv;
        return true;
      }
    }
    return false;
  }

  /** Goes one step back; returns whether there was one. */
  back(): boolean {
    this.refusal = null;
    if (this.#index !== null) {
      this.leavePlace();
      return true;
    }
    if (this.piece === null) return false;
    this.clear();
    return true;
  }

  clear(): void {
    this.refusal = null;
    this.piece = null;
    this.targets = [];
    this.leavePlace();
    this.extra = false;
    this.#pose = null;
  }
}
