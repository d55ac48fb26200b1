// The service worker: offline after the first visit, and updates that the reader agrees to.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { dice, myTurnAfter, played } from "./support/engine.mjs";
import { by, moveByMouse, myTurn } from "./support/moves.mjs";
import { browserTest, openPage, WITH_SERVICE_WORKER } from "./support/browser.mjs";
import { register } from "./support/registry.mjs";
import { origin } from "./support/server.mjs";

const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => caches.keys()));

browserTest(
  "everything works with the network cut",
  { ...WITH_SERVICE_WORKER, records: { mine: played("rumis", { enough: myTurnAfter(6) }) } },
  async (page, { context }) => {
    await page.goto("/?test=hurry");
    assert.equal((await kept(page)).length, 1);
    await context.setOffline(true);
    await page.reload();
    await page.locator(by("game-card")).first().waitFor();
    await page.goto("/rules/cuminos#C5");
    await page.locator("#C5").waitFor();
    await page.goto("/table/mine?test=hurry");
    await myTurn(page);
    await moveByMouse(page, dice());
    await myTurn(page);
  },
);

/** The same site, whose service worker can be made to look new. */
async function siteWithUpdates() {
  const real = await origin();
  let updated = false;
  const server = createServer(async (request, response) => {
    const answer = await fetch(real + request.url);
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries(
      [...answer.headers].filter(
        ([name]) => !["content-encoding", "content-length", "transfer-encoding", "connection"].includes(name),
      ),
    );
    const isWorker = request.url === "/sw.js";
    response.writeHead(answer.status, isWorker ? { ...headers, "cache-control": "no-store" } : headers);
    response.end(
      isWorker && updated
        ? body.toString().replace(/(?<=tablee-)[^`"']+|(?<=["'`])[0-9a-f]{16}(?=["'`])/, "next")
        : body,
    );
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    site: `http://127.0.0.1:${server.address().port}`,
    update: () => (updated = true),
    stop: () => server.close(),
  };
}

register("a new version is fetched whole, announced, and takes over when one agrees", {}, async () => {
  const { site, update, stop } = await siteWithUpdates();
  const { page, context, problems } = await openPage({ ...WITH_SERVICE_WORKER, site });
  try {
    await page.goto("/about");
    const [before] = await kept(page);
    // A page is in the worker's hands from its second visit on.
    await page.reload();
    update();
    await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.update()));
    const reloaded = page.waitForEvent("load");
    await page.locator(`${by("update")} button`).click();
    await reloaded;
    await page.locator(by("about-page")).waitFor();
    await page.waitForFunction(async (old) => !(await caches.keys()).includes(old), before);
    assert.equal((await kept(page)).length, 1);
    assert.equal(await page.locator(by("update")).count(), 0);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
    stop();
  }
});
