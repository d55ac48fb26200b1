// Games at a shared table that end early: aborted, and claimed from a player who is away.

import assert from "node:assert/strict";
import { by, moveByKeys } from "./support/moves.mjs";
import { dice } from "./support/engine.mjs";
import { allInSync, begun, gameOver, playOn, resyncs, sharedTableTest, whoseTurn } from "./support/shared-table.mjs";

const CLOCK = { kind: "game", seconds: 3600, increment: 0 };
const reads = (page, id, text) => page.locator(by(id)).filter({ hasText: text }).first().waitFor();

sharedTableTest("a game that has hardly begun is aborted, without a result", async ({ arrive }) => {
  const { pages } = await begun(arrive, "rumis", ["Ada", "Ben"]);
  const [ada, ben] = pages;
  await moveByKeys(await whoseTurn(pages), dice(4));
  await allInSync(pages);
  await ben.locator(by("menu")).click();
  await ben.locator(by("abort")).click();
  await reads(ben, "abort-dialog", "without a result");
  await ben.locator(by("abort-yes")).click();
  await Promise.all(pages.map(gameOver));
  for (const page of pages) {
    await reads(page, "end", "Game aborted");
    await reads(page, "end-note", "counts for nobody");
    assert.equal(await page.locator(`${by("end")} ${by("final")}`).count(), 0, "there is no result");
    assert.equal(await resyncs(page), 0);
  }
  // The list says so too.
  await ada.goto("/lobby");
  await ada
    .locator(`${by("finished")} ${by("table-row")}`)
    .filter({ hasText: "aborted" })
    .first()
    .waitFor();
});

sharedTableTest("later a game can no longer be aborted", async ({ arrive }) => {
  const { pages } = await begun(arrive, "rumis", ["Ada", "Ben"]);
  await playOn(pages, dice(6), 2);
  await allInSync(pages);
  await pages[0].locator(by("menu")).click();
  await pages[0].locator(by("resign")).waitFor();
  assert.equal(await pages[0].locator(by("abort")).count(), 0);
});

sharedTableTest("the game is claimed from a player who is away", async ({ arrive }) => {
  const { pages } = await begun(arrive, "rumis", ["Ada", "Ben"], { clock: CLOCK });
  const away = await whoseTurn(pages);
  const other = pages.find((page) => page !== away);
  assert.equal(await other.locator(by("claim-offer")).count(), 0, "everyone is there");
  await away.goto("/rules");
  await reads(other, "claim-offer", "has been away for a while");
  await reads(other, "claim", "Claim the game");
  await other.locator(by("claim")).click();
  await gameOver(other);
  await reads(other, "end-note", "away for too long");
  await reads(other, "end", "You win!");
});

sharedTableTest("with more players a bot takes over from one who is away", async ({ arrive }) => {
  const { pages } = await begun(arrive, "rumis", ["Ada", "Ben", "Cléo"], { clock: CLOCK });
  const away = await whoseTurn(pages);
  const [other, third] = pages.filter((page) => page !== away);
  await away.goto("/rules");
  await reads(other, "claim", "Let a bot take over");
  await other.locator(by("claim")).click();
  await third.locator(by("player")).filter({ hasText: "takes over" }).waitFor();
  await third.locator(by("claim-offer")).waitFor({ state: "detached" });
  await playOn([other, third], dice(3), 2);
});
