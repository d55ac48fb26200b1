// What can be done at a table besides laying a piece after another.

import assert from "node:assert/strict";
import { dice, GAMES, myTurnAfter, played, read } from "./support/engine.mjs";
import {
  by,
  MOUSE,
  moveByMouse,
  myTurn,
  openPlaces,
  pieceButton,
  ply,
  pointAtPlace,
  savedRecord,
  wherePieceFits,
} from "./support/moves.mjs";
import { browserTest } from "./support/browser.mjs";

// On an empty table the first piece goes to the pointer.
const inTheMiddle = (table) => myTurnAfter(14)(table) && table.view().scene.table.pieces.length > 0;
const middle = Object.fromEntries(GAMES.map((game) => [game, played(game, { enough: inTheMiddle })]));
const plies = (record) => read(record, (table) => table.history(0));

browserTest("a reload in the middle resumes exactly there", { records: { mine: middle.kumata } }, async (page) => {
  await page.goto("/table/mine?test=hurry");
  await myTurn(page);
  await moveByMouse(page, dice());
  await myTurn(page);
  const scores = () => page.$$eval(`${by("player")} .score`, (figures) => figures.map((score) => score.textContent));
  const before = { record: await savedRecord(page), ply: await ply(page), scores: await scores() };
  assert(before.ply > plies(middle.kumata).length);
  await page.reload();
  await myTurn(page);
  assert.deepEqual({ record: await savedRecord(page), ply: await ply(page), scores: await scores() }, before);
  const shown = await page.evaluate(() => window.tablee.game.record());
  assert.equal(shown, before.record);

  await page.goto("/?test=hurry");
  await page.locator(`[data-game=kumata] ${by("resume")}`).click();
  await myTurn(page);
  assert.equal(await ply(page), before.ply);
});

browserTest(
  "undo goes back to my last decision, by button and by key",
  { records: { mine: middle.rumis } },
  async (page) => {
    await page.goto("/table/mine?test=hurry");
    await myTurn(page);
    const [record, before] = [middle.rumis, await ply(page)];
    for (const undo of [
      () => page.locator(by("undo")).click(),
      () => page.keyboard.press("Control+z"),
      () => page.keyboard.press("u"),
    ]) {
      await moveByMouse(page, dice(3));
      await myTurn(page);
      assert((await ply(page)) > before + 1, "the bot has answered");
      await undo();
      await page.waitForSelector(`${by("table")}[data-ply="${before}"][data-mine=true]`);
      assert.equal(await savedRecord(page), record);
    }
  },
);

/** A cell where the picked piece does not fit: the page says which clause forbids it, in the engine's words. */
async function checkWhyNot(page, record) {
  const before = await ply(page);
  const playable = page.locator(`${by("hand")} ${by("piece")}:not([aria-disabled=true])`).first();
  await playable.click();
  const piece = await playable.getAttribute("data-piece");
  await page.locator(by("places")).waitFor({ state: "attached" });
  const places = await page.evaluate((piece) => {
    const { stage, game } = window.tablee;
    const onScreen = (cell) => ({ cell, ...stage.screenOf(cell) });
    const fits = game.targets(piece).map(({ cell }) => onScreen(cell));
    const cells = Array.from({ length: 400 }, (_, at) => [(at % 20) - 6, Math.floor(at / 20) - 6]);
    // Clearly away from everything that glows.
    const away = (place) => fits.every((fit) => Math.hypot(fit.x - place.x, fit.y - place.y) > 25);
    const onCanvas = ({ x, y }) => document.elementFromPoint(x, y)?.tagName === "CANVAS";
    return cells
      .filter((cell) => game.whyNot(piece, cell))
      .map(onScreen)
      .filter((place) => away(place) && onCanvas(place));
  }, piece);
  assert(places.length > 0, "a cell to point at");
  const reasons = read(record, (table) => places.map(({ cell: [x, y] }) => table.whyNot(piece, x, y)));
  await page.mouse.click(places[0].x, places[0].y);
  const bubble = page.locator(by("refusal"));
  const said = await bubble.innerText();
  const clause = await bubble.locator("a").innerText();
  assert(
    reasons.some((why) => why.clause === clause && said.toLowerCase().includes(why.text.en.toLowerCase())),
    said,
  );
  assert((await bubble.locator("a").getAttribute("href")).endsWith(`#${clause}`), "a link to the rule");
  const { x, y, width, height } = await bubble.boundingBox();
  const away = [places[0].x - x - width / 2, places[0].y - y - height / 2].map(Math.abs);
  assert(away[0] < width && away[1] < height + 60, "it stands at the pointer");
  await page.keyboard.press("Escape");
  assert.equal(await bubble.count(), 0, "it goes with the next act");
  assert.equal(await ply(page), before);
}

