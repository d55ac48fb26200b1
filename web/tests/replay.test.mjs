// Games played again.

import assert from "node:assert/strict";
import { dice, played, read } from "./support/engine.mjs";
import { by, moveByMouse, myTurn, ply, savedRecord } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";
import { withClipboard } from "./support/registry.mjs";

const record = played("kumata");
const history = read(record, (table) => table.history(0));

async function openRecord(page, text) {
  await page.goto("/replay?test=hurry");
  await page.locator(by("record-text")).fill(text);
  await page.locator(by("open-record")).click();
}
const shownPly = async (page) => Number(await page.getAttribute(by("replay"), "data-ply"));

browserTest(
  "a record is stepped through with the keys, shared, and played on",
  { permissions: ["clipboard-read", "clipboard-write"] },
  async (page) => {
    await openRecord(page, record);
    await page.waitForSelector(`${by("replay")}:has([data-ready=true])`);
    assert.equal(await shownPly(page), 0);
    const firstMove = history.findIndex(({ seat }) => seat !== undefined) + 1;
    await page.keyboard.press("ArrowRight");
    assert.equal(await shownPly(page), firstMove, "over the deal to the first move");
    // Slots stand where a text names players.
    const [told, parts] = [
      (await page.locator(by("told")).innerText()).replaceAll("\u2060", ""),
      history[firstMove - 1].what.en.split(/⟦[^⟧]*⟧/u),
    ];
    assert(parts.every((part) => told.includes(part)) && !/[⟦⟧]/u.test(told), told);
    await page.keyboard.press("End");
    assert.equal(await shownPly(page), history.length);
    const scores = read(record, (table) => table.view().scores);
    const shown = await page.$$eval(by("player"), (plaques) =>
      plaques
        .toSorted((a, b) => a.dataset.seat - b.dataset.seat)
        .map((plaque) => Number(plaque.querySelector(".score").textContent.replace("−", "-"))),
    );
    assert.deepEqual(shown, scores);
    await page.keyboard.press("Home");
    assert.equal(await shownPly(page), 0);
    for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    const moment = await shownPly(page);
    assert(moment > 0 && moment < history.length);

    await page.locator(by("menu")).click();
    await page.locator(by("verify")).click();
    const proof = page.locator(by("proof"));
    assert.match(await proof.innerText(), new RegExp(`${history.length} moves and draws, all legal`));
    const { commitment, shuffle } = read(record, (table) => table.prove());
    assert.equal(shuffle, "proven");
    assert((await proof.innerText()).includes(commitment));
    assert.match(await page.locator(by("proof-draws")).innerText(), /^✓/);
    await page.keyboard.press("Escape");

    const link = await withClipboard(async () => {
      await page.locator(by("share-moment")).click();
      await page.locator(by("note")).first().waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    });
    await page.goto("about:blank");
    await page.goto(link.replace("/replay#", "/replay?test=hurry#"));
    await page.waitForSelector(`${by("replay")}:has([data-ready=true])`);
    assert.equal(await shownPly(page), moment);
    assert.equal(await page.evaluate(() => window.tablee.game.record()), record);

    await page.locator(by("play-from-here")).click();
    await page.locator(by("go-on")).click();
    await myTurn(page);
    const begun = await ply(page);
    assert(begun >= moment && begun < history.length);
    await moveByMouse(page, dice());
    const continued = read(await savedRecord(page), (table) => table.history(0));
    assert.deepEqual(continued.slice(0, moment), history.slice(0, moment));
  },
);

browserTest("a record that was changed is refused with the reason", {}, async (page) => {
  const last = history.findLastIndex(({ seat }) => seat !== undefined);
  const forged = record.replace(new RegExp(`^${last} (\\d) .*$`, "m"), `${last} $1 nonsense`);
  assert.notEqual(forged, record);
  await openRecord(page, forged);
  const refusal = page.locator(by("record-refusal"));
  await page.waitForFunction(() => document.querySelector("[data-testid=record-refusal]").textContent !== "");
  let reason = "";
  try {
    read(forged, () => assert.fail("the engine takes it"));
  } catch (thrown) {
    reason = thrown.en;
  }
  assert.equal(await refusal.innerText(), reason);
});
