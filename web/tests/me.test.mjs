// One's own page: a guest, an account that is the same from two browsers, keys for programs, everything in a file, and
// nothing any more.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { barriers } from "./support/accessibility.mjs";
import { ask, guest, openTable, sharedTableTest } from "./support/shared-table.mjs";
import { by } from "./support/moves.mjs";
import { FINE, browserTest, openPage, PHONE, shoot } from "./support/browser.mjs";
import { expectRefused } from "./support/refusals.mjs";
import { withClipboard } from "./support/registry.mjs";
import { origin } from "./support/server.mjs";

const PHRASE = "seven small stones in a row";

const identity = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tablee.identity")));
const reads = (page, id, text) => page.locator(by(id)).filter({ hasText: text }).first().waitFor();

async function fillIn(page, form, name, phrase) {
  await page.locator(by(`${form}-name`)).fill(name);
  await page.locator(by(`${form}-phrase`)).fill(phrase);
  await page.locator(by(`${form}-send`)).click();
}

/** The status of a request with this key. */
const statusOf = async (key, path = "me") =>
  (await fetch(`${await origin()}/api/${path}`, { headers: { authorization: `Bearer ${key}` } })).status;

browserTest("a guest has a name, changes it, and is remembered", {}, async (page) => {
  await page.goto("/me");
  await reads(page, "me-state", "You have not entered a name yet");
  assert.equal(await identity(page), null, "looking makes nobody");
  await page.locator(by("name")).fill("  Ada   <b>Lovelace</b> ");
  await page.locator(by("save-name")).click();
  await reads(page, "me-state", "You are a guest");
  assert.equal(await page.locator(by("name")).inputValue(), "Ada <b>Lovelace</b>");
  const { key, me } = await identity(page);
  await page.locator(by("name")).fill("Ada");
  // The first name may still be said to be saved.
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith("/api/me") && answer.request().method() === "PATCH",
  );
  await page.locator(by("save-name")).click();
  assert.equal((await saved).status(), 200);
  await page.getByText("Saved.").first().waitFor();
  await page.reload();
  await page.waitForFunction(() => document.querySelector("[data-testid=name]")?.value === "Ada");
  assert.equal((await ask("GET", "me", { key })).name, "Ada");
  assert.equal((await identity(page)).me.id, me.id);
  await page.locator(`${by("me")}[aria-label*="Ada"]`).waitFor();
});

browserTest(
  "an account: refusals in words, made, left, and come back to from another browser",
  {},
  async (page, { problems }) => {
    // The name is taken.
    const other = await guest("Taken");
    await ask("POST", "me/account", { key: other.key, body: { name: "Taken", phrase: PHRASE } });
    await page.goto("/me");
    await page.locator(by("name")).fill("Ada");
    await page.locator(by("save-name")).click();
    await reads(page, "me-state", "You are a guest");
    const { me } = await identity(page);
    await fillIn(page, "account", "Ada of the tables", "short");
    await reads(page, "account-refusal", "A passphrase has 10 to 200 characters.");
    await fillIn(page, "account", "taken", PHRASE);
    await reads(page, "account-refusal", "This name is already taken.");
    await page.locator(by("name")).fill("TAKEN");
    await page.locator(by("save-name")).click();
    await reads(page, "name-refusal", "This name is already taken.");
    await expectRefused(problems, 400, 409, 409);
    await fillIn(page, "account", "Ada of the tables", PHRASE);
    await reads(page, "me-state", "You have an account");
    assert.equal(await page.locator(by("account")).count(), 0);
    assert.equal((await identity(page)).me.id, me.id, "it is still the same person");

    const second = await openPage();
    try {
      const there = second.page;
      await there.goto("/me");
      await fillIn(there, "sign-in", "Ada of the tables", "seven small stones in a heap");
      await reads(there, "sign-in-refusal", "Wrong name or passphrase.");
      await expectRefused(second.problems, 401);
      await fillIn(there, "sign-in", "ada OF the tables", PHRASE);
      await reads(there, "me-state", "You have an account");
      assert.equal((await identity(there)).me.id, me.id);
      assert.equal(await there.locator(by("name")).inputValue(), "Ada of the tables");

      // One browser is signed out from the other, and notices.
      await page.reload();
      await page.locator(by("key")).filter({ hasText: "Another browser" }).locator(by("revoke")).click();
      await page.getByText("has been revoked").first().waitFor();
      await there.reload();
      await there.getByText("you have been signed out").first().waitFor();
      await reads(there, "me-state", "You have not entered a name yet");
      assert(second.problems.length > 0);
      await expectRefused(second.problems, ...second.problems.map(() => 401));
    } finally {
      await second.context.close();
    }

    await page.locator(by("sign-out")).click();
    await reads(page, "me-state", "You have not entered a name yet");
    assert.equal((await identity(page)).key, null);
    await fillIn(page, "sign-in", "Ada of the tables", PHRASE);
    await reads(page, "me-state", "You have an account");
  },
);

browserTest("a guest is warned before signing out for good", {}, async (page) => {
  await page.goto("/me");
  await page.locator(by("name")).fill("Passing by");
  await page.locator(by("save-name")).click();
  await page.locator(by("sign-out")).click();
  await reads(page, "sign-out-dialog", "cannot come back");
  await page.locator(by("sign-out-now")).click();
  await reads(page, "me-state", "You have not entered a name yet");
});