async function checkHint(page) {
  const before = await ply(page);
  await page.locator(by("hint")).click();
  const panel = page.locator(by("hint-panel"));
  await panel.waitFor();
  assert.notEqual(await panel.locator("strong").innerText(), "");
  assert((await panel.locator("li").count()) > 0, "at least one reason");
  // A place on the table, or else a button that is marked.
  const ready = page.locator(`${by("lay")}, ${by("act")}.on`).first();
  await ready.waitFor();
  const covering = await page.evaluate(() => {
    const chosen = document.querySelector("[data-testid=places] [aria-selected=true]");
    if (!chosen) return null;
    const { x, y } = window.tablee.stage.screenOf(chosen.dataset.cell.split(",").map(Number));
    return document.elementFromPoint(x, y)?.closest("canvas, [data-testid=hint-panel]")?.tagName;
  });
  assert(covering === null || covering === "CANVAS", "nothing lies over the place that it recommends");
  await page.keyboard.press("Escape");
  assert.equal(await panel.count(), 0, "it goes with a step back");
  await page.locator(by("hint")).click();
  await ready.waitFor();
  // Its button still has the focus.
  await page.keyboard.press("Enter");
  await page.waitForSelector(`${by("table")}:not([data-ply="${before}"])`);
  assert.equal(await panel.count(), 0, "it goes when the move is made");
}

for (const game of GAMES) {
  browserTest(
    `${game}: why a piece does not fit, and a hint with its reasons that can be played`,
    { records: { mine: middle[game] } },
    async (page) => {
      await page.goto("/table/mine?test=hurry");
      await myTurn(page);
      await checkWhyNot(page, middle[game]);
      await checkHint(page);
    },
  );
}

browserTest("kumata: a totem is laid with its domino", { records: { mine: middle.kumata } }, async (page) => {
  await page.goto("/table/mine?test=hurry");
  await myTurn(page);
  const before = plies(middle.kumata).length;
  const withTotem = read(middle.kumata, (table) => {
    const { playable } = table.view().scene;
    return playable.flatMap(({ piece }) =>
      table
        .targets(piece)
        .filter((target) => target.ways[0].extra)
        .map(({ cell }) => ({ piece, cell: String(cell) })),
    );
  });
  await pieceButton(page, withTotem[0].piece).click();
  const cells = withTotem.filter(({ piece }) => piece === withTotem[0].piece).map(({ cell }) => cell);
  const place = (await openPlaces(page)).find(({ cell }) => cells.includes(String(cell)));
  await page.mouse.move(place.x, place.y);
  const totem = page.locator(by("extra"));
  assert.equal(await totem.getAttribute("aria-pressed"), "false");
  await totem.click();
  assert.equal(await totem.getAttribute("aria-pressed"), "true");
  await page.locator(by("lay")).click();
  await page.waitForSelector(`${by("table")}:not([data-ply="${before}"])`);
  const laid = plies(await savedRecord(page))[before];
  assert.match(laid.what.en, /totem/);
});

const ownStoneCanBeTaken = (table) => {
  const { turn, scene } = table.view();
  return turn.seat === 0 && scene.playable.some(({ piece }) => scene.table.pieces.some(({ id }) => id === piece));
};

/** Opens a game of Rumis in its second sector; returns its plies and where the highest cube of each own stone is seen. */
async function openSecondSector(page) {
  const record = played("rumis", { options: { rules: "two-sector" }, enough: ownStoneCanBeTaken });
  await page.goto("/replay?test=hurry");
  await page.locator(by("record-text")).fill(record);
  await page.locator(by("open-record")).click();
  await page.waitForSelector(`${by("replay")}:has([data-ready=true])`);
  await page.keyboard.press("End");
  await page.locator(by("play-from-here")).click();
  await page.locator(by("go-on")).click();
  await myTurn(page);
  const stones = await page.evaluate(() => {
    const { stage, game } = window.tablee;
    const { table, playable } = game.view.scene;
    const mine = table.pieces.filter(({ id }) => playable.some(({ piece }) => piece === id));
    const highest = (solids) => solids.toSorted((a, b) => b.at[2] - a.at[2])[0].at;
    return mine.map(({ id, solids }) => ({ id, ...stage.screenOf(highest(solids).slice(0, 2).map(Math.floor)) }));
  });
  return { before: plies(record).length, stones };
}

/** A stone that was taken has been laid: it lies there once. */
async function checkTaken(page, taken, before) {
  await page.waitForSelector(`${by("table")}:not([data-ply="${before}"])`);
  const table = read(await savedRecord(page), (table) => ({
    ply: table.history(0)[before],
    pieces: table.view(before + 1).scene.table.pieces,
  }));
  assert.equal(table.ply.seat, 0);
  assert.equal(table.pieces.filter(({ id }) => id === taken).length, 1, "it lies there once");
}

