// The engine in Node: it makes games for the pages to show, and says what the pages should say.

import { readFileSync } from "node:fs";

const bindings = new URL("../../src/engine/pkg/", import.meta.url);
export const engine = await import(new URL("tablee_wasm.js", bindings));
await engine.default({ module_or_path: readFileSync(new URL("tablee_wasm_bg.wasm", bindings)) });

export const GAMES = engine.catalogue().map((card) => card.id);

/** Reproducible random numbers, so that a failing test fails again. */
export function dice(seed = 1) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const SEED = "7".repeat(64);
const NOBODY_IS_HERE = { name: "", bot: "level1" };

/** A game that bots play by themselves until `enough`, of a table, says so; as a record. */
export function played(game, { options = {}, players, bot = "greedy", enough = () => false, seed = SEED } = {}) {
  const seats = Number(options.players ?? 2);
  const company = players ?? [{ name: "Ada", bot: undefined }, ...Array(seats - 1).fill(NOBODY_IS_HERE)];
  const table = engine.LocalTable.begin({ game, options, players: company, seed, setup: undefined, set: undefined });
  for (let number = 0; ; number++) {
    const { turn } = table.view();
    if (turn.kind === "over") break;
    if (turn.kind === "chance") table.draw();
    else if (enough(table)) break;
    else table.play(engine.think(table.record(), bot, number).mv);
  }
  const record = table.record();
  table.free();
  return record;
}

/** Stops a game at the first turn of seat 0 after this many plies. */
export const myTurnAfter = (plies) => (table) => table.history(0).length >= plies && table.view().turn.seat === 0;

/** How many plies a whole game of bots has. */
const lengthOf = (game, options = {}) => read(played(game, options), (table) => table.history(0).length);

/** A game that bots have played by themselves for 24 plies, or for half of a shorter game; as a record. */
export const inTheMiddle = (game) => played(game, { enough: myTurnAfter(Math.min(24, lengthOf(game) / 2)) });

/** A game that bots have played by themselves until a few turns before its end; as a record. */
export function nearEnd(game, options = {}) {
  const plies = lengthOf(game, options);
  return played(game, { ...options, enough: myTurnAfter(Math.min(0.85 * plies, plies - 8)) });
}

/** Reads something from a record's table. */
export function read(record, look) {
  const table = engine.LocalTable.open(record);
  try {
    return look(table);
  } finally {
    table.free();
  }
}
