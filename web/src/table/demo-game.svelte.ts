// A game that bots play on the home page, over and over.

import { Bots, Cancelled } from "../engine/bots";
import { loadEngine } from "../engine/engine";
import { seatsOf, shuffledTable } from "../engine/game.svelte";
import type { LocalTable, Tabletop } from "../engine/pkg/tablee_wasm.js";

/** Quick to think, and its games look like games. */
const BOT = "greedy";
const BETWEEN_MOVES = 1500;
const BEFORE_ANOTHER = 6000;
/** The number of moves before the table is first shown. */
const HEAD_START = 8;

export class DemoGame {
  table = $state.raw<Tabletop | null>(null);
  /** The engine's table: its history and views are not needed here. */
  #game: LocalTable | null = null;
  #over = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #gone = false;

  constructor(
    readonly id: string,
    readonly bots: Bots,
  ) {}

  /** Begins a game and plays its opening out of sight. */
  async begin(): Promise<void> {
    const engine = await loadEngine();
    if (this.#gone) return;
    const seats = seatsOf(engine.optionForm(this.id, {}, ""));
    const players = Array.from({ length: seats }, () => ({ name: "", bot: BOT }));
    this.#game?.free();
    this.#game = engine.LocalTable.begin(shuffledTable(this.id, {}, players));
    this.#over = false;
    for (let moves = 0; moves < HEAD_START && !this.#over; moves++) await this.#move();
    this.#show();
  }

  #show(): void {
    if (this.#game) this.table = this.#game.view().scene.table;
  }

  /** One move, and the draws around it. */
  async #move(): Promise<void> {
    const draw = (): void => {
      while (this.#game?.draw());
    };
    draw();
    try {
      const { mv } = await this.bots.think(this.#game?.record() ?? "", BOT);
      this.#game?.play(mv);
      draw();
    } catch (thrown) {
      // The game is over, or the page no longer wants the move.
      if (!(thrown instanceof Cancelled)) this.#over = true;
    }
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
    if (this.#over) await this.begin();
    else await this.#move();
    if (!this.#running || this.#gone) return;
    this.#show();
    this.#later(this.#over ? BEFORE_ANOTHER : BETWEEN_MOVES);
  }

  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  dispose(): void {
    this.stop();
    this.#gone = true;
    this.#game?.free();
    this.#game = null;
  }
}
