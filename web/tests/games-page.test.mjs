// One's own games: what to resume, results by game and level, practice apart; on this device and online.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { barriers } from "./support/accessibility.mjs";
import { dice, engine, GAMES, myTurnAfter, played, read } from "./support/engine.mjs";
import { by, moveByKeys, myTurn, ply, savedRecord } from "./support/moves.mjs";
import { ask, guest, openTable, sharedTableTest } from "./support/shared-table.mjs";
import { browserTest, FINE, PHONE, shoot } from "./support/browser.mjs";

const [DRAWING, PLAIN] = [true, false].map((chance) => engine.catalogue().find((card) => card.chance === chance).id);
const DAY = 86_400_000;

/** A result as the browser keeps it: a game for two against a bot of level 2, this many days ago. */
const row = (id, game, days, { score = 20, best = 10, level = 2, seats = 2, flags = 0 } = {}) => [
  id,
  game,
  Date.now() - days * DAY,
  seats,
  Array(seats - 1).fill(level),
  score < best ? 2 : 1,
  score,
  best,
  flags,
];
const SHARED = 1;
const PRACTICE = 4;
const kept = {
  "tablee.results": {
    version: 1,
    adopted: true,
    rows: [
      row("a", GAMES[0], 1, { score: 31, best: 30 }),
      row("b", GAMES[0], 2),
      row("c", GAMES[0], 3, { score: 5, best: 9 }),
      row("d", GAMES[0], 4, { score: 9, best: 9, flags: SHARED }),
      row("e", GAMES[0], 5, { level: 4, score: 44, seats: 3 }),
      row("f", GAMES[0], 6, { score: 99, flags: PRACTICE }),
      row("g", GAMES[1], 7, { score: 3, best: 12 }),
      row("h", GAMES[1], 8),
    ],
  },
};
const text = (page, selector) => page.locator(selector).innerText();
const results = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tablee.results")).rows);

browserTest("without a game the page invites to a first one", {}, async (page) => {
  await page.goto("/?test=hurry");
  await page.locator(by("my-games-link")).click();
  await page.locator(by("first-game")).waitFor();
  assert.deepEqual(await barriers(page, "games"), []);
  await page.locator(`${by("first-game")} [data-game=${PLAIN}]`).click();
  assert(await myTurn(page));
});

browserTest(
  "a finished game is a result, and an unfinished one can be resumed or removed",
  {
    records: {
      last: played(PLAIN, { enough: myTurnAfter(read(played(PLAIN), (table) => table.history(0).length) - 3) }),
      other: played(DRAWING, { enough: myTurnAfter(12) }),
    },
  },
  async (page) => {
    await page.goto("/games?test=hurry");
    await page.locator(`${by("saved-row")}[data-table=last] ${by("resume")}`).click();
    const roll = dice(3);
    while (await myTurn(page)) await moveByKeys(page, roll);
    const { scores, places } = read(await savedRecord(page), (table) => table.view());
    await page.goto("/games?test=hurry");
    const game = page.locator(`${by("finished-game")}[data-table=last]`);
    await game.waitFor();
    assert((await game.innerText()).includes(`${scores[0]} to ${scores[1]}`.replaceAll("-", "−")));
    const outcome = places[0] > 1 ? "lost" : places[1] === 1 ? "shared" : "won";
    assert.equal(await game.locator("[data-outcome]").getAttribute("data-outcome"), outcome);
    assert.equal((await results(page)).length, 1, "once");
    await game.locator(by("replay-mine")).click();
    await page.waitForURL("**/replay*");
    await page.goBack();

    const unfinished = page.locator(`${by("saved-row")}[data-table=other]`);
    await unfinished.locator(by("remove")).click();
    await page.locator(`${by("remove-dialog")} ${by("close-dialog")}`).click();
    await unfinished.locator(by("remove")).click();
    await page.locator(by("remove-now")).click();
    await unfinished.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => localStorage.getItem("tablee.table.other")), null);
  },
);

