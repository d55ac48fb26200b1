// At a real table: the players draw, and say what they drew.

import assert from "node:assert/strict";
import { dice } from "./support/engine.mjs";
import { by, moveByMouse, ply, savedRecord } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

browserTest("draws are entered by tapping what was drawn", {}, async (page) => {
  await page.goto("/companion/dogcity?test=hurry");
  await page.locator(`${by("seat")}[data-seat="1"] ${by("seat-name")}`).fill("Bo");
  await page.locator(by("begin")).click();
  await page.waitForSelector(`main:has([data-ready=true])[data-turn=chance]`);
  let drawn = 0;
  for (; (await page.getAttribute(by("table"), "data-turn")) === "chance"; drawn++) {
    const before = await ply(page);
    await page
      .locator(`${by("draws")} ${by("piece")}`)
      .nth(3)
      .click();
    await page.waitForSelector(`${by("table")}:not([data-ply="${before}"])`);
  }
  assert.equal(drawn, 8, "four dominoes for each of two");
  await moveByMouse(page, dice());
  assert.equal(await page.getAttribute(by("table"), "data-turn"), "chance", "after laying one draws again");
  const record = await savedRecord(page);
  assert.equal(record.match(/^\d+ chance /gm).length, 8);
  assert.doesNotMatch(record, /^(commit|seed)/m);
});

browserTest("a setup is checked, and the program can shuffle one", {}, async (page) => {
  await page.goto("/companion/kumata?test=hurry");
  const setup = page.locator(by("setup"));
  await setup.fill("1@z99");
  await page.locator(by("begin")).click();
  await page.waitForFunction(() => document.getElementById("setup-refusal").textContent !== "");
  await page.locator(by("shuffle-setup")).click();
  const laid = await setup.inputValue();
  assert.match(laid, /^\d@\w+ /);
  await page.locator(by("begin")).click();
  await page.waitForSelector(`main:has([data-ready=true])${by("table")}`);
  assert((await savedRecord(page)).includes(laid));
});
