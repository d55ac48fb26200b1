// Whole games against a bot, each to the final count: pieces are pointed to their places, and dragged there.

import { dice, GAMES } from "./support/engine.mjs";
import { by, checkFinalCount, MOUSE, moveByDrag, moveByMouse, myTurn } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

for (const game of GAMES) {
  browserTest(`${game}: a whole game with the mouse, by clicking and by dragging`, {}, async (page, { note }) => {
    await page.goto("/?test=hurry");
    await page.locator(`[data-game=${game}] ${by("play")}`).click();
    const roll = dice(1);
    let moves = 0;
    for (; await myTurn(page); moves++)
      await (moves % 2 === 0 ? moveByMouse(page, roll) : moveByDrag(page, roll, MOUSE));
    const { plies } = await checkFinalCount(page);
    note(`${moves} moves of mine, ${plies} plies`);
  });
}
