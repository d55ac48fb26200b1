// The real server and a real browser, both started once; every test gets a context of its own.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];
// Drawn by the processor, so that it looks the same everywhere, and asking nothing of any network.
const FLAGS =
  "--no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader --disable-background-networking --disable-component-update --disable-sync --no-first-run --disable-quic";
/** For a slow machine that does other things as well. */
const PATIENCE = 30_000;

const SHOTS = fileURLToPath(new URL("../../test-shots/", import.meta.url));
mkdirSync(SHOTS, { recursive: true });

let serving;
let browsing;

async function startServer() {
  // The server would wonder about a setting that it does not know.
  const { TABLEE_BINARY: binary, ...env } = process.env;
  if (!binary) throw new Error("TABLEE_BINARY has to name the tablee program; `cargo xtask test` sets it");
  const data = mkdtempSync(join(tmpdir(), "tablee-test-"));
  const server = spawn(
    binary,
    ["serve", "--address", "127.0.0.1:0", "--data", data, "--bot-pace", "50", "--log", "warn"],
    { env, stdio: ["ignore", "pipe", "inherit"] },
  );
  server.on("exit", () => rmSync(data, { recursive: true, force: true }));
  for await (const line of createInterface({ input: server.stdout })) {
    const origin = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
    if (origin) return { origin, stop: () => server.kill() };
  }
  throw new Error("the server ended before it said where it is");
}

/** Where the pages are. */
export async function origin() {
  return (await (serving ??= startServer())).origin;
}

async function startBrowser() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error("no Chromium here; CHROMIUM can say where it is");
  return chromium.launch({ executablePath, args: FLAGS.split(" ") });
}

after(async () => {
  await (await browsing)?.close();
  (await serving)?.stop();
});

// Few real pixels for each of the page's: nothing but the pictures needs more, and a processor takes long to draw them.
const COARSE = { deviceScaleFactor: 0.25 };
export const FINE = { deviceScaleFactor: 1 };
const DESKTOP = { viewport: { width: 1280, height: 800 }, ...COARSE };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...COARSE };

/** What a browser remembers: tables, given their records by id, and whatever else it kept. */
function remembering(records, kept, site) {
  const index = Object.entries(records).map(([id, record]) => ({
    id,
    game: /^game (\S+)/m.exec(record)[1],
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

/** Opens a page that collects whatever goes wrong in it. `records` are tables that its browser remembers, by id, `kept` what else it does. */
export async function openPage({ records = {}, kept = {}, site, ...wishes } = {}) {
  const home = site ?? (await origin());
  const browser = await (browsing ??= startBrowser());
  const context = await browser.newContext({
    locale: "en-GB",
    reducedMotion: "reduce",
    ...DESKTOP,
    baseURL: home,
    storageState: remembering(records, kept, home),
    ...wishes,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.stack ?? error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  return { page, context, problems };
}

/** A test in a page of its own, which fails on any error in that page, even if nobody sees it. */
export function inBrowser(name, wishes, run) {
  test(name, { timeout: 5 * 60_000 }, async (context) => {
    const opened = await openPage(wishes);
    try {
      await run(opened.page, { ...opened, note: (text) => context.diagnostic(text) });
    } catch (failure) {
      await opened.page
        .screenshot({ path: `${SHOTS}failed-${name.replaceAll(/\W+/g, "-")}.png` })
        .catch(() => undefined);
      if (opened.problems.length > 0) console.error(opened.problems.join("\n"));
      throw failure;
    } finally {
      await opened.context.close();
    }
    assert.deepEqual(opened.problems, [], "errors in the page");
  });
}

/** Keeps a picture of the page among the artifacts of the run. */
export async function shoot(page, name, how = {}) {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.screenshot({ path: `${SHOTS}${name}.png`, ...how });
}
