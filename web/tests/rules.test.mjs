// The rules of all games, clause by clause.

import assert from "node:assert/strict";
import { engine, GAMES } from "./support/engine.mjs";
import { by } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

browserTest("every clause can be linked to, in both languages", {}, async (page) => {
  for (const game of GAMES) {
    const source = { en: engine.rulesPage(game, "en"), fr: engine.rulesPage(game, "fr") };
    const clauses = [...source.en.matchAll(/^\s*[-*] \*\*([A-Z]\d+)\*\*/gm)].map(([, clause]) => clause);
    assert(clauses.length > 10);
    const last = clauses.at(-1);
    await page.goto("about:blank");
    await page.goto(`/rules/${game}#${last}`);
    await page.locator(`#${last}:target`).waitFor();
    await page.waitForFunction((id) => {
      const { top, bottom } = document.getElementById(id).getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }, last);
    for (const lang of ["en", "fr"]) {
      await page.waitForFunction(
        (lang) => document.documentElement.lang === lang && document.querySelector("[data-testid=rules-page]"),
        lang,
      );
      const shown = await page.$$eval("li[id]", (items) => items.map((item) => item.id));
      assert.deepEqual(shown, clauses, `${game} in ${lang}`);
      // The beginning of the first clause, without its marks.
      const words = source[lang]
        .split(`**${clauses[0]}**`)[1]
        .trim()
        .split(/[\s*`(]/)
        .slice(0, 4)
        .join(" ");
      assert((await page.locator(`#${clauses[0]}`).innerText()).includes(words), words);
      await page.locator(by("language")).click();
    }
    await page.waitForFunction(() => document.documentElement.lang === "en");
  }
});
