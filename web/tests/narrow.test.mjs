// Small screens and large text: nothing is cut, nothing scrolls sideways, and every dialog can be closed.

import assert from "node:assert/strict";
import { GAMES, myTurnAfter, played } from "./support/engine.mjs";
import { by } from "./support/moves.mjs";
import { browserTest, follow } from "./support/browser.mjs";
import { address, guest, openTable, sharedTableTest } from "./support/shared-table.mjs";

const LARGE = "32px";
const SCREENS = {
  "320 pixels": { viewport: { width: 320, height: 568 } },
  "320 pixels, text at 200 %": { viewport: { width: 320, height: 480 }, font: LARGE },
  "a phone on its side": { viewport: { width: 844, height: 390 } },
};
const PAGES = {
  "/": by("game-card"),
  [`/new/${GAMES[1]}`]: by("option"),
  [`/new/${GAMES[0]}#friends`]: by("plan-seat"),
  [`/rules/${GAMES[0]}`]: "figure",
  "/lobby": by("finished"),
  "/me": by("me-page"),
  "/games": by("saved-row"),
  "/about": by("about-page"),
  "/replay": by("replay-open"),
};
const mine = played(GAMES[2], { enough: myTurnAfter(12) });

/** What reaches over the right edge: boxes and words. */
const cut = (page) =>
  page.evaluate(() => {
    const edge = document.documentElement.clientWidth + 1;
    const found = [];
    if (document.documentElement.scrollWidth > edge) found.push("the page scrolls sideways");
    const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (node.parentElement.closest(".hidden, .tool, svg, select, .scroll, pre")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (range.getBoundingClientRect().right > edge) found.push(node.textContent.trim());
    }
    return found;
  });

for (const [name, screen] of Object.entries(SCREENS))
  browserTest(
    `${name}: every page of the site fits`,
    { ...screen, locale: "fr-FR", records: { mine } },
    async (page) => {
      await page.goto("/");
      for (const [path, ready] of Object.entries(PAGES)) {
        await follow(page, path);
        await page.locator(ready).first().waitFor({ state: "attached" });
        assert.deepEqual(await cut(page), [], path);
      }
    },
  );

/** The open dialog lies on the screen, does not scroll sideways, and its last control can be reached. */
async function checkDialog(page, name) {
  const dialog = page.locator("dialog[open]");
  await dialog.waitFor();
  const faults = await dialog.evaluate((box) => {
    const { left, top, right, bottom } = box.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const last = [...box.querySelectorAll("button, input, select, a")].at(-1);
    last.scrollIntoView({ block: "nearest" });
    const end = last.getBoundingClientRect();
    return [
      ...(inside ? [] : ["off the screen"]),
      ...(box.scrollWidth > box.clientWidth ? ["scrolls sideways"] : []),
      ...(end.bottom <= bottom + 1 && end.right <= right + 1 ? [] : ["the last control is cut"]),
    ];
  });
  assert.deepEqual(faults, [], name);
  const close = dialog.locator(by("close-dialog"));
  const { width, height } = await close.boundingBox();
  assert(width >= 44 && height >= 44, `${name}: a close button for a finger`);
  await close.click();
  await dialog.waitFor({ state: "detached" });
}

/** Clicks in the page itself: what lies around a dialog is not this test's concern. */
const press = (page, id) => page.locator(by(id)).first().dispatchEvent("click");

for (const [name, screen] of Object.entries(SCREENS)) {
  browserTest(`${name}: dialogs of a table fit`, { ...screen, locale: "fr-FR", records: { mine } }, async (page) => {
    await page.goto("/table/mine?test=hurry");
    for (const item of ["settings", "keys"]) {
      await press(page, "menu");
      await press(page, item);
      await checkDialog(page, item);
    }
    await page.locator(`${by("undo")}:enabled`).waitFor();
    await press(page, "undo");
    await checkDialog(page, "practice");
    await follow(page, "/replay?test=hurry#t=mine&p=3");
    await press(page, "play-from-here");
    await checkDialog(page, "company");
    await press(page, "menu");
    await press(page, "verify");
    await checkDialog(page, "proof");
    await follow(page, "/games");
    await press(page, "remove");
    await checkDialog(page, "remove");
  });

  sharedTableTest(`${name}: dialogs around a shared table fit`, async ({ arrive }) => {
    const anna = await guest("Anna-Bartholomea Long-Name".slice(0, 24));
    const opened = await openTable(anna, GAMES[0], { seats: ["me", "open"] });
    const page = await arrive(anna, "/me", { ...screen, locale: "fr-FR" });
    for (const item of ["erase", "sign-out"]) {
      await press(page, item);
      await checkDialog(page, item);
    }
    await follow(page, address(opened));
    await press(page, "close-table");
    await checkDialog(page, "close");
    await page.locator(by("host-seat")).selectOption("keep");
    await checkDialog(page, "keep");
    const visitor = await arrive(null, address(opened), { ...screen, locale: "fr-FR" });
    await press(visitor, "sit");
    await checkDialog(visitor, "name");
  });
}

