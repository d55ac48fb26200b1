// How fast the bots' search is in two builds of the engine: node search-speed.mjs FOLDER FOLDER TABLE... Every game is
// measured with its usual options, and then each further table, such as "rumis players=6". The builds take turns, so
// that whatever else the machine does slows both.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const PLAYOUTS = 10_000;
const ROUNDS = 9;

async function load(folder) {
  const base = pathToFileURL(`${folder}/`);
  const engine = await import(new URL("tablee_wasm.js", base));
  await engine.default({ module_or_path: readFileSync(new URL("tablee_wasm_bg.wasm", base)) });
  return engine;
}

/** The first turn of a game that always begins the same, as a record. */
function opening(engine, game, options) {
  const players = Array.from({ length: Number(options.players ?? 2) }, () => ({ name: "", bot: "level1" }));
  const table = engine.LocalTable.begin({ game, options, players, seed: "7".repeat(64) });
  while (table.draw());
  return table.record();
}

const median = (figures) => figures.toSorted((a, b) => a - b)[figures.length >> 1];

const engines = await Promise.all(process.argv.slice(2, 4).map(load));
console.log("playouts a second of the search, with vector instructions, without, and the ratio");
const usual = engines[0].catalogue().map(({ id }) => [id, {}]);
const more = process.argv.slice(4).map((table) => {
  const [game, ...options] = table.split(" ");
  return [game, Object.fromEntries(options.map((option) => option.split("=")))];
});
for (const [game, options] of [...usual, ...more]) {
  const record = opening(engines[0], game, options);
  const rates = [[], []];
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, engine] of engines.entries()) {
      const begin = performance.now();
      engine.think(record, `search:${PLAYOUTS}`, round);
      rates[at].push((1000 * PLAYOUTS) / (performance.now() - begin));
    }
  const [fast, plain] = rates.map(median);
  const name = [game, ...Object.entries(options).map(([key, value]) => `${key}=${value}`)].join(" ");
  console.log(
    `${name.padEnd(34)} ${fast.toFixed(0).padStart(8)} ${plain.toFixed(0).padStart(8)} ${(fast / plain).toFixed(2).padStart(6)}`,
  );
}
