// Moves as players make them: with a mouse, a finger or a keyboard.

import assert from "node:assert/strict";
import { read } from "./engine.mjs";

export const by = (id) => `[data-testid=${id}]`;

/** Waits until it is a turn at this screen, or the game is over; returns whether it goes on. */
export async function myTurn(page) {
  await page.waitForSelector(`main:has([data-testid=stage][data-ready=true]):is([data-mine=true], [data-turn=over])`);
  return (await page.getAttribute(by("table"), "data-turn")) !== "over";
}

export const ply = async (page) => Number(await page.getAttribute(by("table"), "data-ply"));

const laidAfter = (page, before) => page.waitForSelector(`[data-testid=table]:not([data-ply="${before}"])`);

/** The record of the table that is open, as this browser remembers it. */
export function savedRecord(page) {
  return page.evaluate(() => localStorage.getItem(`tablee.table.${location.pathname.split("/").pop()}`));
}

/** The pieces that can be picked up now. */
const playable = (page) =>
  page.$$eval(`${by("hand")} ${by("piece")}:not([aria-disabled=true])`, (pieces) =>
    pieces.map((piece) => piece.dataset.piece),
  );

export const pieceButton = (page, piece) => page.locator(`${by("hand")} [data-piece="${piece}"]`);

/** Waits until the table is where it stays: one that grows makes room for the places of a picked piece. */
const steady = (page) => page.waitForFunction(() => window.tablee.stage.stats().steady);

/** The places where the picked piece fits, and where on the canvas they are; covered ones are left out. */
export async function openPlaces(page) {
  await page.locator(by("places")).waitFor({ state: "attached" });
  await steady(page);
  return page.evaluate(() => {
    const options = [...document.querySelectorAll("[data-testid=places] [role=option]")];
    const cells = options.map((option) => option.dataset.cell.split(",").map(Number));
    const places = cells.map((cell) => ({ cell, ...window.tablee.stage.screenOf(cell) }));
    return places.filter(({ x, y }) => document.elementFromPoint(x, y)?.tagName === "CANVAS");
  });
}

/** Whether the piece is shown at this cell now. */
const chosen = (page, cell) =>
  page.locator(`${by("places")} [aria-selected=true][data-cell="${cell.join(",")}"]`).count();

/** Goes through things from a place that the dice choose. */
function* fromAnywhere(things, roll) {
  const start = things.length > 0 ? roll(things.length) : 0;
  for (let step = 0; step < things.length; step++) yield things[(start + step) % things.length];
}

/** Picks pieces until the mouse finds a place for one on the canvas, and returns that place. */
export async function pointAtPlace(page, roll, pieces) {
  for (const piece of fromAnywhere(pieces ?? (await playable(page)), roll)) {
    await pieceButton(page, piece).click();
    if ((await page.locator(by("places")).count()) === 0) continue;
    for (const place of fromAnywhere(await openPlaces(page), roll)) {
      await page.mouse.move(place.x, place.y);
      if (await chosen(page, place.cell)) return place;
    }
  }
  return null;
}

/** One move with the mouse: on the table if any piece can be laid there, otherwise by a button. */
export async function moveByMouse(page, roll) {
  const before = await ply(page);
  const place = await pointAtPlace(page, roll);
  if (place) {
    if (roll(3) === 0) await page.mouse.wheel(0, 100);
    await page.mouse.click(place.x, place.y);
  } else await page.locator(by("act")).first().click();
  await laidAfter(page, before);
}

/** Where on the screen the middle of a piece would be if a move laid it. */
const middleOf = (page, piece, mv) =>
  page.evaluate(
    ([id, wanted]) => {
      const { game, stage } = window.tablee;
      const ways = game.targets(id).flatMap((target) => target.ways);
      const { solids } = ways.find((way) => way.mv === wanted);
      const middle = [0, 1, 2].map(
        (axis) => solids.reduce((sum, { at, size }) => sum + at[axis] + size[axis] / 2, 0) / solids.length,
      );
      return stage.screenOfPoint(middle);
    },
    [piece, mv],
  );

/** Where on the screen a piece would lie with one of its moves. */
export async function wherePieceFits(page, piece, roll) {
  const ways = await page.evaluate(
    (id) => window.tablee.game.targets(id).flatMap((target) => target.ways.map((way) => way.mv)),
    piece,
  );
  assert(ways.length > 0, "it fits somewhere");
  await steady(page);
  return middleOf(page, piece, ways[roll(ways.length)]);
}