/** What is cut, covered or out of reach at a table. */
const tableFaults = (page) =>
  page.evaluate(() => {
    const box = (element) => element.getBoundingClientRect();
    const root = document.querySelector("main");
    const { height } = box(root);
    const seen = (element) => !element.closest(".hidden") && box(element).width > 1;
    const all = (selector) => [...root.querySelectorAll(selector)].filter(seen);
    const name = (element) => element.dataset.testid ?? element.className;
    const cut = all(".rack, .prompt, .title, .tool, .slots > *, [data-testid=stock]").filter((element) => {
      const { left, top, right, bottom } = box(element);
      return left < -1 || right > innerWidth + 1 || top - box(root).top < -1 || bottom - box(root).top > height + 1;
    });
    const apart = all(".rack, .prompt, .title, [role=toolbar], .step, .advice");
    const overlap = (a, b) =>
      Math.min(box(a).right, box(b).right) - Math.max(box(a).left, box(b).left) > 2 &&
      Math.min(box(a).bottom, box(b).bottom) - Math.max(box(a).top, box(b).top) > 2;
    const over = apart.flatMap((a, at) => apart.slice(at + 1).filter((b) => overlap(a, b)));
    // The board lies between the racks.
    const { board } = window.tablee.game.view.scene.table;
    const corners = board.flatMap(({ at, size }) =>
      [0, 1].flatMap((east) => [0, 1].map((north) => [at[0] + east * size[0], at[1] + north * size[1], at[2]])),
    );
    const points = corners.map((corner) => window.tablee.stage.screenOfPoint(corner));
    const covered = points.filter(({ x, y }) =>
      all(".rack, .prompt, .step, [data-testid=log]").some((element) => {
        const { left, top, right, bottom } = box(element);
        return x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1;
      }),
    );
    return [
      ...cut.map((element) => `cut: ${name(element)}`),
      ...over.map((element) => `covered: ${name(element)}`),
      ...(covered.length > 0 ? [`${covered.length} corners of the board are covered`] : []),
      ...(root.scrollLeft !== 0 || root.scrollTop !== 0 ? ["the table was scrolled"] : []),
    ];
  });

/** The menu lies on the screen, and its last item can be reached. */
async function checkMenu(page) {
  await page.locator(by("menu")).click();
  const last = page.locator("[role=menuitem]").last();
  await last.focus();
  const { x, y, width, height } = await last.boundingBox();
  const window = page.viewportSize();
  assert(x >= 0 && x + width <= window.width && y >= 0 && y + height <= window.height, "the last item of the menu");
  await page.keyboard.press("Escape");
}

/** The table lies still, and nothing about it is cut or covered. */
async function checkTable(page, what) {
  await page.locator(`${by("stage")}[data-ready=true]`).waitFor();
  // The page measures itself, and lays itself out with the next frame.
  await page.evaluate(() => new Promise((laid) => requestAnimationFrame(() => requestAnimationFrame(laid))));
  await page.waitForFunction(() => window.tablee.stage.stats().steady);
  assert.deepEqual(await tableFaults(page), [], what);
  assert.deepEqual(await cut(page), [], what);
}

const UPRIGHT = { width: 390, height: 844 };
const ON_ITS_SIDE = { width: 844, height: 390 };
/** A phone, as it is turned; with large text it is not, because a table has no room for that on its side. */
const PHONES = {
  "a phone": { sizes: [UPRIGHT, ON_ITS_SIDE] },
  "a phone, text at 200 %": { sizes: [UPRIGHT], font: LARGE },
};
const tables = Object.fromEntries(GAMES.map((game) => [game, played(game, { enough: myTurnAfter(12) })]));
for (const [name, { sizes, font }] of Object.entries(PHONES))
  for (const game of GAMES)
    browserTest(
      `${name}: a table of ${game} and its lesson fit`,
      { viewport: sizes[0], font, locale: "fr-FR", records: { mine: tables[game] } },
      async (page) => {
        await page.goto("/table/mine?test=hurry");
        for (const size of sizes) {
          await page.setViewportSize(size);
          await checkTable(page, `${size.width}×${size.height}`);
          await checkMenu(page);
          await checkTable(page, `${size.width}×${size.height}, after the menu was open`);
        }
        await follow(page, `/learn/${game}?test=hurry#2`);
        for (const size of sizes.toReversed()) {
          await page.setViewportSize(size);
          await page.locator(by("lesson")).waitFor();
          await checkTable(page, `the lesson, ${size.width}×${size.height}`);
        }
      },
    );
