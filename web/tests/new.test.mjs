// The form for a new game.

import assert from "node:assert/strict";
import { engine } from "./support/engine.mjs";
import { by, myTurn } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

const choice = (page, option, value) => page.locator(`[data-option=${option}] input[value="${value}"]`);
const choose = (page, option, value) =>
  page.locator(`[data-option=${option}] label:has(input[value="${value}"])`).click();

browserTest("what does not go together is refused with its reason", {}, async (page) => {
  await page.goto("/new/kumata");
  const teams = choice(page, "teams", "true");
  await teams.waitFor({ state: "attached" });
  assert(await teams.isDisabled(), "no teams for two");
  const { refusal } = engine
    .optionForm("kumata", {}, "")
    .find(({ name }) => name === "teams")
    .choices.find(({ value }) => value === "true");
  const label = page.locator("[data-option=teams] label:has(input[value=true])");
  assert.equal(await label.getAttribute("title"), refusal.en);
  assert((await label.textContent()).includes(refusal.en), "for screen readers too");

  await choose(page, "players", "4");
  assert.equal(await page.locator(by("seat")).count(), 4);
  await choose(page, "teams", "true");
  assert(await teams.isChecked());
  await choose(page, "players", "2");
  assert(await teams.isDisabled());
  assert(await choice(page, "teams", "false").isChecked(), "it goes back to what is possible");
});

browserTest("boards are shown as pictures, and the game is the one that was asked for", {}, async (page) => {
  await page.goto("/new/rumis?test=hurry");
  const boards = page.locator("[data-option=board] label");
  await page.waitForFunction(
    () =>
      document.querySelectorAll("[data-option=board] .preview svg").length ===
      document.querySelectorAll("[data-option=board] label").length,
  );
  const pictures = await boards
    .locator(".preview")
    .evaluateAll((previews) => previews.map((preview) => preview.innerHTML));
  assert.equal(new Set(pictures).size, pictures.length, "each board looks different");

  await choose(page, "players", "3");
  await choose(page, "board", "pisac");
  await page.locator(`${by("seat")}[data-seat="0"] ${by("seat-name")}`).fill("Ada");
  await page.locator(`${by("seat")}[data-seat="1"] ${by("seat-who")}`).selectOption("1");
  await page.locator(`${by("seat")}[data-seat="2"] ${by("seat-who")}`).selectOption("0");
  await page.locator(`${by("seat")}[data-seat="2"] ${by("seat-name")}`).fill("Bo");
  await page.locator(by("begin")).click();
  await myTurn(page);
  const record = await page.evaluate(() => window.tablee.game.record());
  for (const line of [
    "option players 3",
    "option board pisac",
    "seat 0 human Ada",
    "seat 1 bot level1",
    "seat 2 human Bo",
  ])
    assert(record.split("\n").includes(line), line);
});