browserTest(
  "a key for a program: shown once, good for its scopes only, and revoked",
  { permissions: ["clipboard-read", "clipboard-write"] },
  async (page) => {
    await page.goto("/me");
    await page.locator(by("name")).fill("Ada");
    await page.locator(by("save-name")).click();
    await page.locator(by("key")).filter({ hasText: "This browser" }).waitFor();
    await page.locator(by("key-label")).fill("my <i>bot</i>");
    await page.locator(`${by("scope")}[value=play]`).uncheck();
    assert(await page.locator(by("make-key")).isDisabled(), "a key for nothing is none");
    await page.locator(`${by("scope")}[value=read]`).check();
    await page.locator(by("make-key")).click();
    const key = await page.locator(by("new-key")).inputValue();
    await withClipboard(async () => {
      await page.locator(by("copy-key")).click();
      await page.getByText("Copied.").first().waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key);
    });
    assert.deepEqual((await ask("GET", "me", { key })).scopes, ["read"]);
    assert.equal(await statusOf(key, "me/keys"), 403);
    await page.reload();
    const shown = page
      .locator(by("key"))
      .filter({ hasText: "my <i>bot</i>" })
      .filter({ hasText: "see your games and data" });
    await shown.waitFor();
    assert(!(await page.content()).includes(key), "it is never shown again");
    await shown.locator(by("revoke")).click();
    await shown.waitFor({ state: "detached" });
    assert.equal(await statusOf(key), 401);
  },
);

browserTest("everything in a file, and then nothing any more", {}, async (page) => {
  await page.goto("/me");
  await page.locator(by("name")).fill("Ada Export");
  await page.locator(by("save-name")).click();
  await page.locator(by("export")).waitFor();
  const { key, me } = await identity(page);
  const { table } = await openTable({ key }, "kumata", { seats: ["me", { bot: "level1" }] });
  const downloading = page.waitForEvent("download");
  await page.locator(by("export")).click();
  const download = await downloading;
  assert.match(download.suggestedFilename(), /^tablee-.*\.json$/);
  const all = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.equal(all.me.id, me.id);
  assert.equal(all.tables[0].summary.table, table);
  assert(!JSON.stringify(all).includes(key), "no secret is in it");

  await page.locator(by("erase")).click();
  assert(await page.locator(by("erase-now")).isDisabled());
  await page.locator(by("erase-name")).fill("Ada");
  assert(await page.locator(by("erase-now")).isDisabled(), "only the whole name will do");
  await page.keyboard.press("Escape");
  await page.locator(by("erase-dialog")).waitFor({ state: "detached" });
  assert.equal(await statusOf(key), 200);
  await page.locator(by("erase")).click();
  await page.locator(by("erase-name")).fill("Ada Export");
  await page.locator(by("erase-now")).click();
  await reads(page, "me-state", "You have not entered a name yet");
  assert.equal(await statusOf(key), 401);
  assert.equal((await identity(page)).name, "");
  assert(!JSON.stringify(await ask("GET", "tables?state=open")).includes("Ada Export"));
});

browserTest(
  "notifications are asked for when they are switched on",
  { permissions: ["notifications"] },
  async (page) => {
    // Chromium without windows grants the permission when asked, and denies it when asked whether it did.
    await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "granted" }));
    // The browser is asked first, and what it answers is kept: a page that is left before that has kept nothing.
    const kept = (wanted) =>
      page.waitForFunction((wanted) => JSON.parse(localStorage.getItem("tablee.settings")).notify === wanted, wanted);
    await page.goto("/me");
    await page.locator(by("notify")).check();
    await kept(true);
    await page.reload();
    await page.locator(`${by("notify")}:checked`).waitFor();
    await page.locator(by("notify")).uncheck();
    await kept(false);
    await page.reload();
    await page.locator(`${by("notify")}:not(:checked)`).waitFor();
  },
);

browserTest("the interface for programs is described, and linked", {}, async (page) => {
  await page.goto("/about");
  const link = page.locator(by("api"));
  const { openapi } = await (await page.request.get(await link.getAttribute("href"))).json();
  assert.match(openapi, /^3\./);
  // It is not a page of the site, so the browser itself has to follow the link.
  const routed = await link.evaluate((element) => {
    let prevented = null;
    document.addEventListener(
      "click",
      (event) => {
        prevented = event.defaultPrevented;
        event.preventDefault();
      },
      { once: true },
    );
    element.click();
    return prevented;
  });
  assert.equal(routed, false);
});

const LOOKS = {
  english: { locale: "en-GB", colorScheme: "light", ...FINE },
  "french-dark": { locale: "fr-FR", colorScheme: "dark", ...FINE },
  phone: { ...PHONE, ...FINE, locale: "fr-FR", colorScheme: "light" },
};

for (const [look, options] of Object.entries(LOOKS)) {
  sharedTableTest(`a tour of one's own page: ${look}`, async ({ arrive }) => {
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
    await see(await arrive(null, "/me", options), "me-nobody");
    const zoe = await guest("Zoé");
    const page = await arrive(zoe, "/me", options);
    await page.locator(by("key")).first().waitFor();
    await see(page, "me-guest");
    await page.locator(by("erase")).click();
    await page.locator(by("erase-name")).fill("Zoé");
    await see(page, "me-erase");
    await page.keyboard.press("Escape");
    await ask("POST", "me/account", { key: zoe.key, body: { name: `Zoé ${look}`, phrase: PHRASE } });
    await page.reload();
    await page.locator(by("key-label")).fill("robot");
    await page.locator(by("make-key")).click();
    await page.locator(by("key-made")).waitFor();
    await see(page, "me-account");
    await page.goto("/about");
    await page.locator(by("api")).waitFor();
    await see(page, "about-api");
    assert.deepEqual(found, [], "barriers that axe-core finds");
  });
}
