// Short links to games.

import assert from "node:assert/strict";
import { browserTest } from "./support/browser.mjs";
import { played, read } from "./support/engine.mjs";
import { by } from "./support/moves.mjs";
import { expectRefused } from "./support/refusals.mjs";

const record = played("rumis");
const plies = read(record, (table) => table.history(0)).length;
const shownPly = async (page) => Number(await page.getAttribute(by("replay"), "data-ply"));

browserTest("a short link opens the game, at any moment of it, and has a picture", {}, async (page, { problems }) => {
  const made = await page.request.post("/api/shares", { data: { record } });
  assert.equal(made.status(), 201);
  const { id, url } = await made.json();
  await page.goto(`${url}?test=hurry#p=3`);
  await page.waitForSelector(`${by("replay")}:has([data-ready=true])`);
  assert.equal(await shownPly(page), 3);
  // Another moment of the same game, without loading the page.
  await page.evaluate((ply) => (location.hash = `#p=${ply}`), plies);
  await page.waitForSelector(`${by("replay")}[data-ply="${plies}"]`);

  const picture = await page.request.get(`/s/${id}/preview.png`);
  assert.equal(picture.headers()["content-type"], "image/png");
  const size = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, `/s/${id}/preview.png`);
  assert.deepEqual(size, [1200, 630]);

  // From a shared game to the list of replays, which has the same page but no game.
  await page.locator(by("menu")).click();
  await page.locator(by("open-another")).click();
  await page.locator(by("replay-open")).waitFor();
  await page.goto("/s/aaaaaaaaaaaa?test=hurry");
  await page.locator("#main").getByText("there is no shared game here").waitFor();
  await expectRefused(problems, 404);
});
