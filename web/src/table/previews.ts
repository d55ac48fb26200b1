// Small pictures of what a choice would do to the board, and of a table before anybody has sat down.

import type { Engine } from "../engine/engine";
import { freshSeed } from "../engine/engine";
import type { Field, GameInfo, Tabletop } from "../engine/pkg/tablee_wasm.js";

/** One seed for all, so that only the choice makes a difference. */
const SEED = freshSeed();

export const valuesOf = (fields: readonly Field[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));

/** A table before anybody has sat down. */
export function freshTable(
  engine: Engine,
  game: string,
  options: Record<string, string>,
): { info: GameInfo; top: Tabletop } {
  const players = Array.from({ length: Number(options["players"] ?? 2) }, () => ({ name: "", bot: "level1" }));
  const table = engine.LocalTable.begin({ game, options, players, seed: SEED, setup: undefined, set: undefined });
  try {
    return { info: table.info(), top: table.view().scene.table };
  } finally {
    table.free();
  }
}

function boardWith(
  engine: Engine,
  game: string,
  fields: readonly Field[],
  name: string,
  value: string,
): Tabletop | null {
  try {
    const settled = engine.optionForm(game, { ...valuesOf(fields), [name]: value }, name);
    return freshTable(engine, game, valuesOf(settled)).top;
  } catch {
    return null;
  }
}

/**
 * The board for each choice of an option, if they differ; the number of players is not chosen by the look of the board.
 */
export function previewsOf(
  engine: Engine,
  game: string,
  fields: readonly Field[],
  field: Field,
): Map<string, Tabletop> | undefined {
  if (field.by_seat || field.name === "players") return undefined;
  const boards = new Map<string, Tabletop>();
  for (const { value, refusal } of field.choices) {
    if (refusal) continue;
    const board = boardWith(engine, game, fields, field.name, value);
    if (board && board.board.length + board.pieces.length > 0) boards.set(value, board);
  }
  const kinds = new Set(Array.from(boards.values(), (board) => JSON.stringify([board.board, board.pieces])));
  return kinds.size > 1 ? boards : undefined;
}
