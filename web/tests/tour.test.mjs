// A walk through all screens: in both languages, light and dark, at a desk and on a phone. Each is photographed, checked
// by axe-core for accessibility, and read for words of the other language. TOUR=all walks through every state of a
// table too, in both languages, light and dark, at a desk, on a small laptop and on a phone (docs/development.md).

import assert from "node:assert/strict";
import { barriers } from "./support/accessibility.mjs";
import { engine, GAMES, inTheMiddle, played } from "./support/engine.mjs";
import { by, myTurn } from "./support/moves.mjs";
import { FINE, browserTest, follow, PHONE, shoot } from "./support/browser.mjs";
import { register } from "./support/registry.mjs";
import { records as recordsOfStates, STATES } from "./support/states.mjs";

const ALL = process.env.TOUR === "all";

const records = {
  ...Object.fromEntries(GAMES.map((game) => [game, inTheMiddle(game)])),
  end: played("kumata"),
  ...(ALL ? recordsOfStates : {}),
};

async function tableWithGhost(page) {
  await myTurn(page);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.locator(by("lay")).waitFor();
}

const replayReady = (page) => page.waitForSelector(`${by("replay")}:has([data-ready=true])`);

// The screens: name, address, and when each is ready.
const PLACES = {
  home: [
    "/",
    (page) =>
      page.waitForFunction(
        (games) => document.querySelectorAll("[data-testid=game-card] svg").length >= games,
        GAMES.length,
      ),
  ],
  new: ["/new/rumis", (page) => page.locator("[data-option=board] .preview svg").first().waitFor()],
  friends: [
    "/new/cuminos#open",
    async (page) => {
      await page.locator("[data-option=clock] label:has(input[value=days])").click();
      await page.locator(by("clock-length")).waitFor();
    },
  ],
  me: ["/me", (page) => page.locator(by("me-page")).waitFor()],
  ...Object.fromEntries(GAMES.map((game) => [game, [`/table/${game}`, tableWithGhost]])),
  end: ["/table/end", (page) => page.waitForSelector(`${by("end")}[data-done=true]`)],
  replay: ["/replay#t=cuminos&p=30", replayReady],
  replays: ["/replay", (page) => page.locator(by("replay-open")).waitFor()],
  rules: ["/rules/kumata", (page) => page.locator("figure").nth(2).waitFor()],
  companion: ["/companion/kumata", (page) => page.locator(by("setup")).waitFor()],
  lesson: [
    "/learn/rumis#3",
    async (page) => {
      await page.waitForSelector(`${by("lesson")}:has([data-testid=stage][data-ready=true])`);
      await page.keyboard.press("1");
      await page.locator(by("places")).waitFor({ state: "attached" });
    },
  ],
  about: ["/about", (page) => page.locator(by("about-page")).waitFor()],
  menu: [
    "/table/dogcity",
    async (page) => {
      await myTurn(page);
      await page.locator(by("menu")).click();
      await page.locator("[role=menuitem]").first().waitFor();
    },
  ],
  help: [
    "/table/dogcity",
    async (page) => {
      await myTurn(page);
      await page.keyboard.press("?");
      await page.locator(by("help")).waitFor();
    },
  ],
  counts: [
    "/table/kumata",
    async (page) => {
      await myTurn(page);
      await page.locator(by("player-head")).first().click();
      await page.locator(by("count")).waitFor();
    },
  ],
};
const ON_A_PHONE = ["home", "new", ...GAMES, "end", "replay", "rules", "lesson", "counts"];

/** Everything that can be read or heard on the page. */
const texts = (page) =>
  page.evaluate(() => {
    const found = new Set();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // Texts marked as being in another language are meant to be.
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (
        node.parentElement.closest("[lang]") === document.documentElement &&
        !node.parentElement.closest("code, pre, script, style")
      )
        found.add(node.textContent.trim());
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"]) found.add(element.getAttribute(name)?.trim() ?? "");
    found.add(document.title);
    return [...found];
  });

