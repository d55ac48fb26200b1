// What happens around the moves at a shared table: sitting down, losing the connection, watching, talking, taking back,
// clocks, resigning and rematches.

import assert from "node:assert/strict";
import { WITH_SERVICE_WORKER } from "./support/browser.mjs";
import { dice } from "./support/engine.mjs";
import {
  address,
  allInSync,
  ask,
  begun,
  gameOver,
  guest,
  onTable,
  openTable,
  playOn,
  resyncs,
  sitDown,
  sharedTableTest,
  version,
  whoseTurn,
} from "./support/shared-table.mjs";
import { by, moveByKeys, ply } from "./support/moves.mjs";

const pliesAre = (page, plies) => page.waitForSelector(`${by("table")}[data-ply="${plies}"]`);
const reads = (page, id, text) => page.locator(by(id)).filter({ hasText: text }).first().waitFor();

async function chooseInMenu(page, item) {
  await page.locator(by("menu")).click();
  await page.locator(by(item)).click();
}

/** Cuts the network, once what the page keeps for that has been fetched. */
async function cutOff(page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
}

async function giveUp(page) {
  await chooseInMenu(page, "resign");
  await page.locator(by("resign-yes")).click();
}

sharedTableTest("a link of an invitation leads to a seat, and the name is asked once", async ({ arrive }) => {
  const ada = await guest("Ada");
  const opened = await openTable(ada, "kumata", { seats: ["me", "open"], open: false });
  const stranger = await arrive(null, address(opened, false));
  await stranger.locator(by("trouble")).waitFor();
  const host = await arrive(ada, address(opened, false));
  // The host gets the secret, and can pass it on.
  const link = await host.locator(by("invite-link")).inputValue();
  assert.equal(link, `${new URL(host.url()).origin}/t/${opened.table}#i=${opened.invite}`);
  assert.match(await host.locator(`${by("commitment")} code`).innerText(), /^[0-9a-f]{64}$/);
  const friend = await arrive(null, address(opened));
  await friend.locator(by("sit")).click();
  await friend.locator(by("my-name")).fill("Zoé <b>");
  await friend.locator(by("name-go")).click();
  await friend.locator(by("get-up")).waitFor();
  await reads(host, "room-seat", "Zoé <b>");
  await host.locator(`[data-seat="1"] [data-testid=presence][data-present=true]`).waitFor({ state: "attached" });
  await reads(host, "arrived", "Zoé <b> has sat down.");
  // A guest with a name can get up and sit down again without a dialog.
  await friend.locator(by("get-up")).click();
  await sitDown(friend);
  // A full table begins by itself, unless somebody asks to wait.
  await friend.locator(by("wait")).click();
  await reads(host, "room-wait", "Zoé <b> asks to wait.");
  assert.equal(await host.locator(by("count-down")).count(), 0);
  await friend.locator(by("ready")).click();
  await reads(host, "count-down", "The game begins in");
  await Promise.all([onTable(host), onTable(friend)]);
  await friend.reload();
  await onTable(friend);
  assert.equal(await version(friend), await version(host));
});

sharedTableTest("the host puts a bot on a seat, keeps one, frees one, and closes the table", async ({ arrive }) => {
  const ada = await guest("Ada");
  const opened = await openTable(ada, "cuminos", { seats: ["me", "open", "open"], open: false });
  const host = await arrive(ada, address(opened));
  const seat = (number) => host.locator(`${by("room-seat")}[data-seat="${number}"]`);
  await seat(1).locator(by("host-seat")).selectOption("level2");
  await seat(1).filter({ hasText: "level 2" }).waitFor();
  await seat(2).locator(by("host-seat")).selectOption("keep");
  await host.locator(by("keep-name")).fill("Ben");
  await host.locator(by("keep-go")).click();
  await seat(2).filter({ hasText: "Ben" }).waitFor();
  // The general invitation does not lead to that seat, its own does.
  const ben = await guest("Benoît");
  const own = new URL(await seat(2).locator(by("invite-link")).inputValue());
  const friend = await arrive(ben, `${own.pathname}?test=hurry${own.hash}`);
  await sitDown(friend);
  await seat(2).filter({ hasText: "Benoît" }).waitFor();
  await seat(2).locator(by("free-seat")).click();
  await friend.locator(by("sit")).first().waitFor();
  await host.locator(by("close-table")).click();
  await host.locator(by("close-yes")).click();
  await Promise.all([host, friend].map((page) => page.locator(by("trouble")).waitFor()));
});

