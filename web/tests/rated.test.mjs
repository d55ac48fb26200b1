// Rated play: two people make accounts on the way to a rated table, play, and their ratings change.

import assert from "node:assert/strict";
import { barriers } from "./support/accessibility.mjs";
import { allInSync, beginNow, gameOver, onTable, playOn, sharedTableTest } from "./support/shared-table.mjs";
import { dice } from "./support/engine.mjs";
import { by } from "./support/moves.mjs";

const PHRASE = "seven small stones in a row";

async function makeAccount(page, name) {
  const dialog = page.locator(by("account-dialog"));
  await dialog.locator(by("account-name")).fill(name);
  await dialog.locator(by("account-phrase")).fill(PHRASE);
  await dialog.locator(by("account-send")).click();
  await dialog.waitFor({ state: "detached" });
}

sharedTableTest("two people make accounts, play a rated game, and their ratings change", async ({ arrive }) => {
  // The form says why a guest cannot choose it, and keeps what was chosen while the account is made.
  const ada = await arrive(null, "/new/rumis?test=hurry#open");
  const rated = ada.locator("[data-option=rated] input[value=true]");
  await ada.locator(`[data-option=clock] label:has(input[value=days])`).click();
  await ada.locator("[data-option=rated] label:has(input[value=true])").click({ force: true });
  assert.equal(await rated.isChecked(), false);
  assert.equal(await rated.getAttribute("aria-disabled"), "true");
  await ada.locator(by("why-rated")).filter({ hasText: "need an account" }).waitFor();
  assert.deepEqual(await barriers(ada, "form"), []);
  await ada.locator(by("rated-sign-in")).click();
  assert.deepEqual(await barriers(ada, "account"), []);
  await makeAccount(ada, "Ada Rated");
  assert(await rated.isChecked());
  assert.equal(await ada.locator(by("why-rated")).count(), 0);
  await ada.locator(by("begin")).click();
  await ada.locator(by("room")).filter({ hasText: "rated: no undo" }).filter({ hasText: "2 days per move" }).waitFor();
  const table = new URL(ada.url()).pathname.split("/")[2];

  // A stranger from the lobby is asked for an account, and sits down with it.
  const ben = await arrive(null, "/lobby?test=hurry");
  const row = ben.locator(`${by("open-tables")} [data-table="${table}"]`);
  await row.filter({ hasText: /· rated ·/ }).waitFor();
  await row.locator(by("sit")).click();
  await makeAccount(ben, "Ben Rated");
  await ben.locator(by("get-up")).waitFor();
  // In the room too.
  await ben.locator(by("get-up")).click();
  await ben.locator(by("sit")).click();
  await ben.locator(by("get-up")).waitFor();
  const guest = await arrive(null, `/t/${table}?test=hurry`);
  await guest.locator(by("rated-why")).waitFor({ state: "detached" });

  await beginNow(ada);
  const pages = [ada, ben];
  await Promise.all(pages.map(onTable));
  for (const page of pages) {
    await page.getByText("rated: no undo").first().waitFor();
    assert.equal(await page.locator(by("guest")).count(), 0, "accounts are not guests");
  }
  // A game counts if everyone has made four moves.
  assert.equal(await playOn(pages, dice(6), 8), 8);
  await allInSync(pages);
  assert.equal(await ada.locator(by("undo")).count(), 0);
  await ada.keyboard.press("u");
  await ada.getByText("no move can be undone").first().waitFor();
  await ben.locator(by("menu")).click();
  await ben.locator(by("no-undo")).filter({ hasText: "Rated: no undo" }).waitFor();
  await ben.locator(by("resign")).click();
  await ben.locator(by("resign-yes")).click();
  await Promise.all(pages.map(gameOver));
  const ratings = await Promise.all(
    pages.map(async (page) => {
      await page.locator(by("rating")).nth(1).waitFor();
      return page.locator(by("rating")).allInnerTexts();
    }),
  );
  assert.deepEqual(ratings[0].toSorted(), ratings[1].toSorted());
  const changes = ratings[0].map((text) => Number(/\(([+−]\d+)\)/.exec(text)?.[1].replace("−", "-")));
  assert(Math.max(...changes) > 0 && Math.min(...changes) < 0, ratings[0].join());
  await ada.goto("/me");
  await ada.locator(by("my-ratings")).filter({ hasText: "Rumis" }).filter({ hasText: "1 game" }).waitFor();
});
