// Sits down to a new game and goes to its table.

import { loadEngine } from "../engine/engine";
import { LocalGame, seatsOf, shuffledTable, type SeatRequest } from "../engine/game.svelte";
import type { GameRequest } from "../engine/pkg/tablee_wasm.js";
import { freshId, savedRecord, saveTable } from "../engine/saved";
import { router } from "../router.svelte";

/** Gentle enough to win against the first time. */
const GENTLE = "level2";

/** Begins and remembers a game, and returns the id of its table. Throws a sentence. */
export async function beginTable(request: GameRequest): Promise<string> {
  const engine = await loadEngine();
  return keep(new LocalGame(engine.LocalTable.begin(request)));
}

/** Remembers a game that begins from a record. It is practice: the player may have seen how that game went on. */
export async function tableFrom(record: string): Promise<string> {
  return keep(LocalGame.open(await loadEngine(), record), true);
}

/** Games that were just begun: their tables need not read the record again. */
const begun = new Map<string, LocalGame>();

function keep(game: LocalGame, practice = false): string {
  const id = freshId();
  const { info, plies, over } = game;
  saveTable({ id, game: info.game, when: Date.now(), plies, over, practice, players: info.players }, game.record());
  begun.set(id, game);
  return id;
}

/** The game of a table, from the record that the browser remembers; null if there is none. */
export async function gameAt(id: string): Promise<LocalGame | null> {
  const game = begun.get(id);
  begun.delete(id);
  const record = savedRecord(id);
  return game ?? (record === null ? null : LocalGame.open(await loadEngine(), record));
}

/** A table at once: the smallest there is, against gentle bots. */
export async function quickTable(game: string): Promise<string> {
  const engine = await loadEngine();
  const seats = seatsOf(engine.optionForm(game, {}, ""));
  const players = Array.from({ length: seats }, (_, seat) => ({
    name: "",
    bot: seat === 0 ? undefined : GENTLE,
  }));
  return beginTable(shuffledTable(game, {}, players));
}

/** The same game again: same options, other draws, and the same players unless others are given. */
export async function rematch(game: LocalGame, company?: SeatRequest[]): Promise<string> {
  const engine = await loadEngine();
  const players = company ?? game.info.players.map(({ name, bot }) => ({ name, bot }));
  return beginTable(shuffledTable(game.info.game, engine.recordOptions(game.record()), players));
}

export function goToTable(id: string, how: "push" | "replace" = "push"): void {
  router.go(`/table/${id}`, how);
}