sharedTableTest("a connection that is lost in the middle comes back to where the game is", async ({ arrive }) => {
  const { pages } = await begun(arrive, "rumis", ["Ada", "Ben"], { browser: WITH_SERVICE_WORKER });
  const [ada, ben] = pages;
  const roll = dice(5);
  await playOn(pages, roll, 4);
  await allInSync(pages);
  await cutOff(ben);
  await ben.locator(by("connection")).filter({ hasText: /./ }).waitFor();
  assert.equal(await whoseTurn([ada]), ada);
  await moveByKeys(ada, roll);
  await pliesAre(ada, 5);
  assert.equal(await ply(ben), 4);
  await ben.context().setOffline(false);
  await pliesAre(ben, 5);
  // A move that is made without a connection lies there at once, and is sent when there is one.
  await whoseTurn([ben]);
  await cutOff(ben);
  await moveByKeys(ben, roll);
  await pliesAre(ben, 6);
  assert.equal(await ply(ada), 5);
  await ben.context().setOffline(false);
  await pliesAre(ada, 6);
  await allInSync(pages);
  for (const page of pages) assert.equal(await resyncs(page), 0);
});

sharedTableTest("a move that the server refuses goes back, with a sentence", async ({ arrive }) => {
  const { table, invite, people, pages } = await begun(arrive, "rumis", ["Ada", "Ben"]);
  const [ada] = pages;
  // The same person at two screens: one of them does not know yet what the other has done.
  const second = await arrive(people[0], address({ table, invite }), WITH_SERVICE_WORKER);
  await whoseTurn([second]);
  await cutOff(second);
  await whoseTurn([ada]);
  await moveByKeys(ada, dice(1));
  await pliesAre(pages[1], 1);
  await moveByKeys(second, dice(2));
  await second.context().setOffline(false);
  await second.locator(by("note")).first().waitFor();
  await pliesAre(second, 1);
  assert.deepEqual(
    await second.evaluate(() => window.tablee.game.record()),
    await ada.evaluate(() => window.tablee.game.record()),
  );
});

sharedTableTest("a viewer sees the table, and can touch nothing", async ({ arrive }) => {
  const { table, pages } = await begun(arrive, "dogcity", ["Ada", "Ben"]);
  const watcher = await arrive(null, `/t/${table}?test=hurry`);
  await onTable(watcher);
  await playOn(pages, dice(7), 4);
  await allInSync([...pages, watcher]);
  assert.equal(await ply(watcher), await ply(pages[0]));
  assert.equal(await watcher.getAttribute(by("table"), "data-mine"), "false");
  for (const control of ["hand", "lay", "act"]) assert.equal(await watcher.locator(by(control)).count(), 0, control);
  assert(await watcher.locator(by("undo")).isDisabled());
  await pages[0].getByText("1 watching").waitFor();
});

sharedTableTest("chat reaches the others", async ({ arrive }) => {
  const { pages } = await begun(arrive, "rumis", ["Ada", "Ben"]);
  const [ada, ben] = pages;
  await ada.locator(by("chat-toggle")).click();
  await ada.waitForSelector(`${by("chat-text")}:focus`);
  await ada.keyboard.type("Bonjour <i>Ben</i> !");
  await ada.locator(by("chat-send")).click();
  await reads(ada, "said", "Bonjour <i>Ben</i> !");
  await ben.locator(by("unread")).waitFor();
  assert.equal(await ben.locator(by("unread")).innerText(), "1");
  await ben.locator(by("chat-toggle")).click();
  await reads(ben, "said", "Bonjour <i>Ben</i> !");
  assert.equal(await ben.locator(by("unread")).count(), 0);
  // The keys of the table are not those of the chat.
  await ben.locator(by("chat-text")).fill("");
  await ben.keyboard.type("hurt");
  await ben.keyboard.press("Enter");
  await reads(ada, "said", "hurt");
  // Neither are those that are pressed on its other parts; Esc leaves it.
  await ben.locator(`${by("quick")}[data-word=well-played]`).click();
  await reads(ada, "said", "Well played!");
  await ben.keyboard.press("?");
  assert.equal(await ben.locator("dialog").count(), 0);
  await ben.keyboard.press("Escape");
  await ben.locator(by("chat-panel")).waitFor({ state: "detached" });
  await ben.waitForSelector(`${by("chat-toggle")}:focus`);
});

