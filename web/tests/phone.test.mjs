// On a phone, with a finger.

import assert from "node:assert/strict";
import { dice, GAMES } from "./support/engine.mjs";
import { by, moveByFinger, myTurn, ply } from "./support/moves.mjs";
import { browserTest, PHONE } from "./support/browser.mjs";

for (const game of GAMES) {
  browserTest(`${game}: a few moves by tapping`, PHONE, async (page) => {
    await page.goto("/?test=hurry");
    await page.locator(`[data-game=${game}] ${by("play")}`).tap();
    const roll = dice(4);
    for (let moves = 0; moves < 3; moves++) {
      assert(await myTurn(page));
      await moveByFinger(page, roll);
    }
    assert(await myTurn(page));
    assert((await ply(page)) >= 6);
    const { width, scroll } = await page.evaluate(() => ({
      width: innerWidth,
      scroll: document.documentElement.scrollWidth,
    }));
    assert(scroll <= width, "nothing sticks out sideways");
  });
}
