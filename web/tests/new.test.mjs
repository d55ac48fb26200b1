// The form for a new game.

import assert from "node:assert/strict";
import { engine } from "./support/engine.mjs";
import { by, myTurn } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

const choice = (page, option, value) => page.locator(`[data-option=${option}] input[value="${value}"]`);
const choose = (page, option, value) =>
  page.locator(`[data-option=${option}] label:has(input[value="${value}"])`).click();

const refusalOf = (game, options, name, value) =>
  engine
    .optionForm(game, options, "")
    .find((field) => field.name === name)
    .choices.find((choice) => choice.value === value).refusal;

/** The choice is not available now. */
const refused = (page, option, value) =>
  page.locator(`[data-option=${option}] input[value="${value}"][aria-disabled=true]`).waitFor({ state: "attached" });

/** Points at a choice until its reason is shown: what loads meanwhile can move the choice away from under the mouse. */
async function pointAt(page, label, shown) {
  for (let told = false; !told;) {
    await page.mouse.move(0, 0);
    await label.hover({ force: true });
    told = await shown.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  }
}

browserTest("what does not go together says why, to the mouse, to a finger and to the keyboard", {}, async (page) => {
  await page.goto("/new/kumata");
  await refused(page, "teams", "true");
  // The clause comes last: "K36: union is for 4 players, not 2" is shown as "Union is for 4 players, not 2. (K36)".
  const [clause, why] = refusalOf("kumata", {}, "teams", "true").en.split(": ");
  const reason = `${why[0].toUpperCase()}${why.slice(1)}. (${clause})`;
  const label = page.locator("[data-option=teams] label:has(input[value=true])");
  const shown = page.locator(by("why"));
  await pointAt(page, label, shown);
  assert.equal((await shown.innerText()).trim(), reason);
  await page.mouse.move(0, 0);
  assert.equal(await shown.count(), 0);
  await label.click({ force: true });
  await shown.waitFor();
  assert(await choice(page, "teams", "false").isChecked(), "nothing was chosen");
  await choice(page, "teams", "false").focus();
  await page.mouse.move(0, 0);
  assert.equal(await shown.count(), 0);
  await page.keyboard.press("ArrowRight");
  assert.equal((await shown.innerText()).trim(), reason);
  assert(await choice(page, "teams", "false").isChecked(), "nothing was chosen");
  const described = await choice(page, "teams", "true").getAttribute("aria-describedby");
  assert.equal(await page.locator(`id=${described}`).textContent(), reason, "for screen readers too");

  await choose(page, "players", "4");
  assert.equal(await page.locator(by("seat")).count(), 4);
  await choose(page, "teams", "true");
  assert(await choice(page, "teams", "true").isChecked());
  await choose(page, "players", "2");
  await refused(page, "teams", "true");
  assert(await choice(page, "teams", "false").isChecked(), "it goes back to what is possible");
});

browserTest("options without effect are not asked for", {}, async (page) => {
  await page.goto("/new/rumis");
  const sectors = page.locator("[data-option=sector_end]");
  await page.locator("[data-option=rules]").waitFor();
  assert.equal(await sectors.count(), 0);
  await choose(page, "rules", "two-sector");
  await sectors.waitFor();
  await choose(page, "rules", "standard");
  await sectors.waitFor({ state: "detached" });
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
