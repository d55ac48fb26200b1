// Whole games against a bot, each by pointing at the table and clicking, to the final count.

import { dice, GAMES } from "./support/engine.mjs";
import { by, checkFinalCount, moveByMouse, myTurn } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

for (const game of GAMES) {
  browserTest(`${game}: a whole game with the mouse`, {}, async (page, { note }) => {
    await page.goto("/?test=hurry");
    await page.locator(`[data-game=${game}] ${by("play")}`).click();
    const roll = dice(1);
    let moves = 0;
    for (; await myTurn(page); moves++) await moveByMouse(page, roll);
    const { plies } = await checkFinalCount(page);
    note(`${moves} moves of mine, ${plies} plies`);
  });
}
