// The first lesson of each game, from its first step to its last: each goal is reached at the table.

import assert from "node:assert/strict";
import { engine, GAMES } from "./support/engine.mjs";
import { by } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

const step = (at, done) => `${by("lesson")}[data-step="${at}"]${done === undefined ? "" : `[data-done=${done}]`}`;

/** Makes a move of the step that is open: through the list of places, as a screen reader would. */
async function makeMove(page, wanted) {
  const button = page.locator(`${by("act")}[data-move="${wanted}"]`);
  if (await button.count()) return button.click();
  const way = await page.evaluate((wanted) => {
    const { game } = window.tablee;
    for (const { piece } of game.view.scene.playable)
      for (const [place, target] of game.targets(piece).entries())
        for (const [turn, way] of target.ways.entries())
          if (way.mv === wanted || way.extra?.mv === wanted)
            return { piece, place, turn, extra: way.extra?.mv === wanted };
    return null;
  }, wanted);
  assert(way, `${wanted} can be made at the table`);
  await page.locator(`${by("hand")} [data-piece="${way.piece}"]`).click();
  await page.locator(`#place-${way.place}`).dispatchEvent("click");
  for (let turned = 0; turned < way.turn; turned++) await page.keyboard.press("r");
  if (way.extra) await page.keyboard.press("x");
  await page.locator(by("lay")).click();
}

for (const game of GAMES) {
  browserTest(`${game}: the first lesson`, {}, async (page, { note }) => {
    await page.goto(`/learn/${game}?test`);
    const steps = engine.lesson(game);
    for (const [at, { title, goal }] of steps.entries()) {
      await page.waitForSelector(`${step(at)}:has([data-testid=stage][data-ready=true])`);
      assert.equal(await page.locator("h1").innerText(), title.en);
      if (goal.kind !== "read") {
        const legal = engine.LocalTable.lesson(game, at);
        const any = legal.view().scene.acts[0]?.mv ?? legal.targets(legal.view().scene.playable[0].piece)[0].ways[0].mv;
        // Another move than the one asked for is explained, and undone.
        const wrong = goal.kind === "moves" && !goal.moves.includes(any) ? any : null;
        if (wrong) {
          await makeMove(page, wrong);
          await page.locator(by("step-said")).waitFor();
          const said = await page.locator(by("step-said")).innerText();
          assert.equal(said.replaceAll("\u2060", ""), goal.otherwise.en);
          const plies = legal.history(0).length;
          await page.waitForFunction((plies) => window.tablee.game.plies === plies, plies);
        }
        await makeMove(page, goal.kind === "moves" ? goal.moves[0] : any);
        await page.waitForSelector(step(at, true));
        assert.equal(await page.locator(by("step-said")).innerText(), goal.done.en);
      }
      if (at + 1 < steps.length) await page.locator(by("step-next")).click();
    }
    await page.locator(by("step-play")).click();
    await page.waitForSelector(by("table"));
    note(`${steps.length} steps`);
  });
}
