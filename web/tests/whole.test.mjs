// Whole games, from the first piece to the final count: dragging with a finger, with the keyboard alone, and by what a
// screen reader finds. Each way plays another game, for two against the weakest bot.

import assert from "node:assert/strict";
import { dice, myTurnAfter, played } from "./support/engine.mjs";
import { checkFinalCount, Finger, moveByDrag, moveByKeys, myTurn, ply } from "./support/moves.mjs";
import { browserTest, PHONE } from "./support/browser.mjs";

/** A new game. */
const fresh = (game) => ({ fresh: played(game, { enough: myTurnAfter(0) }) });
const ADDRESS = "/table/fresh?test=hurry";

/** Plays until the end with one kind of move; returns how many of one's own it took. */
async function playOut(page, move) {
  await page.goto(ADDRESS);
  assert(await myTurn(page));
  const laid = await page.evaluate(() => window.tablee.game.view.scene.table.pieces.length);
  assert(laid <= 1, "at most the bot has laid a first piece");
  let moves = 0;
  for (; await myTurn(page); moves++) await move();
  return moves;
}

browserTest(
  "a whole game on a phone, every piece dragged by a finger",
  { ...PHONE, records: fresh("cuminos") },
  async (page, { note }) => {
    const [roll, finger] = [dice(7), new Finger()];
    const moves = await playOut(page, () => moveByDrag(page, roll, finger));
    const { plies } = await checkFinalCount(page);
    note(`${moves} moves of mine, ${plies} plies`);
  },
);

browserTest("a whole game with the keyboard alone", { records: fresh("kumata") }, async (page, { note }) => {
  const roll = dice(7);
  const moves = await playOut(page, () => moveByKeys(page, roll));
  const { plies } = await checkFinalCount(page);
  note(`${moves} moves of mine, ${plies} plies`);
});

// Only roles and names: what is pressed is pressed as a screen reader does, wherever it lies on the screen.
browserTest("a whole game by roles and names alone", { records: fresh("rumis") }, async (page, { note }) => {
  await page.goto(ADDRESS);
  const [roll, said] = [dice(7), new Set()];
  const press = (control) => control.dispatchEvent("click");
  const mine = page.getByRole("button", { name: /, your turn\)/ });
  const over = page.getByRole("heading", { name: /^(You win|\p{L}+ wins|.+ share the win)/u });
  const hand = page.getByRole("group", { name: "Your pieces" });
  const places = page.getByRole("listbox", { name: "Places where the piece fits" });
  const inWords = page.getByRole("region", { name: "The table in words" });
  let moves = 0;
  for (; ; moves++) {
    await mine.or(over).first().waitFor({ state: "attached" });
    if ((await over.count()) > 0) break;
    const pieces = hand.getByRole("button", { disabled: false });
    const piece = pieces.nth(roll(await pieces.count()));
    assert.match(await piece.innerText(), /^(\p{Lu}|yellow|red|blue|green|violet|orange)/u, "a piece says what it is");
    await press(piece);
    const options = await places.getByRole("option").allInnerTexts();
    assert(options.length > 0 && new Set(options).size === options.length, "two places never have the same name");
    const chosen = roll(options.length);
    await press(places.getByRole("option").nth(chosen));
    await page.getByRole("option", { selected: true }).waitFor({ state: "attached" });
    const before = await ply(page);
    await press(page.getByRole("button", { name: /^Lay\b/ }));
    await places.waitFor({ state: "detached" });
    await page.waitForFunction((was) => Number(document.querySelector("main").dataset.ply) > was, before);
    for (const item of await inWords.getByRole("listitem").allInnerTexts()) said.add(item);
  }
  assert(moves > 2 && said.size > moves, "every stone is told, and no two are told alike");
  const { plies } = await checkFinalCount(page);
  note(`${moves} moves of mine, ${plies} plies`);
});
