// The lobby, and the ways into it: a table that is opened appears for others, is sat down at, goes when its game
// begins, and is found again when it is over.

import assert from "node:assert/strict";
import { barriers } from "./support/accessibility.mjs";
import { ask, beginNow, guest, onTable, openTable, sharedTableTest } from "./support/shared-table.mjs";
import { engine } from "./support/engine.mjs";
import { by } from "./support/moves.mjs";
import { FINE, browserTest, PHONE, shoot, WITH_SERVICE_WORKER } from "./support/browser.mjs";
import { expectRefused } from "./support/refusals.mjs";

const act = (someone, table, command) => ask("POST", `tables/${table}`, { key: someone.key, body: command });
const tableAt = (page) => new URL(page.url()).pathname.split("/")[2];
const row = (page, list, table) => page.locator(`${by(list)} ${by("table-row")}[data-table="${table}"]`);

/** A game against a bot that was resigned at once, and so is over. */
async function finished(someone, game, terms = {}) {
  const { table } = await openTable(someone, game, { seats: ["me", { bot: "level1" }], ...terms });
  await act(someone, table, { do: "begin" });
  await act(someone, table, { do: "resign" });
  return table;
}

sharedTableTest(
  "a table appears in the lobby, somebody sits down, and it goes when the game is over",
  async ({ arrive }) => {
    const MARKUP = "<img src=x onerror=a()>";
    const watcher = await arrive(null, "/lobby");
    const host = await arrive(null, "/new/kumata#open");
    const friend = await arrive(null, "/lobby");
    await host.locator(by("my-name")).fill("Ada");
    await host.locator(by("begin")).click();
    await host.locator(by("room")).waitFor();
    const table = tableAt(host);

    await row(watcher, "open-tables", table).filter({ hasText: "Ada" }).filter({ hasText: "1 seat free" }).waitFor();
    await friend.locator(by("my-name")).fill(MARKUP);
    await row(friend, "open-tables", table).locator(by("sit")).click();
    await friend.locator(by("room")).waitFor();
    assert.equal(tableAt(friend), table);
    await row(watcher, "open-tables", table).filter({ hasText: MARKUP }).waitFor();
    assert.equal(await row(watcher, "open-tables", table).locator(by("sit")).count(), 0, "no seat is free any more");
    assert.equal(await watcher.locator("img[src=x]").count(), 0, "a name is only ever text");

    await beginNow(host);
    await Promise.all([onTable(host), onTable(friend)]);
    await row(watcher, "playing", table).waitFor();
    assert.equal(await row(watcher, "open-tables", table).count(), 0);
    await row(watcher, "playing", table).locator(by("watch")).click();
    await onTable(watcher);
    await watcher.goBack();
    await row(watcher, "playing", table).waitFor();

    await friend.locator(by("menu")).click();
    await friend.locator(by("resign")).click();
    await friend.locator(by("resign-yes")).click();
    await row(watcher, "playing", table).waitFor({ state: "detached" });
    await watcher.locator(by("search-player")).fill("<img");
    await watcher.locator(by("search")).click();
    await row(watcher, "finished", table).filter({ hasText: `1st` }).filter({ hasText: MARKUP }).waitFor();
    assert.equal(await watcher.locator("img[src=x]").count(), 0, "a name is only ever text");
  },
);

sharedTableTest("a table with friends is the one that was asked for", async ({ arrive }) => {
  const page = await arrive(await guest("Ada"), "/new/rumis");
  await page.locator("[data-option=where] label").nth(1).click();
  await page.locator(by("playing-as")).filter({ hasText: "Ada" }).waitFor();
  await page.locator(`[data-option=players] label:has(input[value="4"])`).click();
  const seat = (number) => page.locator(`${by("plan-seat")}[data-seat="${number}"]`);
  await seat(1).locator(by("plan-who")).selectOption("me");
  assert.equal(await seat(0).locator(by("plan-who")).inputValue(), "open", "one sits on one seat only");
  await seat(2).locator(by("plan-who")).selectOption("level3");
  await seat(3).locator(by("plan-who")).selectOption("kept");
  await seat(3).locator(by("plan-name")).fill("Grand-mère");
  await page.locator(`[data-option=clock] label:has(input[value=game])`).click();
  await page.locator(by("clock-length")).selectOption({ label: "15 min each, plus 10 s per move" });
  await page.locator(`[data-option=public] label:has(input[value=true])`).click();
  await page.locator(by("begin")).click();
  await page.locator(by("room")).waitFor();
  const { summary, events } = await ask("GET", `tables/${tableAt(page)}`);
  assert.deepEqual(summary.clock, { kind: "game", seconds: 900, increment: 10 });
  assert(summary.public && !summary.rated);
  assert.equal(summary.options.players, "4");
  assert.deepEqual(
    summary.seats.map(({ who, reserved }) => who?.person?.name ?? who?.bot ?? reserved ?? null),
    [null, "Ada", "level3", "Grand-mère"],
  );
  assert.match(events.find(({ is, seat }) => is === "sat" && seat === 1).salt, /^[0-9a-f]{32}$/);
});

