// The table on windows of all sizes: nothing is cut off, nothing lies over anything else, and the board stays where it
// is.

import assert from "node:assert/strict";
import { dice, GAMES, myTurnAfter, played, read } from "./support/engine.mjs";
import { by, myTurn, pointAtPlace } from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

const SIZES = [
  [900, 600],
  [1280, 640],
  [1440, 900],
  [2560, 1440],
  [390, 844],
  [844, 390],
  [320, 640],
];

/** The most players that a game can have. */
function mostPlayers(game) {
  for (let players = 6; ; players--) {
    try {
      return played(game, { options: { players: String(players) }, enough: myTurnAfter(12) });
    } catch (refusal) {
      assert(players > 2, refusal);
    }
  }
}

/** What is wrong with how the page is laid out. */
const faults = (page) =>
  page.evaluate(() => {
    const nameOf = (element) =>
      [element.dataset.testid ?? element.className, element.dataset.seat, element.dataset.piece].join(" ");
    const box = (element) => element.getBoundingClientRect();
    const isSeen = (element) => !element.closest(".hidden") && box(element).width > 1;
    const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
    const cut = all("main button, main .rack, main .prompt, main .slots > *").filter((element) => {
      const { left, top, right, bottom } = box(element);
      // The list of moves scrolls.
      return (
        !element.closest(".beside") && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      );
    });
    const apart = all(".rack, [role=toolbar], .title, .prompt, [data-testid=stock]");
    const overlap = (a, b) =>
      Math.min(box(a).right, box(b).right) - Math.max(box(a).left, box(b).left) > 2 &&
      Math.min(box(a).bottom, box(b).bottom) - Math.max(box(a).top, box(b).top) > 2;
    const over = apart.flatMap((a, at) => apart.slice(at + 1).flatMap((b) => (overlap(a, b) ? [[a, b]] : [])));
    const small = all("[role=toolbar] button").filter((button) => box(button).width < 43 || box(button).height < 43);
    // All others are bots.
    const faceless = all(".rack:not(.own) [data-testid=player]").filter((player) => {
      const face = player.querySelector(".face");
      return !face || box(face).width < 28;
    });
    // A level that does not fit beside the name lies below it, out of sight.
    const levels = all(".level").filter((level) => {
      const who = box(level.closest(".who"));
      const { left, right, top } = box(level);
      return top < who.bottom - 2 && (left < who.left - 1 || right > who.right + 1);
    });
    return [
      ...faceless.map((element) => `no face: ${nameOf(element)}`),
      ...levels.map((element) => `cut off: ${element.textContent}`),
      ...cut.map((element) => `cut off: ${nameOf(element)}`),
      ...over.map(([a, b]) => `${nameOf(a)} over ${nameOf(b)}`),
      ...small.map((button) => `too small for a finger: ${nameOf(button)}`),
    ];
  });

/** How large the slots of a rack are. */
const sizesIn = (rack) =>
  rack.locator(".slots [data-piece]").evaluateAll((slots) => slots.map((slot) => slot.getBoundingClientRect().width));

/** Where everything stands that must not move while a rack grows: the other racks, and the board. */
const besides = (page, seat) =>
  page.evaluate((seat) => {
    const racks = [...document.querySelectorAll(`.rack:not([data-seat="${seat}"]), .title, [role=toolbar]`)];
    const boxes = racks.map((element) => JSON.stringify(element.getBoundingClientRect()));
    return { boxes, board: window.tablee.stage.screenOf([0, 0]) };
  }, seat);

/** How many pieces each rack of others shows, how large their slots are, and how large once it is pointed at. */
async function piecesInSight(page, seats) {
  const shown = [];
  for (let seat = 1; seat < seats; seat++) {
    const rack = page.locator(`.rack[data-seat="${seat}"]`);
    // Where hands share a rack, a plaque opens its own.
    if ((await rack.count()) === 0)
      await page.locator(`.rack.shared ${by("player")}[data-seat="${seat}"] button`).click();
    const sizes = await sizesIn(rack);
    const before = await besides(page, seat);
    await rack.locator(".slots li").first().hover();
    await page.locator(`.rack.large[data-seat="${seat}"]`).waitFor();
    const grown = await sizesIn(rack);
    assert.deepEqual(await besides(page, seat), before, `nothing else moves when rack ${seat} grows`);
    await page.mouse.move(1, 1);
    await page.locator(".rack.large").waitFor({ state: "detached" });
    const smallest = Math.min(Infinity, ...sizes);
    shown.push({ seat, pieces: sizes.length, smallest, grown: Math.min(Infinity, ...grown) });
  }
  return shown;
}

