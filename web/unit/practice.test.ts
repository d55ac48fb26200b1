// Practice: what makes a game not count, played by the real engine at a table of this page.

import { beforeEach, describe, expect, test } from "vitest";
import { games } from "../src/engine/catalogue";
import { LocalGame } from "../src/engine/game.svelte";
import { resultsHere } from "../src/engine/results";
import { savedTable } from "../src/engine/saved";
import { adoptSaved } from "../src/table/adopting";
import { LocalController } from "../src/table/local-controller.svelte";
import { showsDraws } from "../src/table/practice";
import { tableFrom } from "../src/table/start";
import { engine } from "./tables";

const BOT = "greedy";
const SEED = "7".repeat(64);
const drawing = games.filter(({ chance }) => chance).map(({ id }) => id);
const plain = games.filter(({ chance }) => !chance).map(({ id }) => id);

beforeEach(() => {
  for (const key of ["tablee.tables", "tablee.table.mine", "tablee.results"]) localStorage.removeItem(key);
});

function step(game: LocalGame): void {
  if (game.view.turn.kind === "chance") game.draw();
  else game.play(engine.think(game.record(), BOT, game.plies).mv);
}

/** A table where seat 0 is to move, after it has made `moves` moves. */
function tableOf(id: string, moves: number, bots = [undefined, "level1"] as (string | undefined)[]): LocalController {
  const players = bots.map((bot) => ({ name: "", bot }));
  const request = { game: id, options: {}, players, seed: SEED, setup: undefined, set: undefined };
  const game = new LocalGame(engine.LocalTable.begin(request));
  const mine = (): number => game.history.filter(({ seat }) => seat === 0).length;
  while (mine() < moves || game.seat !== 0) step(game);
  return new LocalController("mine", game);
}

async function playOut(controller: LocalController): Promise<void> {
  while (!controller.game.over) step(controller.game);
  controller.save();
  await controller.run();
}

test("an undo shows draws only if it goes back across one", () => {
  const history = [{ seat: 0 }, { seat: undefined }, { seat: 1 }, { seat: 0 }];
  expect([4, 3, 2, 1, 0].map((plies) => showsDraws(history, plies))).toEqual([false, false, false, true, true]);
});

describe.each(plain)("%s, without draws", (id) => {
  test("undo is free through the bot's moves, and the game counts", async () => {
    const controller = tableOf(id, 3);
    const before = controller.game.plies;
    controller.undo();
    expect(controller.game.plies).toBeLessThan(before);
    expect([controller.askingPractice, controller.practice]).toEqual([false, false]);
    await playOut(controller);
    expect(resultsHere()).toMatchObject([{ id: "mine", game: id, against: [1], practice: false }]);
  });
});

/** Goes on until an undo would undo a draw. */
function untilDraw(controller: LocalController): void {
  const { game } = controller;
  const crosses = (): boolean => {
    const last = game.history.findLastIndex(({ seat }) => seat === 0);
    return game.seat === 0 && last >= 0 && showsDraws(game.history, last);
  };
  while (!crosses()) step(game);
}

describe.each(drawing)("%s, with draws", (id) => {
  test("undo across a draw asks first, and changes nothing until the player agrees", () => {
    const controller = tableOf(id, 1);
    untilDraw(controller);
    const before = controller.game.plies;
    controller.undo();
    expect([controller.askingPractice, controller.practice, controller.game.plies]).toEqual([true, false, before]);
    controller.undoAsPractice();
    expect([controller.askingPractice, controller.practice]).toEqual([false, true]);
    expect(controller.game.plies).toBeLessThan(before);
  });

  test("practice is remembered, not asked about again, and its result does not count", async () => {
    const first = tableOf(id, 1);
    untilDraw(first);
    first.undo();
    first.undoAsPractice();
    expect(savedTable("mine")?.practice).toBe(true);
    const again = new LocalController("mine", first.game);
    expect(again.practice).toBe(true);
    untilDraw(again);
    again.undo();
    expect(again.askingPractice).toBe(false);
    await playOut(again);
    expect(resultsHere()).toMatchObject([{ id: "mine", practice: true }]);
  });

  test("a game that is over keeps its result, whatever is undone", async () => {
    const controller = tableOf(id, 1);
    await playOut(controller);
    const [result] = resultsHere();
    expect(result).toMatchObject({ practice: false });
    controller.undo();
    expect(controller.askingPractice).toBe(false);
    await playOut(controller);
    expect(resultsHere()).toEqual([result]);
  });

  test("several people at one screen never go back across a draw, and no one's result is kept", async () => {
    const controller = tableOf(id, 1, [undefined, undefined]);
    while (controller.game.history.at(-1)?.seat !== undefined) step(controller.game);
    expect(controller.canUndo).toBe(false);
    await playOut(controller);
    expect(resultsHere()).toEqual([]);
  });
});

test("a game that begins from a replay is practice", async () => {
  const [id = ""] = drawing;
  const table = await tableFrom(tableOf(id, 2).game.record());
  expect(savedTable(table)?.practice).toBe(true);
});

test("finished tables of earlier versions become results, once", async () => {
  const [id = ""] = plain;
  const controller = tableOf(id, 1);
  await playOut(controller);
  const [known] = resultsHere();
  localStorage.removeItem("tablee.results");
  adoptSaved(engine);
  expect(resultsHere()).toEqual([{ ...known, when: savedTable("mine")?.when }]);
  localStorage.removeItem("tablee.tables");
  adoptSaved(engine);
  expect(resultsHere()).toHaveLength(1);
});

test("a finished table that is opened again adds no result", async () => {
  const [id = ""] = plain;
  const controller = tableOf(id, 1);
  await playOut(controller);
  localStorage.removeItem("tablee.results");
  await new LocalController("mine", controller.game).run();
  expect(resultsHere()).toEqual([]);
});
