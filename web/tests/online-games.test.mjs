// Whole games at shared tables, with a browser for every person: reloaded in the middle, and ending in the same count on
// all screens. People make the first and the last moves; in between, programs play for them through the API.

import assert from "node:assert/strict";
import { dice, engine, played, read } from "./support/engine.mjs";
import { ply } from "./support/moves.mjs";
import {
  allInSync,
  begun,
  checkSameEnd,
  onTable,
  playByProgram,
  playOn,
  sharedTableTest,
  version,
  whoseTurn,
} from "./support/shared-table.mjs";

const COMPANIES = [
  { names: ["Ada", "Ben"] },
  { names: ["Ada", "Ben", "Cléo"] },
  { names: ["Ada", "Ben", "Cléo", "Dov"] },
  { names: ["Ada", "Ben"], bots: ["level1"] },
];

/** Pages that are loaded again show the table as it was. */
async function checkReload(pages) {
  // No bot acts while a person has the turn.
  await whoseTurn(pages);
  await allInSync(pages);
  const before = [await ply(pages[0]), await version(pages[0])];
  await Promise.all(pages.map((page) => page.reload()));
  await Promise.all(pages.map(onTable));
  for (const page of pages) assert.deepEqual([await ply(page), await version(page)], before);
}

for (const [at, { id: game, chance }] of engine.catalogue().entries()) {
  const { names, bots = [] } = COMPANIES[at % COMPANIES.length];
  sharedTableTest(
    `${game}: a whole game with ${names.length} browsers${bots.length > 0 ? " and a bot" : ""}`,
    async ({ arrive, note }) => {
      const match = await begun(arrive, game, names, { bots });
      const { table, people, pages } = match;
      const roll = dice(3);
      await playOn(pages, roll, 5);
      await checkReload(pages);
      const players = String(names.length + bots.length);
      const usual = read(played(game, { options: { players } }), (table) => table.history(0).length);
      const between = await playByProgram(match, 0.8 * usual);
      const last = await playOn(pages, roll);
      const { shuffle } = await checkSameEnd(pages, table, people[0].key);
      assert.equal(shuffle, chance ? "proven" : "no_draws");
      note(`5 moves by people, ${between} by programs, ${last} by people`);
    },
    { minutes: 8 },
  );
}