/** How large the others' pieces are at least, in pixels. */
function leastSlot(width, height, seats) {
  if (Math.min(width, height) < 600) return 24;
  // Five hands of eleven stones each: there is no room for more beside the board.
  return seats >= 5 && width < 1280 ? 27 : 44;
}

for (const game of GAMES) {
  const record = mostPlayers(game);
  browserTest(
    `${game}: everyone's pieces are in sight on every window`,
    { records: { mine: record } },
    async (page, { note }) => {
      await page.goto("/table/mine?test=hurry");
      await myTurn(page);
      const hands = read(record, (table) => table.view().scene.table.hands.map(({ pieces }) => pieces.length));
      note(`${hands.length} players`);
      const { layered } = read(record, (table) => table.info());
      assert.equal(await page.locator(by("layers")).count(), layered ? 1 : 0, "layers are for games that have them");
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        // The page measures itself, and lays itself out with the next frame.
        await page.evaluate(() => new Promise((laid) => requestAnimationFrame(() => requestAnimationFrame(laid))));
        assert.deepEqual(await faults(page), [], `at ${width}×${height}`);
        const shown = await piecesInSight(page, hands.length);
        assert.deepEqual(
          shown.map(({ pieces }) => pieces),
          hands.slice(1),
          `the pieces of all players at ${width}×${height}`,
        );
        const isDesk = Math.min(width, height) >= 600;
        for (const { seat, smallest, grown } of shown) {
          const rack = `the rack of ${seat} at ${width}×${height}`;
          assert(smallest >= leastSlot(width, height, hands.length), `${smallest} pixels in ${rack}`);
          if (isDesk) assert(grown > smallest, `${rack} stays at ${smallest} pixels when it is pointed at`);
          else assert(grown >= 34, `${grown} pixels in ${rack} when it is pressed`);
        }
      }
    },
  );
}

browserTest(
  "the board stays where it is, whatever opens",
  { records: { mine: played("kumata", { options: { players: "4" }, enough: myTurnAfter(14) }) } },
  async (page) => {
    await page.goto("/table/mine?test=hurry");
    await myTurn(page);
    const corner = () => page.evaluate(() => window.tablee.stage.screenOf([0, 0]));
    const before = await corner();
    const steps = {
      "a piece is picked": async () => assert(await pointAtPlace(page, dice())),
      "it is put back": async () => {
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
      },
      "the moves are shown, or hidden": () =>
        page
          .locator(`${by("log")} button`)
          .first()
          .click(),
      "a count is shown": () => page.locator(by("player-head")).first().click(),
      "layers are shown": () => page.keyboard.press("l"),
      "a hand is pointed at": async () => {
        await page.locator(`.rack[data-seat="1"] .slots li`).first().hover();
        await page.locator(`.rack.large[data-seat="1"]`).waitFor();
      },
    };
    for (const [what, step] of Object.entries(steps)) {
      await step();
      assert.deepEqual(await corner(), before, `when ${what}`);
    }
  },
);

/** Where the racks, the title, the tools and the board are. */
const standing = (page) =>
  page.evaluate(() => ({
    page: [...document.querySelectorAll(".rack, .title, [role=toolbar]")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.className, x, y, width, height].join(" ");
    }),
    board: window.tablee.game.view.scene.table.board.map(({ at }) => window.tablee.stage.screenOfPoint(at)),
  }));

/** What a floating panel lies over, of what one needs. */
const underPanel = (page, panel) =>
  page.evaluate((panel) => {
    const box = (element) => element.getBoundingClientRect();
    const own = box(document.querySelector(panel));
    const isOver = ({ left, top, right, bottom }) =>
      Math.min(own.right, right) - Math.max(own.left, left) > 2 &&
      Math.min(own.bottom, bottom) - Math.max(own.top, top) > 2;
    const things = [...document.querySelectorAll(".rack, .title, [role=toolbar] button, .prompt button")];
    const chosen = document.querySelector("[data-testid=places] [aria-selected=true]");
    const cell = chosen && window.tablee.stage.screenOf(chosen.dataset.cell.split(",").map(Number));
    return [
      ...things.filter((thing) => isOver(box(thing))).map((thing) => thing.dataset.testid ?? thing.className),
      ...(cell && isOver({ left: cell.x - 3, top: cell.y - 3, right: cell.x + 3, bottom: cell.y + 3 })
        ? ["the place of the hint"]
        : []),
      ...(own.left < 0 || own.top < 0 || own.right > innerWidth || own.bottom > innerHeight ? ["the edge"] : []),
    ];
  }, panel);