sharedTableTest("an invitation asks for a name once, and is nobody else's business", async ({ arrive }) => {
  const page = await arrive(null, "/");
  await page.locator(`[data-game=cuminos] ${by("invite")}`).click();
  await page.locator(by("my-name")).fill("Ada");
  await page.locator(by("name-go")).click();
  await page.locator(by("room")).waitFor();
  assert.match(new URL(page.url()).hash, /^#i=./);
  assert.match(await page.locator(`${by("room-seat")}[data-seat="0"]`).innerText(), /Ada/);
  const table = tableAt(page);
  const lobby = await arrive(null, "/lobby");
  await lobby.locator(by("open-tables")).waitFor({ state: "attached" });
  assert.equal(await row(lobby, "open-tables", table).count(), 0);
  // Only people seated there find it again.
  await page.locator(by("lobby")).click();
  await row(page, "my-games", table).filter({ hasText: "by invitation" }).waitFor();
});

browserTest("each page has its own title", {}, async (page) => {
  const titled = (text) => page.waitForFunction((text) => document.title === text, text);
  await page.goto("/lobby");
  await titled("Lobby – Tablée");
  await page.locator(`${by("open-table")}[data-game=rumis]`).click();
  await titled("New game of Rumis – Tablée");
  await page.goBack();
  await titled("Lobby – Tablée");
  await page.evaluate(() => {
    history.pushState(null, "", "/nowhere/at/all");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await page.locator(by("trouble")).waitFor();
  await titled(`${await page.locator("h1").innerText()} – Tablée`);
});

sharedTableTest("it is your turn: first in the list, and in every page's header", async ({ arrive }) => {
  const [ada, ben] = [await guest("Ada"), await guest("Ben")];
  const waiting = await openTable(ada, "rumis", { seats: ["me", "open"], open: false });
  const { table, invite } = await openTable(ada, "kumata", { seats: ["me", "open"], open: false });
  const page = await arrive(ada, "/lobby");
  await row(page, "my-games", waiting.table).filter({ hasText: "waiting for players" }).waitFor();
  assert.equal(await page.locator(by("badge")).count(), 0);
  await act(ben, table, { do: "sit", invite });
  await act(ada, table, { do: "begin" });
  const { tables } = await ask("GET", "me/tables", { key: ada.key });
  const { turn, seats } = tables.find((each) => each.table === table);
  const [mover, name] = seats[turn].who.person.id === ada.me.id ? [page, "Ada"] : [await arrive(ben, "/lobby"), "Ben"];
  await mover.reload();
  const first = mover.locator(`${by("my-games")} ${by("table-row")}`).first();
  await first.filter({ hasText: "It’s your turn" }).filter({ hasText: name }).waitFor();
  assert.equal(await first.getAttribute("data-table"), table);
  await mover.locator(by("badge")).filter({ hasText: "your turn in 1 game" }).waitFor();
  await mover.goto("/about");
  await mover.locator(by("badge")).waitFor();
  await mover.goto("/lobby");
  await first.locator(by("go-there")).click();
  await onTable(mover);
});

sharedTableTest(
  "finished games are found by player and game, a page at a time, and can be replayed",
  async ({ arrive, note }) => {
    const [common, rare] = engine.catalogue();
    const people = [];
    for (let number = 1; number <= 3; number++) people.push(await guest(`Finder ${number}`));
    for (const [at, someone] of people.entries())
      for (let game = 0; game < 18; game++) await finished(someone, at === 0 ? rare.id : common.id);
    const page = await arrive(null, "/lobby");
    const rows = page.locator(`${by("finished")} ${by("table-row")}`);
    const search = async (player, game) => {
      await page.locator(by("search-player")).fill(player);
      await page.locator(by("search-game")).selectOption(game);
      await page.locator(by("search")).click();
    };
    const counts = (count) =>
      page.waitForFunction(
        (wanted) => document.querySelectorAll("[data-testid=finished] [data-testid=table-row]").length === wanted,
        count,
      );
    await search("finder", "");
    // The server sends 50 at a time, the page shows ten more with every click.
    for (const count of [10, 20, 30, 40, 50]) {
      await counts(count);
      await page.locator(by("more")).click();
    }
    await counts(54);
    assert.equal(await page.locator(by("more")).count(), 0);
    await search("Finder 2", "");
    await counts(10);
    await page.locator(by("more")).click();
    await counts(18);
    assert(await rows.first().filter({ hasText: "Finder 2" }).isVisible());
    await search("Finder 2", rare.id);
    await page.locator(by("no-finished")).waitFor();
    await search("Finder", rare.id);
    await counts(10);
    await rows.first().locator(by("replay-finished")).click();
    await page.locator(by("replay")).waitFor();
    assert((await page.title()).includes(rare.name));
    note("54 games, in pages of 50");
  },
);

sharedTableTest("the list of the best says if nobody has played enough rated games", async ({ arrive }) => {
  const page = await arrive(null, "/lobby");
  await page.locator(`[data-option=rated-game] label:has(input[value=cuminos])`).click();
  await page.locator(by("nobody-rated")).waitFor();
});

browserTest(
  "without a network the lobby says so, and everything else goes on",
  WITH_SERVICE_WORKER,
  async (page, { context, problems }) => {
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.locator(by("game-card")).first().waitFor();
    await context.setOffline(true);
    await page.locator(by("lobby")).click();
    await page.locator(by("out-of-reach")).first().filter({ hasText: "needs a connection" }).waitFor();
    await page.locator(".brand").click();
    await page.locator(`[data-game=rumis] ${by("invite")}`).click();
    await page.locator(by("my-name")).fill("Ada");
    await page.locator(by("name-go")).click();
    await page.getByText("This needs a connection").first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator(`[data-game=rumis] ${by("play")}`).click();
    await page.locator(by("table")).waitFor();
    const lost = problems.splice(0);
    assert(
      lost.every((text) => /ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(text)),
      lost.join("\n"),
    );
  },
);

browserTest("a seat that somebody else took meanwhile is refused in words", {}, async (page, { problems }) => {
  const [ada, ben] = [await guest("Ada"), await guest("Ben")];
  const { table } = await openTable(ada, "rumis", { seats: ["me", "open"] });
  await page.goto("/lobby");
  const sit = row(page, "open-tables", table).locator(by("sit"));
  await sit.waitFor();
  // So fast that this page has not received it.
  await page.route(`**/api/tables/${table}`, async (route) => {
    await act(ben, table, { do: "sit" });
    await route.continue();
  });
  await sit.click();
  await page.locator(`${by("name-dialog")} ${by("my-name")}`).fill("Cléo");
  await page.locator(by("name-go")).click();
  await page
    .getByText("seat")
    .filter({ hasText: /taken|free/ })
    .first()
    .waitFor();
  await sit.waitFor({ state: "detached" });
  await expectRefused(problems, 409);
});

const LOOKS = {
  english: { locale: "en-GB", colorScheme: "light", ...FINE },
  "french-dark": { locale: "fr-FR", colorScheme: "dark", ...FINE },
  phone: { ...PHONE, ...FINE, locale: "fr-FR", colorScheme: "light" },
};

for (const [look, options] of Object.entries(LOOKS)) {
  sharedTableTest(`a tour of the lobby: ${look}`, async ({ arrive }) => {
    const [zoe, ada] = [await guest("Zoé"), await guest("Ada")];
    await finished(zoe, "kumata");
    const opened = await openTable(ada, "rumis", {
      seats: ["me", { bot: "level4" }, { reserved: "Grand-mère" }, "open"],
      clock: { kind: "days", days: 3 },
    });
    const mine = await openTable(ada, "dogcity", {
      seats: ["me", "open"],
      clock: { kind: "game", seconds: 600, increment: 5 },
    });
    await act(zoe, mine.table, { do: "sit" });
    await act(ada, mine.table, { do: "begin" });
    const found = [];
    const see = async (page, name) => {
      await shoot(page, `${name}-${look}`, { fullPage: true });
      found.push(...(await barriers(page, name)));
      const { width, scroll } = await page.evaluate(() => ({
        width: innerWidth,
        scroll: document.documentElement.scrollWidth,
      }));
      assert(scroll <= width, `${name}: nothing sticks out sideways`);
    };
    const page = await arrive(zoe, "/lobby", options);
    await row(page, "open-tables", opened.table).waitFor();
    await row(page, "my-games", mine.table).waitFor();
    await page.locator(by("nobody-rated")).waitFor();
    await see(page, "lobby");
    const stranger = await arrive(null, "/lobby", options);
    await row(stranger, "playing", mine.table).waitFor();
    await see(stranger, "lobby-stranger");
    await page.goto("/new/rumis#open");
    await page.locator("[data-option=board] .preview svg").first().waitFor();
    await page.locator(`[data-option=clock] label:has(input[value=game])`).click();
    await page.locator(`${by("plan-seat")}[data-seat="1"] ${by("plan-who")}`).selectOption("kept");
    await see(page, "new-friends");
    await page.goto("/");
    await page
      .locator(by("badge"))
      .or(page.locator(by("game-card")).first())
      .first()
      .waitFor();
    await see(page, "home-friends");
    assert.deepEqual(found, [], "barriers that axe-core finds");
  });
}
