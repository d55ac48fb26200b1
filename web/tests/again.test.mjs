// Playing again: from the menu in the middle of a game, and from its end.

import assert from "node:assert/strict";
import { GAMES, played } from "./support/engine.mjs";
import { by, myTurn, savedRecord } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

const options = (record) => record.match(/^(option|seat) .*$/gm);

const ended = Object.fromEntries(GAMES.map((game) => [game, played(game)]));

for (const game of GAMES) {
  browserTest(`${game}: the same company plays again`, { records: ended }, async (page) => {
    await page.goto(`/table/${game}?test=hurry`);
    await page.locator(by("again")).click();
    await page.waitForURL((url) => !url.pathname.endsWith(game));
    assert(await myTurn(page), "a new game has begun");
    assert.deepEqual(options(await savedRecord(page)), options(ended[game]));
    const first = page.url();
    await page.locator(by("menu")).click();
    await page.locator(by("restart")).click();
    await page.waitForURL((url) => url.href !== first);
    assert(await myTurn(page), "and another");
  });
}
