// Moves as sentences, and what happens told in order: points, words, announcements.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Announcement, PlyView } from "../src/engine/pkg/tablee_wasm.js";
import { drawWords, effectWords } from "../src/table/effect-words";
import { withoutEnd } from "../src/table/history";
import { Happenings, stays } from "../src/table/happenings.svelte";
import { en } from "../src/words/en";
import { fr } from "../src/words/fr";
import { engine } from "./tables";

/** Every move of a game between bots. */
function movesOf(game: string): PlyView[] {
  const players = Array.from({ length: 2 }, () => ({ name: "", bot: "level1" }));
  const table = engine.LocalTable.begin({
    game,
    options: {},
    players,
    seed: "3".repeat(64),
    setup: undefined,
    set: undefined,
  });
  for (let made = 0; table.view().turn.kind !== "over"; made++)
    if (!table.draw()) table.play(engine.think(table.record(), "greedy", made).mv);
  return table.history(0).filter(({ seat }) => seat !== undefined);
}

describe("a move as a sentence", () => {
  test("has its name before it, and says the verb to 'you' in the second person", () => {
    expect(en.does("Margot", "lays the 3-2", false)).toBe("Margot lays the 3-2");
    expect(en.does("You", "lays the 3-2", true)).toBe("You lay the 3-2");
    expect(en.does("You", "passes", true)).toBe("You pass");
    expect(en.does("You", "exchanges the hand", true)).toBe("You exchange the hand");
    expect(en.advises("lays the 3-2")).toBe("lay the 3-2");
    expect(fr.does("Vous", "pose le 3-2", true)).toBe("Vous posez le 3-2");
    expect(fr.does("Vous", "échange sa main", true)).toBe("Vous échangez votre main");
    expect(fr.does("Vous", "fait une nouvelle pile", true)).toBe("Vous faites une nouvelle pile");
  });
  test("begins with a verb that has a second person, in every game and both languages", () => {
    for (const { id } of engine.catalogue())
      for (const { what } of movesOf(id)) {
        expect(en.does("You", what.en, true), id).not.toBe(en.does("You", what.en, false));
        expect(fr.does("Vous", what.fr, true), id).not.toBe(fr.does("Vous", what.fr, false));
      }
  });
});

test("what a move brought names the others, and says what for", () => {
  const why = { en: "second rank", fr: "deuxième rang" };
  const name = (seat: number): string => ["Ada", "Ben", "Cem"][seat] ?? "";
  expect(effectWords({ gains: [0, 6, -4], why }, 1, name)).toBe("+6, Cem −4: second rank");
  expect(effectWords({ gains: [0, 6, -4], why: undefined }, 1, name, true)).toBe("Ben +6, Cem −4");
  expect(effectWords({ gains: [0, 0, 0], why }, 1, name)).toBe("");
  const turned = { en: "the 2-0 is turned up", fr: "le 2-0 se découvre" };
  expect(drawWords({ gains: [0, 2, 0], why: turned }, name)).toBe("the 2-\u20600 is turned up: +2");
  expect(drawWords({ gains: [0, 0, 0], why: undefined }, name)).toBe("");
});

const headline = (en: string): Announcement => ({
  title: { en, fr: en },
  note: undefined,
  columns: [],
  rows: [],
  after_count: false,
});
const withTable = (en: string): Announcement => ({ ...headline(en), rows: [{ seat: 0, points: [1] }] });
const ply = (gains: number[], announcements: Announcement[] = [], seat: number | undefined = 0): PlyView => ({
  seat,
  mv: "x",
  what: { en: "lays x", fr: "pose x" },
  piece: seat === undefined ? undefined : "p",
  drawn: undefined,
  gains,
  why: undefined,
  announcements,
  finished: undefined,
});

test("nothing about the end is announced before the count, how a tie was decided included", () => {
  const tie = { ...headline("A tie: the totem decides"), after_count: true };
  const last = ply([0, 0], [headline("Your last totem"), tie, headline("Game over")]);
  const before = ply([0, 0], [headline("Round over")]);
  const told = withoutEnd([before, last]).map(({ announcements }) => announcements.map(({ title }) => title.en));
  expect(told).toEqual([["Round over"], ["Your last totem"]]);
});