sharedTableTest(
  "the chat beside an open list of moves is not cut off, and the end does not cover it",
  async ({ arrive }) => {
    const { pages } = await begun(arrive, "rumis", ["Ada", "Ben"], {
      browser: { viewport: { width: 1366, height: 850 } },
    });
    const [ada, ben] = pages;
    await playOn(pages, dice(4), 3);
    await ada.locator(by("chat-toggle")).click();
    await ada.locator(by("chat-text")).fill("Bien joué !");
    await ada.locator(`${by("log")} ol`).waitFor();
    const reachable = async () => {
      for (const id of ["chat-send", "chat-close", "chat-text"]) {
        const seen = await ada.locator(by(id)).evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return left >= 0 && right <= innerWidth && bottom <= innerHeight && element.contains(there);
        });
        assert(seen, `${id} is in sight`);
      }
    };
    await reachable();
    await giveUp(ben);
    await ada.waitForSelector(`${by("end")}[data-done=true]`);
    await reachable();
  },
);

sharedTableTest("a move is undone when the others agree, and not when they refuse", async ({ arrive }) => {
  const { pages } = await begun(arrive, "rumis", ["Ada", "Ben", "Cléo"]);
  const [ada, ben, cleo] = pages;
  const roll = dice(8);
  await playOn(pages, roll, 1);
  await allInSync(pages);
  await ada.locator(by("undo")).click();
  await ben.locator(by("undo-agree")).click();
  await ada.locator(by("undo-request")).filter({ hasText: "Cléo" }).waitFor();
  await cleo.locator(by("undo-refuse")).click();
  await reads(ada, "note", "Cléo");
  await ada.locator(by("undo-request")).waitFor({ state: "detached" });
  assert.equal(await ply(ada), 1);
  await ada.locator(by("undo")).click();
  await ben.locator(by("undo-agree")).click();
  await cleo.locator(by("undo-agree")).click();
  await Promise.all(pages.map((page) => pliesAre(page, 0)));
  assert.equal(await whoseTurn(pages), ada);
  await moveByKeys(ada, roll);
  await Promise.all(pages.map((page) => pliesAre(page, 1)));
  for (const page of pages) assert.equal(await resyncs(page), 0);
});

// Alone: the clock runs while the pages load.
sharedTableTest(
  "a clock that runs out ends the game",
  async ({ arrive }) => {
    const { pages } = await begun(arrive, "kumata", ["Ada", "Ben"], {
      clock: { kind: "game", seconds: 6, increment: 0 },
    });
    const first = await whoseTurn(pages);
    const running = first.locator(`${by("clock")}.running`);
    const left = Number(await running.getAttribute("data-left"));
    assert(left > 0 && left <= 6000, `${left}`);
    await first.locator(`${by("clock")}.low`).waitFor();
    await Promise.all(pages.map(gameOver));
    for (const page of pages) await reads(page, "end-note", "ran out of time");
    await reads(first, "end", / wins/);
  },
  { alone: true },
);

sharedTableTest("a bot on a seat plays on the server", async ({ arrive }) => {
  const { table, people, pages } = await begun(arrive, "dogcity", ["Ada"], { bots: ["level1"] });
  await playOn(pages, dice(9), 3);
  await whoseTurn(pages);
  assert((await ply(pages[0])) >= 6);
  const { events } = await ask("GET", `tables/${table}`, { key: people[0].key });
  assert(events.some(({ is, seat }) => is === "move" && seat === 1));
});

sharedTableTest(
  "a player who resigns is replaced by a bot, the last one wins, and a rematch begins",
  async ({ arrive }) => {
    const { table, pages } = await begun(arrive, "rumis", ["Ada", "Ben", "Cléo"]);
    const [ada, ben, cleo] = pages;
    await giveUp(cleo);
    await ada
      .locator(`${by("player")}[data-seat="2"]`)
      .filter({ hasText: "takes over" })
      .waitFor();
    assert.equal(await cleo.getAttribute(by("table"), "data-mine"), "false");
    await giveUp(ben);
    await Promise.all(pages.map(gameOver));
    await reads(ada, "end-note", "Cléo resigned. Ben resigned.");
    await reads(ben, "end-note", "You resigned.");
    await reads(ada, "end", "You win!");
    await reads(cleo, "end", "Ada wins");
    await chooseInMenu(ada, "verify");
    await ada.locator(by("proof")).waitFor();
    await ada.keyboard.press("Escape");
    await ada.locator(by("again")).click();
    await ada.waitForURL((url) => url.pathname.startsWith("/t/") && !url.pathname.endsWith(table));
    const next = new URL(ada.url()).pathname;
    await ben.locator(by("again")).click();
    await ben.waitForURL((url) => url.pathname === next);
    // One click each: they are seated, and the game begins by itself.
    await ben.locator(by("get-up")).waitFor();
    await reads(ada, "room-wait", "Waiting for one more player.");
    await reads(ben, "room-series", /Ada.1/);
    await cleo.locator(by("again")).click();
    await Promise.all(pages.map(onTable));
    await playOn(pages, dice(2), 3);
    await allInSync(pages);
  },
);
