// Games without ever touching the mouse: the last moves of one, the first moves of another.

import assert from "node:assert/strict";
import { dice, GAMES, nearEnd } from "./support/engine.mjs";
import { by, checkFinalCount, moveByKeys, myTurn, ply, tabTo } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

for (const game of GAMES) {
  browserTest(
    `${game}: to the end of a game and into the next with the keyboard`,
    { records: { last: nearEnd(game) } },
    async (page, { note }) => {
      await page.goto("/?test=hurry");
      await tabTo(page, `[data-game=${game}] ${by("resume")}`);
      await page.keyboard.press("Enter");
      const roll = dice(2);
      let moves = 0;
      for (; await myTurn(page); moves++) await moveByKeys(page, roll);
      assert(moves > 1, "it was not over yet");
      const { plies } = await checkFinalCount(page);
      note(`${moves} moves of mine, ${plies} plies`);
      await tabTo(page, by("again"));
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => !url.pathname.endsWith("last"));
      for (moves = 0; moves < 4; moves++) {
        assert(await myTurn(page));
        await moveByKeys(page, roll);
      }
      assert(await myTurn(page));
      assert((await ply(page)) >= 8);
    },
  );
}