browserTest("results by game and level, streaks, the best score; practice does not count", { kept }, async (page) => {
  await page.goto("/games");
  const overview = (game) => page.locator(`${by("game-results")}[data-game=${game}]`);
  await overview(GAMES[0]).waitFor();
  assert.match(await overview(GAMES[0]).innerText(), /3 won, 1 shared, 1 lost[^]*best score:\s44/);
  assert.match(await overview(GAMES[1]).innerText(), /1 won, 1 lost/);
  assert.match(
    await page.locator(`${by("curve")} [role=img]`).getAttribute("aria-label"),
    /7 games.*4 won, 1 shared, 2 lost.*\+2/,
  );
  assert.deepEqual(
    await page.$$eval(`${by("practice-games")} li`, (games) => games.map(({ dataset }) => dataset.table)),
    ["f"],
  );
  assert.equal(await page.locator(`${by("finished-games")} li`).count(), 7);

  await overview(GAMES[0]).locator("button").click();
  await page.locator(`[data-option=game] input[value=${GAMES[0]}]:checked`).waitFor({ state: "attached" });
  assert.match(page.url(), new RegExp(`#${GAMES[0]}$`));
  assert.match(await text(page, `${by("game-results")} h3`), new RegExp(`^${GAMES[0]}`, "i"));
  const level = (number, seats) => text(page, `${by("level")}[data-level="${number}"][data-seats="${seats}"]`);
  assert.match(await level(2, 2), /2 won, 1 shared, 1 lost/);
  assert.match(await level(4, 3), /1 won, 0 lost/);
  assert.equal(await text(page, by("streak")), "2 wins");
  assert.equal(await text(page, by("longest")), "2 wins");
  assert.equal(await text(page, by("best")), "44, with 3 players");
  assert.equal(await page.locator(`${by("curve")} rect`).count(), 5);
  await page.locator("[data-option=game] label:has(input[value=''])").click();
  await overview(GAMES[1]).waitFor();
});

browserTest("results are downloaded, and erased after a question", { kept }, async (page) => {
  await page.goto("/games");
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(by("export-results")).click()]);
  const { version, results: all } = JSON.parse(readFileSync(await file.path(), "utf8"));
  assert.deepEqual([version, all.length, all[0].id, all[0].against], [1, 8, "a", [2]]);
  await page.locator(by("erase-results")).click();
  await page.locator(`${by("erase-results-dialog")} ${by("close-dialog")}`).click();
  assert.equal((await results(page)).length, 8, "nothing yet");
  await page.locator(by("erase-results")).click();
  await page.locator(by("erase-results-now")).click();
  await page.locator(by("first-game")).waitFor();
  assert.deepEqual(await results(page), []);
});

browserTest(
  "an undo across a draw makes the game practice, after a question",
  {
    records: { mine: played(DRAWING, { enough: myTurnAfter(14) }) },
  },
  async (page) => {
    await page.goto("/table/mine?test=hurry");
    await myTurn(page);
    const before = await ply(page);
    await page.locator(by("undo")).click();
    await page.locator(by("practice-no")).click();
    assert.equal(await ply(page), before);
    await page.locator(by("undo")).click();
    await page.locator(by("practice-yes")).click();
    await page.waitForSelector(`${by("table")}:not([data-ply="${before}"])`);
    await page.getByText("practice").first().waitFor();
    await page.reload();
    await page.getByText("practice").first().waitFor();
    await page.goto("/games");
    assert.match(await text(page, `${by("saved-row")}[data-table=mine]`), /practice/);
  },
);

sharedTableTest("games online are there too, and their results stay without a network", async ({ arrive }) => {
  const [anna, bob] = [await guest("Anna"), await guest("Bob")];
  const plan = { seats: ["me", "open"], open: false };
  const [lost, running] = [await openTable(anna, PLAIN, plan), await openTable(anna, PLAIN, plan)];
  for (const { table, invite } of [lost, running]) {
    await ask("POST", `tables/${table}`, { key: bob.key, body: { do: "sit", invite, salt: "bob" } });
    await ask("POST", `tables/${table}`, { key: anna.key, body: { do: "begin" } });
  }
  await ask("POST", `tables/${lost.table}`, { key: anna.key, body: { do: "resign" } });
  const page = await arrive(bob, "/games");
  await page.locator(`${by("in-progress")} [data-table="${running.table}"] ${by("go-there")}`).waitFor();
  const won = page.locator(`${by("finished-game")}[data-table="${lost.table}"]`);
  await won.waitFor();
  assert.match(await won.innerText(), /Won[^]*with people · online/);
  // As in a hotel's network, where something else answers.
  await page.route("**/api/**", (route) => route.fulfill({ status: 200, contentType: "text/html", body: "Welcome" }));
  await page.reload();
  await won.waitFor();
  await page.locator(by("out-of-reach")).waitFor();
});

for (const [name, options] of Object.entries({ desktop: FINE, phone: { ...PHONE, ...FINE } }))
  for (const colorScheme of ["light", "dark"])
    for (const locale of ["en-GB", "fr-FR"])
      browserTest(
        `screens of one's own games: ${name}, ${colorScheme}, ${locale}`,
        {
          ...options,
          colorScheme,
          locale,
          kept,
          records: { other: played(DRAWING, { enough: myTurnAfter(12) }) },
        },
        async (page) => {
          for (const hash of ["", `#${GAMES[0]}`]) {
            await page.goto(`/games${hash}`);
            await page.locator(by("curve")).waitFor();
            assert.deepEqual(await barriers(page, "games"), []);
            await shoot(page, `games-${name}-${colorScheme}-${locale.slice(0, 2)}${hash.replace("#", "-")}`, {
              fullPage: true,
            });
          }
        },
      );