/** One move by dragging a piece from the rack to where it fits, with the mouse or with a finger. */
export async function moveByDrag(page, roll, hand) {
  const before = await ply(page);
  for (const piece of fromAnywhere(await playable(page), roll)) {
    const ways = await page.evaluate(
      (id) => window.tablee.game.targets(id).flatMap((target) => target.ways.map((way) => way.mv)),
      piece,
    );
    if (ways.length === 0) continue;
    const mv = ways[roll(ways.length)];
    await pieceButton(page, piece).scrollIntoViewIfNeeded();
    const { x, y, width, height } = await pieceButton(page, piece).boundingBox();
    const from = { x: x + width / 2, y: y + height / 2 };
    await hand.press(page, from);
    await hand.move(page, { x: from.x, y: from.y - 60 });
    await steady(page);
    const to = await middleOf(page, piece, mv);
    await hand.move(page, { x: to.x, y: to.y + hand.below });
    await hand.release(page);
    return laidAfter(page, before);
  }
  await page.locator(by("act")).first().click();
  return laidAfter(page, before);
}

/** Drags with the mouse. */
export const MOUSE = {
  below: 0,
  press: async (page, { x, y }) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
  },
  move: (page, { x, y }) => page.mouse.move(x, y, { steps: 3 }),
  release: (page) => page.mouse.up(),
};

/** Drags with a finger; the page holds the piece this many pixels above it. */
export class Finger {
  below = 64;
  async press(page, at) {
    this.session ??= await page.context().newCDPSession(page);
    await this.#touch("touchStart", [at]);
  }
  move(page, at) {
    return this.#touch("touchMove", [at]);
  }
  release() {
    return this.#touch("touchEnd", []);
  }
  #touch(type, touchPoints) {
    return this.session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}

/** One move with a finger: the first tap shows the piece there, the second lays it. */
export async function moveByFinger(page, roll) {
  const before = await ply(page);
  for (const piece of fromAnywhere(await playable(page), roll)) {
    await pieceButton(page, piece).tap();
    if ((await page.locator(by("places")).count()) === 0) continue;
    const [place] = fromAnywhere(await openPlaces(page), roll);
    assert(place, "a place for a finger");
    await page.touchscreen.tap(place.x, place.y);
    await page.locator(by("lay")).waitFor();
    const [shown] = await page.$$eval(`${by("places")} [aria-selected=true]`, (options) =>
      options.map((option) => option.dataset.cell.split(",").map(Number)),
    );
    const again = await page.evaluate((cell) => window.tablee.stage.screenOf(cell), shown);
    await page.touchscreen.tap(again.x, again.y);
    return laidAfter(page, before);
  }
  await page.locator(by("act")).first().tap();
  return laidAfter(page, before);
}

/** Goes to a control with the tabulator alone. */
export async function tabTo(page, selector) {
  for (let presses = 0; presses < 150; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the tabulator never reaches ${selector}`);
}

/** One move with the keyboard. */
export async function moveByKeys(page, roll) {
  const before = await ply(page);
  const pieces = await playable(page);
  for (let number = 0; number < pieces.length; number++) {
    await page.keyboard.press("Shift+ArrowRight");
    if ((await page.locator(by("places")).count()) === 0) continue;
    const arrows = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];
    for (let steps = roll(4) + 1; steps > 0; steps--) await page.keyboard.press(arrows[roll(4)]);
    if (roll(2) === 0) await page.keyboard.press("r");
    await page.keyboard.press("Enter");
    return laidAfter(page, before);
  }
  await tabTo(page, by("act"));
  await page.keyboard.press("Enter");
  return laidAfter(page, before);
}

/** At the end: what the page shows is what the rules count, for the record that it kept. */
export async function checkFinalCount(page) {
  await page.waitForSelector(`${by("end")}[data-done=true]`);
  const record = await savedRecord(page);
  const { turn, scores, places } = read(record, (table) => table.view());
  assert.equal(turn.kind, "over");
  const figure = (text) => Number(text.replace("−", "-"));
  const shown = await page.$$eval(by("final"), (finals) =>
    finals.map((final) => [Number(final.dataset.seat), final.textContent]),
  );
  assert.equal(shown.length, scores.length);
  for (const [seat, text] of shown) assert.equal(figure(text), scores[seat], `the count of seat ${seat}`);
  const plaques = await page.$$eval(by("player"), (players) =>
    players.map((player) => [Number(player.dataset.seat), player.querySelector(".score").textContent]),
  );
  assert.equal(plaques.length, scores.length);
  for (const [seat, text] of plaques) assert.equal(figure(text), scores[seat], `the plaque of seat ${seat}`);
  const title = await page.locator("#end-title").innerText();
  const winners = places.filter((place) => place === 1).length;
  if (winners === 1) assert.match(title, places[0] === 1 ? /^You win/ : /^\p{L}+ wins/u);
  return { record, plies: read(record, (table) => table.history(0).length) };
}