// What both languages call the same: names, keys, and a few words.
const SHARED = new Set(
  [
    ...engine.catalogue().map(({ name }) => name),
    ...engine.botNames().flat(),
    "Tablée Chullpa Pirka Pisac Coricancha Colca Puncu Apachita Chaka Huaca Incahuasi tablee record",
    "Shift Ctrl Menu Pause Site Options Union Notation Clan Clans Licence crocodiles toucans point points Notifications",
  ].flatMap((words) => words.split(" ")),
);
const isShared = (text) => (text.match(/\p{L}{3,}/gu) ?? []).every((word) => SHARED.has(word));
// Short words that only one of them has, and that no sentence does long without.
const ONLY = {
  en: /\b(the|of|your|you|with|is|are|and|it|not)\b/i,
  fr: /\b(le|la|les|des|du|vous|votre|est|une?|et|avec|dans)\b/i,
};

const said = { en: {}, fr: {} };

/** Loads an address; from a blank page, or one that differs only behind the # would not be loaded. */
async function load(page, address) {
  await page.goto("about:blank");
  await page.goto(address);
}

/** Leads to an address by way of another page, so that each screen is a new one. */
async function lead(page, address) {
  await follow(page, "/about");
  await page.locator(by("about-page")).waitFor();
  await follow(page, address);
}

/** The first page is loaded; `go` leads to the others. */
function tour(name, lang, names, go, options) {
  browserTest(
    `a tour: ${name}`,
    { records, locale: lang === "fr" ? "fr-FR" : "en-GB", ...FINE, ...options },
    async (page) => {
      const found = [];
      for (const [at, place] of names.entries()) {
        const [address, there] = PLACES[place] ?? STATES[place];
        await (at === 0 ? load : go)(
          page,
          address.includes("?test") ? address : address.replace(/(?=#|$)/, "?test=hurry"),
        );
        await there(page);
        await shoot(page, `${place}-${name}`);
        found.push(...(await barriers(page, place)));
        said[lang][place] = await texts(page);
      }
      assert.deepEqual(found, [], "barriers that axe-core finds");
    },
  );
}

// Every address is opened directly once, and reached from another page.
tour("english", "en", Object.keys(PLACES), load, { colorScheme: "light" });
// In half the size, which is drawn four times as fast.
tour("french-dark", "fr", Object.keys(PLACES), lead, { colorScheme: "dark", deviceScaleFactor: 0.5 });
tour("phone", "fr", ON_A_PHONE, lead, { ...PHONE, ...FINE, colorScheme: "light" });

if (ALL) {
  const desk = Object.keys(STATES);
  const hand = [...ON_A_PHONE, ...desk.filter((state) => state !== "counted-item")];
  const laptop = { viewport: { width: 1024, height: 640 } };
  for (const [lang, colorScheme] of [
    ["en", "light"],
    ["fr", "dark"],
  ]) {
    tour(`${lang}-${colorScheme}-states`, lang, desk, load, { colorScheme });
    tour(`${lang}-${colorScheme}-laptop`, lang, [...Object.keys(PLACES), ...desk], load, { ...laptop, colorScheme });
  }
  tour("en-dark-phone", "en", hand, load, { ...PHONE, ...FINE, colorScheme: "dark" });
  tour("fr-light-phone-states", "fr", hand, load, { ...PHONE, ...FINE, colorScheme: "light" });
}

// Alone, and so after both tours.
register("nothing is left in the other language", { alone: true }, () => {
  const stray = [];
  for (const place of Object.keys(PLACES)) {
    const [english, french] = [said.en[place], said.fr[place]];
    assert(english?.length > 5 && french?.length > 5, `${place} was visited in both`);
    stray.push(
      ...english
        .filter((text) => french.includes(text) && !isShared(text))
        .map((text) => `${place}, the same in both: ${text}`),
    );
    stray.push(...english.filter((text) => ONLY.fr.test(text)).map((text) => `${place}, French in English: ${text}`));
    stray.push(...french.filter((text) => ONLY.en.test(text)).map((text) => `${place}, English in French: ${text}`));
  }
  assert.deepEqual(stray, []);
});
