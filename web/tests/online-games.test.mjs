// Whole games at shared tables, with a browser for every person, ending in the same count on all screens.

import assert from "node:assert/strict";
import { dice } from "./support/engine.mjs";
import { begun, checkSameEnd, playOn, together } from "./support/company.mjs";

const COMPANIES = {
  kumata: { names: ["Ada", "Ben"] },
  rumis: { names: ["Ada", "Ben", "Cléo"] },
  dogcity: { names: ["Ada", "Ben", "Cléo", "Dov"] },
  cuminos: { names: ["Ada", "Ben"], bots: ["level1"] },
};

for (const [game, { names, bots = [] }] of Object.entries(COMPANIES)) {
  together(
    `${game}: a whole game with ${names.length} browsers${bots.length > 0 ? " and a bot" : ""}`,
    async ({ arrive, note }) => {
      const { table, people, pages } = await begun(arrive, game, names, { bots });
      const moves = await playOn(pages, dice(3));
      const { draws } = await checkSameEnd(pages, table, people[0].key);
      assert.equal(draws, game === "rumis" ? "entered" : "proven");
      note(`${moves} moves`);
    },
    { minutes: 8 },
  );
}
