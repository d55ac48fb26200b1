// Whole games against a bot, each to the final count: by pointing and clicking, and by dragging, on a desktop and on a
// phone.

import { dice, GAMES } from "./support/engine.mjs";
import { by, checkFinalCount, Finger, MOUSE, moveByDrag, moveByMouse, myTurn } from "./support/moves.mjs";
import { browserTest, PHONE } from "./support/browser.mjs";

const dragger = (hand) => (page, roll) => moveByDrag(page, roll, hand);

const HOW = [
  { name: "with the mouse", options: {}, mover: () => moveByMouse },
  { name: "by dragging with the mouse", options: {}, mover: () => dragger(MOUSE) },
  { name: "by dragging with a finger", options: PHONE, mover: () => dragger(new Finger()) },
];

for (const game of GAMES) {
  for (const { name, options, mover } of HOW) {
    browserTest(`${game}: a whole game ${name}`, options, async (page, { note }) => {
      await page.goto("/?test=hurry");
      await page.locator(`[data-game=${game}] ${by("play")}`).click();
      const [roll, move] = [dice(1), mover()];
      let moves = 0;
      for (; await myTurn(page); moves++) await move(page, roll);
      const { plies } = await checkFinalCount(page);
      note(`${moves} moves of mine, ${plies} plies`);
    });
  }
}
