// A real browser, started once for all tests. Every test gets a context of its own: nothing is shared but the server.

import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { read } from "./engine.mjs";
import { register } from "./registry.mjs";
import { origin } from "./server.mjs";

// First without its own windows and menus: the tests take half as long.
const BROWSERS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];
// Drawn by the processor, so that it looks the same everywhere, and asking nothing of any network.
const FLAGS =
  "--no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader --disable-background-networking --disable-component-update --disable-sync --no-first-run --disable-quic --disable-gpu-compositing";
/** For a slow machine that does other things as well, in milliseconds. */
const PATIENCE = 30_000;

const SHOTS = fileURLToPath(new URL("../../test-shots/", import.meta.url));
mkdirSync(SHOTS, { recursive: true });

let browsing;

async function startBrowser() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error("no Chromium here; CHROMIUM can say where it is");
  return chromium.launch({ executablePath, args: FLAGS.split(" ") });
}

after(async () => (await browsing)?.close());

// Few real pixels for each of the page's: nothing but the pictures needs more, and a processor takes long to draw them.
const COARSE = { deviceScaleFactor: 0.1 };
export const FINE = { deviceScaleFactor: 1 };
/** For tests that go offline. In others a service worker would only fetch everything again. */
export const WITH_SERVICE_WORKER = { serviceWorkers: "allow" };
const DESKTOP = { viewport: { width: 1280, height: 800 }, ...COARSE };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...COARSE };

/** What the local storage of a browser holds: tables, given their records by id, and other values. */
function remembering(records, kept, site) {
  const index = Object.entries(records).map(([id, record]) => ({
    id,
    game: read(record, (table) => table.info().game),
    when: 1,
    plies: 1,
    over: false,
  }));
  const tables = Object.entries(records).map(([id, record]) => ({ name: `tablee.table.${id}`, value: record }));
  const others = Object.entries(kept).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  return {
    cookies: [],
    origins: [
      { origin: site, localStorage: [...tables, ...others, { name: "tablee.tables", value: JSON.stringify(index) }] },
    ],
  };
}

/** Draws the table without smooth edges, which takes a processor half as long. */
function drawRoughly() {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return getContext.call(this, kind, { ...options, antialias: false });
  };
}

/** Makes all text of a page larger or smaller, as readers can. */
function setFontSize(size) {
  new MutationObserver((_, watcher) => {
    if (!document.documentElement) return;
    document.documentElement.style.fontSize = size;
    watcher.disconnect();
  }).observe(document, { childList: true });
}

/**
 * Opens a page that collects its errors. `records` are tables that its browser remembers, by id; `kept` is other local
 * storage; `font` is the size of text.
 */
export async function openPage({ records = {}, kept = {}, font, site, ...options } = {}) {
  const home = site ?? (await origin());
  const browser = await (browsing ??= startBrowser());
  const context = await browser.newContext({
    locale: "en-GB",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...DESKTOP,
    baseURL: home,
    storageState: remembering(records, kept, home),
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  if ((options.deviceScaleFactor ?? COARSE.deviceScaleFactor) < 1) await context.addInitScript(drawRoughly);
  if (font) await context.addInitScript(setFontSize, font);
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
  // Svelte only warns about what is read after it is gone.
  const isProblem = (message) => message.type() === "error" || message.text().includes("derived_inert");
  page.on("console", (message) => isProblem(message) && problems.push(message.text()));
  return { page, context, problems };
}

/** Goes to another address of the site as a link does, without loading the page again. */
export const follow = (page, address) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);

/** Takes a screenshot of a page in which a test failed, and prints the page's own errors. */
export async function showFailure({ page, problems }, name) {
  await page.screenshot({ path: `${SHOTS}failed-${name.replaceAll(/\W+/g, "-")}.png` }).catch(() => undefined);
  if (problems.length > 0) console.error(problems.join("\n"));
}

/** A test with one page. It fails on any error in that page, even if nobody sees it. `alone` as in registry.mjs. */
export function browserTest(name, { alone, ...options }, run) {
  register(name, { alone }, async (context) => {
    const opened = await openPage(options);
    try {
      await run(opened.page, { ...opened, note: (text) => context.diagnostic(text) });
    } catch (failure) {
      await showFailure(opened, name);
      throw failure;
    } finally {
      await opened.context.close();
    }
    assert.deepEqual(opened.problems, [], "errors in the page");
  });
}

/** Takes a screenshot, once what the page has to draw is drawn. */
export async function shoot(page, name, how = {}) {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.screenshot({ path: `${SHOTS}${name}.png`, ...how });
}
