// Takes over the results of tables that were finished before results were kept.

import type { Engine } from "../engine/engine";
import { LocalGame } from "../engine/game.svelte";
import { adopt, mustAdopt, resultOf, type Result } from "../engine/results";
import { savedRecord, savedTables, type SavedTable } from "../engine/saved";

function resultAt(engine: Engine, { id, when, practice = false }: SavedTable): Result | null {
  const record = savedRecord(id);
  if (record === null) return null;
  try {
    const game = LocalGame.open(engine, record);
    try {
      return game.over ? resultOf({ id, when, practice }, game.info, game.view) : null;
    } finally {
      game.free();
    }
  } catch {
    // A record that cannot be read has no result.
    return null;
  }
}

/** Reads the finished tables of this browser, once. */
export function adoptSaved(engine: Engine): void {
  if (!mustAdopt()) return;
  const finished = savedTables().filter(({ over }) => over);
  adopt(finished.flatMap((table) => resultAt(engine, table) ?? []));
}
