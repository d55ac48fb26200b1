// Games in the middle, for unit tests, played by the real engine.

import { loadEngine, type Engine } from "../src/engine/engine";
import { LocalGame } from "../src/engine/game.svelte";

const SEED = "7".repeat(64);
const BOT = "greedy";

export const engine: Engine = await loadEngine();

const PEOPLE = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"];

/** A game of people after this many moves, with one of them to move; of two, if the options do not say otherwise. */
export function gameAfter(game: string, moves: number, options: Record<string, string> = {}): LocalGame {
  const players = PEOPLE.slice(0, Number(options.players ?? 2)).map((name) => ({ name, bot: undefined }));
  const table = engine.LocalTable.begin({ game, options, players, seed: SEED, setup: undefined, set: undefined });
  for (let made = 0; ;) {
    const { kind } = table.view().turn;
    if (kind === "chance") table.draw();
    else if (kind === "over" || made === moves) return new LocalGame(table);
    else table.play(engine.think(table.record(), BOT, made++).mv);
  }
}
