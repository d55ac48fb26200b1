// Sizes, draw calls and times. Times are printed; their limits are so high that any machine keeps them. What players
// get is measured with released pages and a released binary: `cargo xtask web`, then
// `cargo build --release --package tablee-cli`, then these tests with TABLEE_BINARY=target/release/tablee.

import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dice, myTurnAfter, played } from "./support/engine.mjs";
import { by, MOUSE, moveByDrag, moveByMouse, myTurn, pointAtPlace } from "./support/moves.mjs";
import { FINE, browserTest, follow, shoot } from "./support/browser.mjs";
import { register } from "./support/registry.mjs";

const KB = 1000;

register("the pages are light", { alone: true }, (context) => {
  const dist = fileURLToPath(new URL("../dist/", import.meta.url));
  const paths = readdirSync(dist, { recursive: true })
    .map((name) => join(dist, name))
    .filter((path) => statSync(path).isFile());
  const files = paths.filter((path) => !/\.(gz|br|map)$/.test(path));
  const weight = (path) => statSync(paths.includes(`${path}.gz`) ? `${path}.gz` : path).size;
  const sum = (list) => list.reduce((total, path) => total + weight(path), 0);
  const wasm = sum(files.filter((path) => path.endsWith(".wasm")));
  const pages = sum(files.filter((path) => !path.endsWith(".wasm")));
  context.diagnostic(`pages ${Math.round(pages / KB)} KB, wasm ${Math.round(wasm / KB)} KB, gzipped`);
  assert(wasm > 100 * KB && pages > 50 * KB, "they are there");
  assert(pages < 400 * KB, "with their fonts");
  assert(wasm < 1500 * KB);
});

browserTest("from navigation to a table one can play at", { ...FINE, alone: true }, async (page, { note }) => {
  const begin = performance.now();
  await page.goto("/play/rumis");
  await myTurn(page);
  const ready = performance.now() - begin;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const drawn = performance.now() - begin;
  note(`${Math.round(ready)} ms from a cold start, drawn after ${Math.round(drawn)} ms`);
});

browserTest(
  "laying a piece answers at once",
  { records: { mine: played("cuminos", { enough: myTurnAfter(20) }) }, alone: true },
  async (page, { note }) => {
    await page.goto("/table/mine?test=hurry");
    await myTurn(page);
    const place = await pointAtPlace(page, dice());
    await page.evaluate(() => {
      window.answered = new Promise((resolve) => {
        addEventListener(
          "pointerup",
          () => {
            const begin = performance.now();
            new MutationObserver(() => resolve(performance.now() - begin)).observe(
              document.querySelector("[data-testid=table]"),
              { attributeFilter: ["data-ply"] },
            );
          },
          { capture: true, once: true },
        );
      });
    });
    await page.mouse.click(place.x, place.y);
    const took = await page.evaluate(() => window.answered);
    note(`${took.toFixed(1)} ms from the click to the piece`);
    assert(took < 500);
  },
);

browserTest(
  "dropping a piece answers at once",
  { records: { mine: played("cuminos", { enough: myTurnAfter(20) }) }, alone: true },
  async (page, { note }) => {
    await page.goto("/table/mine?test=hurry");
    await myTurn(page);
    await page.evaluate(() => {
      const main = document.querySelector("[data-testid=table]");
      window.dropped = new Promise((resolve) => {
        const drop = () => {
          const [begin, before] = [performance.now(), main.dataset.ply];
          const frame = () => {
            if (main.dataset.ply === before) return requestAnimationFrame(frame);
            // A message comes after the frame that shows it has been handed over.
            const shown = new MessageChannel();
            shown.port1.onmessage = () => resolve(performance.now() - begin);
            shown.port2.postMessage(null);
          };
          requestAnimationFrame(frame);
        };
        addEventListener("pointerup", drop, { capture: true, once: true });
      });
    });
    await moveByDrag(page, dice(), MOUSE);
    const took = await page.evaluate(() => window.dropped);
    note(`${took.toFixed(1)} ms from the drop to the end of the frame that shows the piece laid`);
    assert(took < 500);
  },
);

browserTest(
  "a large building and six hands take few draw calls",
  {
    ...FINE,
    records: { six: played("rumis", { options: { players: "6" }, bot: "random" }) },
    viewport: { width: 1440, height: 900 },
  },
  async (page, { note }) => {
    const seen = [];
    // All hands full, some stones on the board, and all of them.
    for (const plies of [0, 30, 9999]) {
      await page.goto("about:blank");
      await page.goto(`/replay?test#t=six&p=${plies}`);
      await page.waitForSelector(`${by("replay")}:has([data-ready=true])`);
      await shoot(page, `rumis-six-players-${plies}`);
      const { calls, triangles } = await page.evaluate(() => window.tablee.stage.stats());
      note(`after ${plies} moves: ${calls} draw calls, ${triangles} triangles`);
      assert(calls > 0 && calls <= 60);
      assert(triangles > 0 && triangles <= 150_000);
      seen.push(triangles);
    }
    assert(new Set(seen).size === 3, "the three differ");
  },
);

browserTest(
  "a table at rest is not drawn again, and the next one has the same canvas",
  { records: { one: played("cuminos", { enough: myTurnAfter(20) }), other: played("cuminos") } },
  async (page) => {
    await page.goto("/table/one?test=hurry");
    await myTurn(page);
    const drawn = () => page.evaluate(() => window.tablee.stage.stats().drawn);
    // Slots may have moved, but none has.
    const watched = async () => {
      await page.evaluate(() => window.tablee.stage.layoutChanged());
      await page.waitForTimeout(500);
    };
    await watched();
    const before = await drawn();
    assert(before > 0);
    await watched();
    assert.equal(await drawn(), before, "nothing has changed");
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForFunction((count) => window.tablee.stage.stats().drawn > count, before);
    const canvas = await page.locator("canvas").elementHandle();
    await follow(page, "/table/other?test=hurry");
    await page.waitForSelector(`${by("end")}[data-done=true]`);
    assert(await page.locator("canvas").evaluate((now, was) => now === was, canvas));
  },
);

/** How long each stretch of script in a trace took, in milliseconds of its thread; the longest first. */
function scriptTimes(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const ends = new Map();
  return traceEvents
    .filter(({ name, ph, tdur }) => ph === "X" && tdur !== undefined && SCRIPT.has(name))
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur)
    .filter(({ pid, tid, ts, dur }) => {
      // A function that is called within a timer is part of it.
      const thread = `${pid} ${tid}`;
      if (ts < (ends.get(thread) ?? 0)) return false;
      ends.set(thread, ts + dur);
      return true;
    })
    .map(({ tdur }) => tdur / 1000)
    .sort((a, b) => b - a);
}
const SCRIPT = new Set(["FireAnimationFrame", "FunctionCall", "EventDispatch", "TimerFire", "RunMicrotasks"]);

browserTest(
  "script in the frames of a whole game",
  { alone: true, reducedMotion: "no-preference" },
  async (page, { note }) => {
    const browser = page.context().browser();
    await page.goto("/play/cuminos?test=hurry");
    await myTurn(page);
    await browser.startTracing(page, { categories: ["devtools.timeline"] });
    const roll = dice(3);
    while (await myTurn(page)) await moveByMouse(page, roll);
    const times = scriptTimes(await browser.stopTracing());
    assert(times.length > 200, "the trace has frames");
    const share = (limit) => times.filter((time) => time > limit).length;
    note(`${times.length} tasks: longest ${times[0].toFixed(1)} ms, ${share(8)} above 8 ms, ${share(4)} above 4 ms`);
  },
);