let happenings: Happenings;
beforeEach(() => {
  vi.useFakeTimers();
  happenings = new Happenings();
});
afterEach(() => {
  happenings.clear();
  vi.useRealTimers();
});
const shown = (): string | undefined => happenings.announcement?.title.en;

test("points of a draw rise from what it turned up, and its words follow those of the move", () => {
  const draw: PlyView = { ...ply([2, 0]), seat: undefined, piece: undefined, drawn: "0:2-0" };
  const words = (told: PlyView): string => (told.seat === undefined ? "the 2-0 is turned up: +2" : "Felix −4");
  happenings.tell([ply([0, -4])], words);
  happenings.tell([draw], words);
  expect(happenings.risings.map(({ seat, points, piece }) => [seat, points, piece])).toEqual([
    [1, -4, "p"],
    [0, 2, "0:2-0"],
  ]);
  expect(happenings.caption).toMatchObject({ text: "Felix −4, then the 2-0 is turned up: +2", piece: "p" });
  vi.advanceTimersByTime(10_000);
  happenings.tell([draw], words);
  expect(happenings.caption).toMatchObject({ text: "The 2-0 is turned up: +2", piece: "0:2-0" });
});

describe("happenings", () => {
  test("announcements come one after another, and a table stays longer", () => {
    happenings.announce([headline("one"), withTable("two")]);
    expect(shown()).toBe("one");
    vi.advanceTimersByTime(stays(headline("one")));
    expect(shown()).toBe("two");
    vi.advanceTimersByTime(stays(headline("one")));
    expect(shown()).toBe("two");
    vi.advanceTimersByTime(stays(withTable("two")));
    expect(shown()).toBeUndefined();
  });
  test("skipping shows the next one; playing on shows none", () => {
    happenings.announce([headline("one"), headline("two"), headline("three")]);
    happenings.skip();
    expect(shown()).toBe("two");
    happenings.dismiss();
    expect(shown()).toBeUndefined();
  });
  test("bots wait until all is announced", async () => {
    const order: string[] = [];
    happenings.announce([headline("one"), headline("two")]);
    const waited = happenings.quiet().then(() => order.push("bot"));
    vi.advanceTimersByTime(stays(headline("one")));
    await Promise.resolve();
    order.push("two is up");
    vi.advanceTimersByTime(stays(headline("two")));
    await waited;
    expect(order).toEqual(["two is up", "bot"]);
  });
  test("an announcement that is pointed at stays", () => {
    happenings.announce([headline("one")]);
    happenings.hold(true);
    vi.advanceTimersByTime(60_000);
    expect(shown()).toBe("one");
    happenings.hold(false);
    vi.advanceTimersByTime(60_000);
    expect(shown()).toBeUndefined();
  });
  test("a ply makes points rise for every seat it changed, and says its words for a while", () => {
    happenings.tell([ply([3, -4, 0])], () => "+3, Ben −4");
    expect(happenings.risings.map(({ seat, points, piece }) => [seat, points, piece])).toEqual([
      [0, 3, "p"],
      [1, -4, "p"],
    ]);
    expect(happenings.caption).toMatchObject({ text: "+3, Ben −4", piece: "p" });
    happenings.arrived(happenings.risings[0]?.id ?? 0);
    expect(happenings.risings).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(happenings.caption).toBe(null);
  });
  test("many plies at once are not told one by one", () => {
    happenings.tell(
      Array.from({ length: 12 }, () => ply([1, 0], [headline("late")])),
      () => "x",
    );
    expect([happenings.risings.length, happenings.caption, happenings.announcement]).toEqual([0, null, null]);
  });
  test("many draws after a move do not keep its announcements from being told", () => {
    const draws = Array.from({ length: 15 }, () => ({ ...ply([0, 0]), seat: undefined, piece: undefined }));
    happenings.tell([ply([2, 0], [headline("the round ends")]), ...draws], () => "+2");
    expect([shown(), happenings.risings.length]).toEqual(["the round ends", 1]);
  });
  test("a pause ends early when someone hurries", async () => {
    const over = happenings.pause(60_000);
    expect(happenings.hurry()).toBe(true);
    await over;
    expect(happenings.hurry()).toBe(false);
  });
  test("what is cleared waits for nobody", async () => {
    happenings.announce([headline("one"), headline("two")]);
    const waits = Promise.all([happenings.quiet(), happenings.pause(60_000)]);
    happenings.clear();
    await waits;
    expect(shown()).toBeUndefined();
  });
});
