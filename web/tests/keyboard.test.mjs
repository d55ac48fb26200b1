// Whole games without ever touching the mouse.

import { dice, GAMES } from "./support/engine.mjs";
import { by, checkFinalCount, moveByKeys, myTurn, tabTo } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

for (const game of GAMES) {
  browserTest(`${game}: a whole game with the keyboard`, {}, async (page, { note }) => {
    await page.goto("/?test=hurry");
    await tabTo(page, `[data-game=${game}] ${by("play")}`);
    await page.keyboard.press("Enter");
    const roll = dice(2);
    let moves = 0;
    for (; await myTurn(page); moves++) await moveByKeys(page, roll);
    const { plies } = await checkFinalCount(page);
    note(`${moves} moves of mine, ${plies} plies`);
  });
}