const settle = async (page) => {
  await page.evaluate(() => new Promise((laid) => requestAnimationFrame(() => requestAnimationFrame(laid))));
  await page.waitForFunction(() => window.tablee.stage.stats().steady);
};

for (const game of GAMES)
  browserTest(
    `${game}: a hint moves nothing, and lies over neither racks nor tools nor its own place`,
    { locale: "fr-FR", records: { mine: mostPlayers(game) } },
    async (page) => {
      await page.goto("/table/mine?test=hurry");
      await myTurn(page);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await settle(page);
        const before = await standing(page);
        await page.keyboard.press("h");
        const panel = page.locator(by("hint-panel"));
        await panel.waitFor();
        await settle(page);
        const at = `at ${width}×${height}`;
        assert.deepEqual(await standing(page), before, at);
        // It gives way once the camera has stopped.
        const over = () => underPanel(page, by("hint-panel"));
        for (let tries = 0; tries < 20 && (await over()).length > 0; tries++) await settle(page);
        assert.deepEqual(await over(), [], at);
        const most = height < 480 || width < 480 ? 60 : 0.55 * height;
        assert((await panel.boundingBox()).height <= most, `a short hint ${at}`);
        await panel.locator("button").last().click();
        await panel.waitFor({ state: "detached" });
        // Nothing is picked, and nothing is pointed at.
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await page.mouse.move(1, 1);
      }
    },
  );

browserTest(
  "on a phone the list of moves and the slider of the layers leave room for each other",
  { records: { mine: played("rumis", { options: { players: "4" }, enough: myTurnAfter(16) }) } },
  async (page) => {
    await page.goto("/table/mine?test=hurry");
    await myTurn(page);
    for (const [width, height] of SIZES.filter(([width, height]) => Math.min(width, height) < 600)) {
      await page.setViewportSize({ width, height });
      await settle(page);
      await page.keyboard.press("l");
      const slider = page.locator(by("layers-slider"));
      await slider.waitFor();
      if ((await page.locator(`${by("log")} ol`).count()) === 0) {
        if ((await page.locator(by("moves")).count()) > 0) await page.locator(by("moves")).click();
        else {
          await page.locator(by("menu")).click();
          await page.locator(by("menu-moves")).click();
        }
      }
      const list = page.locator(by("log"));
      await list.waitFor();
      const [a, b] = [await slider.boundingBox(), await list.boundingBox()];
      const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      assert(isApart, `at ${width}×${height}: ${JSON.stringify([a, b])}`);
      await page.keyboard.press("l");
      await slider.waitFor({ state: "detached" });
    }
  },
);

browserTest(
  "while the engine is fetched the bare table is there, where the stage will be",
  { records: { mine: played("kumata", { enough: myTurnAfter(4) }) } },
  async (page) => {
    let fetched = () => undefined;
    const held = new Promise((resolve) => (fetched = resolve));
    await page.route("**/*.wasm", async (route) => {
      await held;
      await route.continue();
    });
    /** Where the edge of the tabletop is on the screen. */
    const edge = (selector) =>
      page.locator(selector).evaluate((element) => {
        const { width, height, transform, inset } = getComputedStyle(element, "::before");
        const { x, y } = element.getBoundingClientRect();
        return { x, y, width, height, transform, inset };
      });
    for (const address of ["/table/mine?test=hurry", "/learn/kumata", "/companion/kumata"]) {
      await page.goto(address);
      await page.locator(by("bare-table")).waitFor();
      assert((await edge(by("bare-table"))).width !== "auto", address);
    }
    await page.goto("/table/mine?test=hurry");
    const before = await edge(by("bare-table"));
    // The drawing comes late: the stage shows the bare table by itself.
    await page.evaluate(() => {
      window.bare = new Promise((resolve) => {
        new MutationObserver(() => {
          const stage = document.querySelector("[data-testid=stage][data-ready=false]");
          if (!stage) return;
          const { width, height, transform, inset } = getComputedStyle(stage, "::before");
          const { x, y } = stage.getBoundingClientRect();
          resolve({ x, y, width, height, transform, inset });
        }).observe(document.body, { childList: true, subtree: true });
      });
    });
    fetched();
    assert.deepEqual(await page.evaluate(() => window.bare), before);
    await myTurn(page);
    assert.equal(await page.locator(by("bare-table")).count(), 0);
  },
);
