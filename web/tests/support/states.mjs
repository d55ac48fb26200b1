// States of a table that a walk through the pages does not pass by: their records, addresses, and when each is ready.

import { GAMES, inTheMiddle, myTurnAfter, played } from "./engine.mjs";
import { by, MOUSE, myTurn, pieceButton } from "./moves.mjs";

/** A move of seat 0 that adds something to a piece and is announced to everyone. */
export function announced(table) {
  if (table.view().turn.seat !== 0) return null;
  for (const { piece } of table.view().scene.playable)
    for (const { cell, ways } of table.targets(piece)) {
      const mv = ways[0].extra?.mv;
      if (mv === undefined) continue;
      table.play(mv);
      const [announcement] = table.history(table.history(0).length - 1)[0].announcements;
      table.undo();
      // Where a text depends on who reads it, it has the words for the player on the seat first.
      const title = announcement?.title.en.replace(/⟦0\|([^|]*)\|[^⟧]*⟧/u, "$1");
      if (title?.startsWith("You ")) return { piece, cell: String(cell), title };
    }
  return null;
}

export const beforeTotem = played("kumata", { enough: (table) => announced(table) !== null });

/** Whether seat 0 is to take a stone off the table. */
const takes = (table) => {
  const { turn, scene } = table.view();
  return turn.seat === 0 && scene.table.hands[0].pieces.length === 0 && scene.playable.length > 0;
};

export const records = {
  totem: beforeTotem,
  fits: inTheMiddle("kumata"),
  empty: played(GAMES[2], { enough: myTurnAfter(0) }),
  sector: played("rumis", { options: { players: "2", rules: "two-sector" }, enough: takes }),
  six: played("rumis", { options: { players: "6" }, bot: "random", enough: myTurnAfter(18) }),
  whole: played("kumata"),
};

/** Picks up a piece that has a place, and shows it there. */
async function pickAndPlace(page) {
  await myTurn(page);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.locator(by("lay")).waitFor();
}

export const STATES = {
  announcement: [
    "/table/totem?test",
    async (page) => {
      await myTurn(page);
      const piece = await page.evaluate(() => window.tablee.game.view.scene.playable.map(({ piece }) => piece));
      for (const id of piece) {
        await pieceButton(page, id).click();
        for (const option of await page.locator(`${by("places")} [role=option]`).all()) {
          await option.dispatchEvent("click");
          if ((await page.locator(by("extra")).count()) > 0) break;
        }
        if ((await page.locator(by("extra")).count()) > 0) break;
      }
      await page.locator(by("extra")).click();
      await page.locator(by("lay")).click();
      await page.locator(by("announcement")).waitFor();
      await page.locator(by("announcement")).hover();
    },
  ],
  refusal: [
    "/table/fits",
    async (page) => {
      await myTurn(page);
      await page.keyboard.press("Shift+ArrowRight");
      await page.locator(by("places")).waitFor({ state: "attached" });
      const cells = await page.evaluate(() => {
        const fits = [...document.querySelectorAll("[data-testid=places] [role=option]")].map(
          (one) => one.dataset.cell,
        );
        const { board } = window.tablee.game.view.scene.table;
        const cells = board.map(({ at, size }) => [0, 1].map((axis) => Math.floor(at[axis] + size[axis] / 2)));
        const others = cells.filter((cell) => !fits.includes(cell.join(",")));
        return others.map((cell) => window.tablee.stage.screenOf(cell));
      });
      for (const { x, y } of cells) {
        await page.mouse.click(x, y);
        if ((await page.locator(by("refusal")).count()) > 0) return;
      }
      throw new Error("no place was refused");
    },
  ],
  hint: [
    "/table/fits",
    async (page) => {
      await myTurn(page);
      await page.keyboard.press("h");
      await page.locator(by("hint-panel")).waitFor();
    },
  ],
  coach: ["/play/cuminos?test=hurry&coach", (page) => page.locator(by("coach")).waitFor()],
  drag: [
    "/table/fits",
    async (page) => {
      await myTurn(page);
      const [piece] = await page.evaluate(() => window.tablee.game.view.scene.playable.map(({ piece }) => piece));
      const { x, y, width, height } = await pieceButton(page, piece).boundingBox();
      const from = { x: x + width / 2, y: y + height / 2 };
      await MOUSE.press(page, from);
      await MOUSE.move(page, { x: from.x, y: from.y - 80 });
      const to = await page.evaluate(
        (id) => window.tablee.stage.screenOf(window.tablee.game.targets(id)[0].cell),
        piece,
      );
      await MOUSE.move(page, to);
    },
  ],
  "looking-back": [
    "/table/fits",
    async (page) => {
      await myTurn(page);
      await page.keyboard.press(",");
      if ((await page.locator(by("looking-back")).count()) === 0)
        await page.locator(by("log")).getByRole("button").nth(3).click();
      await page.locator(by("looking-back")).waitFor();
    },
  ],
  "second-sector": ["/table/sector", pickAndPlace],
  "six-hands": ["/table/six", pickAndPlace],
  share: [
    "/table/whole",
    async (page) => {
      await page.waitForSelector(`${by("end")}[data-done=true]`);
      await page.locator(by("share")).click();
      await page.locator(`${by("share-picture")} canvas`).waitFor();
    },
  ],
  "empty-table": ["/table/empty", (page) => myTurn(page)],
  "counted-item": [
    "/table/fits",
    async (page) => {
      await myTurn(page);
      await page.locator(by("player-head")).first().click();
      await page
        .locator(`${by("count")} summary`)
        .first()
        .click();
      await page.locator(by("count-item")).first().hover();
    },
  ],
};
