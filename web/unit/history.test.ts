// The plies of a game as people follow them: the trail, turns, steps, and what a ply brought.

import { describe, expect, test } from "vitest";
import type { Departure, PlyView, Seat } from "../src/engine/pkg/tablee_wasm.js";
import {
  beforeLastRound,
  commonPlies,
  departuresAt,
  gainsOf,
  movesIn,
  sinceTurnOf,
  stepFrom,
  trailOf,
  turnsOf,
} from "../src/table/history";
import { engine, gameAfter } from "./tables";

/** A ply of a seat that lays a piece, or a draw: "0a" is seat 0 and piece a, "0" a pass, "+" a draw. */
function ply(text: string): PlyView {
  const seat = text[0] === "+" ? undefined : (Number(text[0]) as Seat);
  const words = { en: text, fr: text };
  return {
    seat,
    mv: text,
    what: words,
    piece: text.slice(1) || undefined,
    drawn: undefined,
    gains: [],
    why: undefined,
    announcements: [],
    finished: undefined,
  };
}
const plies = (text: string): PlyView[] => text.split(" ").map(ply);
const LOOKS = ["red", "blue", "green"].map((paint) => ({ paint }));
const lying = (ids: string): { id: string }[] => Array.from(ids, (id) => ({ id }));
const ids = (trail: readonly { id: string; number: number }[]): string =>
  trail.map(({ id, number }) => `${number}${id}`).join(" ");

describe("the trail", () => {
  test("is what the others laid since one's own last turn, numbered in order", () => {
    const history = plies("0a + 1b + 2c + 1d");
    const trail = trailOf(history, sinceTurnOf(history, 0), LOOKS, lying("abcd"));
    expect(trail).toEqual([
      { id: "b", number: 1, paint: "blue" },
      { id: "c", number: 2, paint: "green" },
      { id: "d", number: 3, paint: "blue" },
    ]);
  });
  test("begins with the game for someone who has not moved yet", () => {
    const history = plies("+ + 1b 2c");
    expect(ids(trailOf(history, sinceTurnOf(history, 0), LOOKS, lying("bc")))).toBe("1b 2c");
  });
  test("is empty after one's own turn", () => {
    const history = plies("1b 0a +");
    expect(trailOf(history, sinceTurnOf(history, 0), LOOKS, lying("ab"))).toEqual([]);
  });
  test("leaves out passes, and pieces that no longer lie there", () => {
    const history = plies("0a 1b 2 1c");
    expect(ids(trailOf(history, sinceTurnOf(history, 0), LOOKS, lying("ac")))).toBe("1c");
  });
  test("numbers a piece that was laid twice once, by the last time", () => {
    const history = plies("0a 1b 2c 1b");
    expect(ids(trailOf(history, 1, LOOKS, lying("abc")))).toBe("1c 2b");
  });
  test("has pieces of a real game that lie on the table", () => {
    for (const { id: game } of engine.catalogue()) {
      const { history, view, info } = gameAfter(game, 6);
      const trail = trailOf(history, beforeLastRound(history), info.looks, view.scene.table.pieces);
      expect(trail.length, game).toBeGreaterThan(0);
      expect(trail.map(({ number }) => number)).toEqual(trail.map((_, at) => at + 1));
    }
  });
});

describe("the last round of the table", () => {
  test("has every seat's last turn", () => {
    expect(beforeLastRound(plies("0a 1b 2c 0d 1e 2f"))).toBe(3);
  });
  test("keeps a turn of several plies together, with draws between them", () => {
    expect(beforeLastRound(plies("0a 1b 0c + 0d + 1e"))).toBe(2);
  });
  test("is the whole game at first", () => {
    expect(beforeLastRound(plies("+ + 0a 1b"))).toBe(2);
    expect(beforeLastRound([])).toBe(0);
  });
});

describe("turns", () => {
  test("fold draws into the ply before them", () => {
    const turns = turnsOf(plies("+ + 0a + 1b + 1c 0d"));
    const told = turns.map(({ seat, lines }) => [
      seat,
      lines.map(({ at, draws }) => `${at}${"+".repeat(draws.length)}`).join(" "),
    ]);
    expect(told).toEqual([
      [null, "0+"],
      [0, "2+"],
      [1, "4+ 6"],
      [0, "7"],
    ]);
  });
  test("end where something is announced, so that the next one has its emblem", () => {
    const announcement = { title: { en: "", fr: "" }, note: undefined, columns: [], rows: [], after_count: false };
    const history = plies("0a + 0b").map((ply, at) => (at === 0 ? { ...ply, announcements: [announcement] } : ply));
    expect(turnsOf(history).map(({ seat, lines }) => [seat, lines.length])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });
  test("are counted without draws", () => {
    const history = plies("+ 0a + 1b 0c");
    expect([movesIn(history), movesIn(history, 3), movesIn(history, 0)]).toEqual([3, 1, 0]);
  });
});

describe("steps", () => {
  const history = plies("+ + 0a + 1b +");
  test("go from move to move, over draws", () => {
    expect(stepFrom(history, 0, 1)).toBe(3);
    expect(stepFrom(history, 3, 1)).toBe(5);
    expect(stepFrom(history, 5, -1)).toBe(3);
    expect(stepFrom(history, 3, -1)).toBe(0);
    expect(stepFrom(history, 6, -1), "a draw after the last move goes by too").toBe(3);
  });
  test("end at both ends", () => {
    expect(stepFrom(history, 5, 1)).toBe(6);
    expect(stepFrom(history, 6, 1)).toBe(6);
    expect(stepFrom(history, 0, -1)).toBe(0);
  });
});

test("what a ply brought names the mover first, and nobody without a change", () => {
  expect(gainsOf({ seat: 2, gains: [-4, 0, 3] })).toEqual([
    { seat: 2, points: 3 },
    { seat: 0, points: -4 },
  ]);
  expect(gainsOf({ seat: undefined, gains: [0, 0] })).toEqual([]);
});

test("two histories agree up to the first difference", () => {
  expect(commonPlies(plies("0a 1b"), plies("0a 1b 0c"))).toBe(2);
  expect(commonPlies(plies("0a 1b 0c"), plies("0a 1d"))).toBe(1);
  expect(commonPlies(plies("0a 1b"), plies("0a"))).toBe(1);
  expect(commonPlies([], plies("0a"))).toBe(0);
});

describe("players who left", () => {
  test("stand after the line, or its draws, that came before", () => {
    const lines = turnsOf(plies("+ 0a + 1b 0c")).flatMap((turn) => turn.lines);
    const left = (after: number): Departure => ({ after, seat: 1, why: "resigned", bot: undefined });
    const at = (after: number): string =>
      lines
        .filter((line) => departuresAt(line, [left(after)]).length > 0)
        .map(({ ply }) => ply.mv)
        .join();
    expect([0, 1, 2, 3, 4, 5].map(at)).toEqual(["+", "+", "0a", "0a", "1b", "0c"]);
  });
});