browserTest("rumis: in the second sector a stone is taken off the building and laid", {}, async (page) => {
  const { before, stones } = await openSecondSector(page);
  // Some stand behind others: one of them is in sight.
  let taken = null;
  for (const { id, x, y } of stones) {
    await page.mouse.click(x, y);
    if ((await pieceButton(page, id).getAttribute("aria-pressed")) === "true") taken = id;
    if (taken) break;
  }
  assert(taken, "a stone was taken by pointing at it");
  const place = await pointAtPlace(page, dice(), [taken]);
  assert(place, "a place for it");
  await page.mouse.click(place.x, place.y);
  await checkTaken(page, taken, before);
});

browserTest("rumis: in the second sector a stone is dragged off the building to its place", {}, async (page) => {
  const { before, stones } = await openSecondSector(page);
  const dragging = page.locator(`${by("table")}[data-dragging]`);
  for (const { id, x, y } of stones) {
    await MOUSE.press(page, { x, y });
    await MOUSE.move(page, { x: x + 24, y: y - 24 });
    // What stands before a stone may be no stone of one's own: then the press turns the table.
    const isHeld =
      (await dragging.count()) > 0 && (await pieceButton(page, id).getAttribute("aria-pressed")) === "true";
    if (isHeld) {
      await MOUSE.move(page, await wherePieceFits(page, id, dice()));
      await MOUSE.release(page);
      return checkTaken(page, id, before);
    }
    await MOUSE.release(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
  }
  assert.fail("no stone could be dragged");
});

// A game whose second player holds nothing that fits.
const NOTHING_FITS = `tablee record 1
game dogcity
option players 2
option youngest 0,1
option cat_in_hand 2
set dogcity-house-1
seat 0 bot level1
seat 1 human Ada
0 chance +12
1 chance +19
2 chance +2
3 chance +7
4 chance +21
5 chance +31
6 chance +27
7 chance +33
8 0 2@0,0r0
9 chance +32
end
`;

browserTest(
  "dogcity: a player with nothing that fits exchanges the hand",
  { records: { mine: NOTHING_FITS } },
  async (page) => {
    await page.goto("/table/mine?test=hurry");
    await myTurn(page);
    assert.equal(await page.locator(`${by("piece")}:not([aria-disabled=true])`).count(), 0);
    assert.deepEqual(await page.$$eval(by("act"), (acts) => acts.map((act) => act.dataset.move)), ["swap", "pass"]);
    const before = await ply(page);
    await page.locator(`${by("act")}[data-move=swap]`).click();
    await page.waitForSelector(`${by("table")}:not([data-ply="${before}"])`);
    assert.equal(plies(await savedRecord(page))[before].mv, "swap");
  },
);

const bare = (table) => {
  const { board, pieces } = table.view().scene.table;
  return board.length === 0 && pieces.length === 0;
};
const openings = Object.fromEntries(
  GAMES.map((game) => [game, played(game, { enough: () => true })]).filter(([, record]) => read(record, bare)),
);
for (const game of Object.keys(openings))
  browserTest(`${game}: the first piece lies where one points`, { records: { mine: openings[game] } }, async (page) => {
    await page.goto("/table/mine?test=hurry");
    if (!(await myTurn(page))) return;
    const before = await ply(page);
    await page
      .locator(`${by("hand")} ${by("piece")}:not([aria-disabled=true])`)
      .first()
      .click();
    await page.waitForFunction(() => window.tablee.stage.stats().steady);
    for (const [x, y] of [
      [0.32, 0.42],
      [0.7, 0.55],
    ]) {
      const { width, height } = page.viewportSize();
      const at = { x: x * width, y: y * height };
      await page.mouse.move(at.x - 8, at.y);
      await page.mouse.move(at.x, at.y);
      await page.waitForFunction(({ x: px, y: py }) => {
        const { game: played, stage } = window.tablee;
        const picked = document.querySelector("[data-testid=hand] [aria-pressed=true]")?.dataset.piece;
        const solids = picked && played.targets(picked)[0].ways[0].solids;
        if (!solids) return false;
        const middle = [0, 1, 2].map((axis) => {
          const ends = solids.flatMap((solid) => [solid.at[axis], solid.at[axis] + solid.size[axis]]);
          return (Math.min(...ends) + Math.max(...ends)) / 2;
        });
        const seen = stage.screenOfPoint(middle);
        return Math.hypot(seen.x - px, seen.y - py) < 4;
      }, at);
    }
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForSelector(`${by("table")}:not([data-ply="${before}"])`);
  });
