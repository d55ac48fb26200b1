// The table shows what happens: announcements, looking back at the same table, the end, and the first moves.

import assert from "node:assert/strict";
import { GAMES, myTurnAfter, played, read } from "./support/engine.mjs";
import { by, myTurn, openPlaces, pieceButton, ply, savedRecord } from "./support/moves.mjs";
import { browserTest, FINE, PHONE } from "./support/browser.mjs";
import { announced, beforeTotem } from "./support/states.mjs";

browserTest(
  "an announcement stands over the board, is read aloud, and goes when it is skipped",
  { records: { mine: beforeTotem } },
  async (page) => {
    await page.goto("/table/mine?test");
    await myTurn(page);
    const { piece, cell, title } = read(beforeTotem, announced);
    await pieceButton(page, piece).click();
    const place = (await openPlaces(page)).find((place) => String(place.cell) === cell);
    await page.mouse.move(place.x, place.y);
    await page.locator(by("extra")).click();
    await page.locator(by("lay")).click();
    const announcement = page.locator(by("announcement"));
    await announcement.waitFor();
    assert((await announcement.innerText()).includes(title));
    assert.equal(await page.locator(`[aria-live=polite] ${by("announcement")}`).count(), 1);
    const before = await ply(page);
    await page.keyboard.press("Escape");
    await announcement.waitFor({ state: "detached" });
    assert.match(await page.locator(by("log")).innerText(), new RegExp(title));
    await page.waitForSelector(`${by("table")}:not([data-ply="${before}"])`);
  },
);

const middle = played("kumata", { enough: myTurnAfter(20) });

browserTest(
  "a line of the move list shows its moment at the same table",
  { records: { mine: middle } },
  async (page) => {
    await page.goto("/table/mine?test=hurry");
    await myTurn(page);
    const address = page.url();
    const history = read(middle, (table) => table.history(0));
    const lines = page.locator(by("move"));
    assert.equal(
      await lines.count(),
      1 + history.filter(({ seat }) => seat !== undefined).length,
      "the deal and the moves",
    );
    for (const text of await lines.allInnerTexts()) assert.doesNotMatch(text, /[a-f][1-6]|player \d/i);
    const shown = Number(await lines.nth(3).getAttribute("data-ply"));
    await lines.nth(3).click();
    const bar = page.locator(by("looking-back"));
    assert.equal(Number(await bar.getAttribute("data-ply")), shown);
    assert.match(await bar.innerText(), /move 3 of \d+/);
    assert.equal(await page.getAttribute(by("table"), "data-mine"), "false");
    assert.equal(await lines.nth(3).getAttribute("aria-current"), "step");
    const scores = () =>
      page.$$eval(`${by("player")} .score`, (figures) => figures.map((figure) => Number(figure.textContent)));
    assert.deepEqual((await scores()).toSorted(), read(middle, (table) => table.view(shown).scores).toSorted());
    await page.keyboard.press("ArrowLeft");
    assert.match(await bar.innerText(), /move 2 of \d+/);
    await page.locator(by("back-to-game")).click();
    await myTurn(page);
    assert.equal(await bar.count(), 0);
    assert.equal(page.url(), address);
  },
);

const ended = Object.fromEntries(GAMES.map((game) => [game, played(game)]));

for (const [device, options] of Object.entries({ desktop: FINE, phone: { ...PHONE, ...FINE } })) {
  browserTest(
    `the end on a ${device}: folded and reopened, a picture, looking back, one level up`,
    { records: ended, ...options },
    async (page) => {
      await page.goto("/table/rumis?test=hurry");
      const end = page.locator(`${by("end")}[data-done=true]`);
      await end.waitFor();
      const { width, height } = page.viewportSize();
      const box = await end.boundingBox();
      assert(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, "it is whole");
      assert(box.width * box.height < 0.6 * width * height, "the board is still seen");
      const places = await end.locator(".place").allInnerTexts();
      assert.deepEqual(places, places.toSorted(), "the best first");
      await page.locator(by("fold-end")).click();
      await page.locator(by("reopen-end")).click();
      await page.locator(by("share")).click();
      await page.locator(`${by("share-picture")} canvas`).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator(by("download-picture")).click(),
      ]);
      assert.match(download.suggestedFilename(), /^rumis-.*\.png$/);
      await page.locator(by("close-dialog")).click();
      await page.locator(by("look-again")).click();
      await page.locator(by("looking-back")).waitFor();
      assert.equal(await end.count(), 0, "the panel makes way");
      await page.locator(by("back-to-game")).click();
      await page.locator(by("level-up")).click();
      await page.waitForURL((url) => !url.pathname.endsWith("rumis"));
      await myTurn(page);
      assert.match(await savedRecord(page), /^seat 1 bot level2$/m);
    },
  );
}

browserTest("the first moves in a new game are coached, once, and can be skipped", {}, async (page) => {
  await page.goto("/play/dogcity?test=hurry&coach");
  await myTurn(page);
  const coach = page.locator(`${by("coach")}[data-step=pick]`);
  await coach.waitFor();
  await page.keyboard.press("1");
  await page.locator(`${by("coach")}[data-step=place]`).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator(`${by("coach")}[data-step=lay]`).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("[data-testid=coach]")?.innerText.includes("2"));
  await page.locator(by("coach-skip")).click();
  assert.equal(await page.locator(by("coach")).count(), 0);
  await page.goto("/play/dogcity?test=hurry&coach");
  await myTurn(page);
  assert.equal(await page.locator(by("coach")).count(), 0);
});
