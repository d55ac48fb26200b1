// From picking up a piece to the move that lays it: which piece, where, which way round, with or without something
// more.

import type { Game } from "../engine/game.svelte";
import type { Solid, Target, Way } from "../engine/pkg/tablee_wasm.js";
import type { Cell } from "../stage/stage";

export const sameCell = (a: readonly number[], b: readonly number[]): boolean => a[0] === b[0] && a[1] === b[1];

export class Picking {
  piece = $state<string | null>(null);
  targets = $state.raw<Target[]>([]);
  #index = $state<number | null>(null);
  #turn = $state(0);
  extra = $state(false);
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

  pick(game: Game, piece: string): void {
    if (this.piece === piece) return;
    this.clear();
    this.piece = piece;
    this.targets = game.targets(piece);
  }

  /** Chooses a place; returns whether the piece fits there. */
  choose(cell: Cell): boolean {
    const index = this.targets.findIndex((target) => sameCell(target.cell, cell));
    if (index < 0) return false;
    this.chooseAt(index);
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

  turn(by: 1 | -1): void {
    const ways = this.target?.ways.length ?? 0;
    if (ways === 0) return;
    this.#turn = (this.#turn + by + ways) % ways;
    this.#pose = this.way?.pose ?? null;
  }

  toggleExtra(): void {
    if (this.way?.extra) this.extra = !this.extra;
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
    if (this.#index !== null) {
      this.leavePlace();
      this.extra = false;
      return true;
    }
    if (this.piece === null) return false;
    this.clear();
    return true;
  }

  clear(): void {
    this.piece = null;
    this.targets = [];
    this.leavePlace();
    this.extra = false;
    this.#pose = null;
  }
}
