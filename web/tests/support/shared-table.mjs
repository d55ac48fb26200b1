// Several people at one shared table, each with a browser of their own.

import assert from "node:assert/strict";
import { openPage, showFailure } from "./browser.mjs";
import { engine, read } from "./engine.mjs";
import { by, moveByKeys, moveByMouse, ply } from "./moves.mjs";
import { register } from "./registry.mjs";
import { origin } from "./server.mjs";

/** Sends a request to the API; fails if the server refuses it. */
export async function ask(method, path, { body, key, invite } = {}) {
  const headers = {
    ...(body && { "content-type": "application/json" }),
    ...(key && { authorization: `Bearer ${key}` }),
    ...(invite && { "tablee-invite": invite }),
  };
  const answer = await fetch(`${await origin()}/api/${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  assert(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return answer.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text;
}

/** Creates a guest. */
export const guest = (name) => ask("POST", "people", { body: { name } });

/** Opens a table: `seats` as the protocol has them. */
export function openTable(
  host,
  game,
  { seats, options = {}, clock = { kind: "none" }, rated = false, open = true } = {},
) {
  const all = { players: String(seats.length), ...options };
  return ask("POST", "tables", {
    key: host.key,
    body: { game, options: all, clock, public: open, rated, seats, salt: "salt" },
  });
}

/** A browser with the identity of a person, or without one. */
export async function browserOf(someone, options = {}) {
  const kept = someone ? { "tablee.identity": { key: someone.key, me: someone.me, name: someone.me.name } } : {};
  return openPage({ kept, ...options });
}

export const address = ({ table, invite }, secret = true) => `/t/${table}?test=hurry${secret ? `#i=${invite}` : ""}`;

/** Where the game is: who may move, or that it is over. */
const READY = `main:has([data-testid=stage][data-ready=true])`;
export const onTable = (page) => page.waitForSelector(READY);
export const gameOver = (page) => page.waitForSelector(`${READY}[data-turn=over]`);

export const version = (page) => page.evaluate(() => window.tablee.shared.version);
export const resyncs = (page) => page.evaluate(() => window.tablee.shared.resyncs);

/** Waits until all pages have the version of the furthest. */
export async function allInSync(pages) {
  const furthest = Math.max(...(await Promise.all(pages.map(version))));
  await Promise.all(pages.map((page) => page.waitForFunction((v) => window.tablee.shared.version >= v, furthest)));
}

/** The page of the player to move; null once the game is over. */
export async function whoseTurn(pages) {
  const found = await Promise.any(
    pages.map(async (page) => {
      await page.waitForSelector(`${READY}:is([data-mine=true], [data-turn=over])`);
      return page;
    }),
  );
  return (await found.getAttribute(by("table"), "data-turn")) === "over" ? null : found;
}

/** Plays on until the game is over, or `enough` moves were made; mostly by keyboard, now and then with the mouse. */
export async function playOn(pages, roll, enough = Infinity) {
  for (let moves = 0; moves < enough; moves++) {
    const page = await whoseTurn(pages);
    if (page === null) return moves;
    await (moves % 5 === 4 ? moveByMouse(page, roll) : moveByKeys(page, roll));
  }
  return enough;
}

/** Programs of the players move until this many plies lie there, or the game is over; the pages look on. */
export async function playByProgram({ table, people, pages }, plies) {
  for (let moves = 0; ; moves++) {
    const page = await whoseTurn(pages);
    if (page === null || (await ply(page)) >= plies) return moves;
    const { record, v } = await page.evaluate(() => ({
      record: window.tablee.game.record(),
      v: window.tablee.shared.version,
    }));
    const { mv } = engine.think(record, "greedy", moves);
    const { key } = people[pages.indexOf(page)];
    await ask("POST", `tables/${table}`, { key, body: { do: "move", v, mv } });
    await page.waitForFunction((before) => window.tablee.shared.version > before, v);
  }
}

const figures = (page) =>
  page.$$eval(by("final"), (finals) =>
    finals.map((final) => [Number(final.dataset.seat), Number(final.textContent.replace("−", "-"))]),
  );

/**
 * At the end all screens show the same count, and it is the one that the rules make of the record, which proves itself.
 */
export async function checkSameEnd(pages, table, key) {
  await Promise.all(pages.map((page) => page.waitForSelector(`${by("end")}[data-done=true]`)));
  const shown = await Promise.all(pages.map(figures));
  for (const each of shown) assert.deepEqual(each, shown[0]);
  const record = await ask("GET", `tables/${table}/record`, { key });
  const { scores, turn, shuffle } = read(record, (game) => ({ ...game.view(), shuffle: game.prove().shuffle }));
  assert.equal(turn.kind, "over");
  assert.deepEqual(Object.fromEntries(shown[0]), Object.fromEntries(scores.entries()));
  for (const page of pages) assert.equal(await resyncs(page), 0, "no copy differed from the server's");
  return { record, scores, shuffle };
}

/** A test with several people, each with a browser context. It fails on any error in any of their pages. */
export function sharedTableTest(name, run, { minutes, alone } = {}) {
  register(name, { minutes, alone }, async (context) => {
    const open = [];
    /** Opens a person's browser at an address. */
    const arrive = async (someone, where, options) => {
      const browser = await browserOf(someone, options);
      open.push(browser);
      await browser.page.goto(where);
      return browser.page;
    };
    try {
      await run({ arrive, note: (text) => context.diagnostic(text) });
    } catch (failure) {
      for (const [number, each] of open.entries()) await showFailure(each, `${name}-${number}`);
      throw failure;
    } finally {
      for (const { context } of open) await context.close();
    }
    assert.deepEqual(
      open.flatMap(({ problems }) => problems),
      [],
      "errors in the pages",
    );
  });
}

/** Sits down on the first free seat, and is there. */
export async function sitDown(page) {
  await page.locator(by("sit")).first().click();
  await page.locator(by("get-up")).waitFor();
}

/** The host begins the game, unless the count-down has been faster. */
export async function beginNow(host) {
  const pressed = host.locator(`${by("begin")}:enabled`).click();
  await Promise.any([pressed, onTable(host)]);
}

/**
 * A game that has begun: people by name, each at a page of their own; `bots` take further seats. `browser` are options
 * of the pages.
 */
export async function begun(arrive, game, names, { bots = [], browser = {}, ...terms } = {}) {
  const people = await Promise.all(names.map(guest));
  const seats = ["me", ...names.slice(1).map(() => "open"), ...bots.map((bot) => ({ bot }))];
  const opened = await openTable(people[0], game, { seats, ...terms });
  const pages = await Promise.all(people.map((person) => arrive(person, address(opened), browser)));
  for (const page of pages.slice(1)) await sitDown(page);
  await beginNow(pages[0]);
  await Promise.all(pages.map(onTable));
  return { ...opened, people, pages };
}
