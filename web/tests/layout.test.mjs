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
    return [
      ...cut.map((element) => `cut off: ${nameOf(element)}`),
      ...over.map(([a, b]) => `${nameOf(a)} over ${nameOf(b)}`),
      ...small.map((button) => `too small for a finger: ${nameOf(button)}`),
    ];
  });

/** How many pieces each rack shows, and how large their slots are. A hand that shares a rack is opened first. */
async function piecesInSight(page, seats) {
  const shown = [];
  for (let seat = 0; seat < seats; seat++) {
    const rack = page.locator(`.rack[data-seat="${seat}"]`);
    if ((await rack.count()) === 0)
      await page
        .locator(`${by("player")}[data-seat="${seat}"] button`)
        .first()
        .click();
    const sizes = await rack
      .locator(".slots [data-piece]")
      .evaluateAll((slots) => slots.map((slot) => slot.getBoundingClientRect().width));
    shown.push({ seat, pieces: sizes.length, smallest: Math.min(Infinity, ...sizes) });
  }
  return shown;
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
          hands,
          `the pieces of all players at ${width}×${height}`,
        );
        const least = Math.min(width, height) >= 600 ? 44 : 36;
        for (const { seat, smallest } of shown.slice(1))
          assert(smallest >= least, `${smallest} pixels in the rack of ${seat} at ${width}×${height}`);
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
