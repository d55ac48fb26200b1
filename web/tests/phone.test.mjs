// On a phone, with a finger: the first moves of a game, and the last ones up to the final count.

import assert from "node:assert/strict";
import { dice, GAMES, nearEnd } from "./support/engine.mjs";
import { by, checkFinalCount, Finger, moveByDrag, moveByFinger, myTurn, ply } from "./support/moves.mjs";
import { browserTest, PHONE } from "./support/browser.mjs";

/** The first move by tapping, the second by dragging, and so on. */
async function move(page, roll, finger, number) {
  await (number % 2 === 0 ? moveByFinger(page, roll) : moveByDrag(page, roll, finger));
}

for (const game of GAMES) {
  browserTest(
    `${game}: the first and the last moves by tapping and dragging`,
    { ...PHONE, records: { last: nearEnd(game) } },
    async (page, { note }) => {
      await page.goto("/?test=hurry");
      await page.locator(`[data-game=${game}] ${by("play")}`).tap();
      const [roll, finger] = [dice(4), new Finger()];
      for (let moves = 0; moves < 4; moves++) {
        assert(await myTurn(page));
        await move(page, roll, finger, moves);
      }
      assert(await myTurn(page));
      assert((await ply(page)) >= 8);
      const { width, scroll } = await page.evaluate(() => ({
        width: innerWidth,
        scroll: document.documentElement.scrollWidth,
      }));
      assert(scroll <= width, "nothing sticks out sideways");

      await page.goto("/table/last?test=hurry");
      let moves = 0;
      for (; await myTurn(page); moves++) await move(page, roll, finger, moves + 1);
      assert(moves > 1, "it was not over yet");
      const { plies } = await checkFinalCount(page);
      note(`${moves} moves of mine, ${plies} plies`);
    },
  );
}
