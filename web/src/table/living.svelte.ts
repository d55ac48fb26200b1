// A small game that bots play for the look of it, over and over.

import { Bots, Cancelled } from "../engine/bots";
import { loadEngine } from "../engine/engine";
import { Game, seatsOf, shuffledTable } from "../engine/game.svelte";
import type { Tabletop } from "../engine/pkg/tablee_wasm.js";

/** Quick to think, and its games look like games. */
const BOT = "greedy";
const BETWEEN_MOVES = 1500;
const BEFORE_ANOTHER = 6000;
/** So many moves are there already when one first looks. */
const HEAD_START = 8;

export class Living {
  table = $state.raw<Tabletop | null>(null);
  #game: Game | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;

  constructor(
    readonly id: string,
    readonly bots: Bots,
  ) {}

  /** Begins a game and plays its opening out of sight. */
  async begin(): Promise<void> {
    const engine = await loadEngine();
    const seats = seatsOf(engine.optionForm(this.id, {}, ""));
    const players = Array.from({ length: seats }, () => ({ name: "", bot: BOT }));
    this.#game?.free();
    this.#game = new Game(engine.Table.begin(shuffledTable(this.id, {}, players)));
    for (let moves = 0; moves < HEAD_START; moves++) if (!(await this.#move())) break;
    // Whoever looked may have gone meanwhile.
    if (this.#game) this.table = this.#game.view.scene.table;
  }

  /** One move, and the draws before it; false if the game is over or nobody looks any more. */
  async #move(): Promise<boolean> {
    const game = this.#game;
    if (!game) return false;
    while (game.view.turn.kind === "chance" && game.draw());
    if (game.over) return false;
    try {
      game.play((await this.bots.think(game.record(), BOT)).mv);
    } catch (thrown) {
      if (!(thrown instanceof Cancelled)) console.error(thrown);
      return false;
    }
    while (game.view.turn.kind === "chance" && game.draw());
    return true;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#later(BETWEEN_MOVES * (0.4 + Math.random() * 0.6));
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => void this.#step(), ms);
  }

  async #step(): Promise<void> {
    const over = this.#game?.over ?? true;
    if (over) await this.begin();
    else await this.#move();
    if (!this.#running || !this.#game) return;
    this.table = this.#game.view.scene.table;
    this.#later(this.#game.over ? BEFORE_ANOTHER : BETWEEN_MOVES);
  }

  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  dispose(): void {
    this.stop();
    this.#game?.free();
    this.#game = null;
  }
}
