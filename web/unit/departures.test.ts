// Players who left before the end, as each reader is told.

import { afterEach, expect, test } from "vitest";
import type { Departure, How } from "../src/engine/pkg/tablee_wasm.js";
import { settings } from "../src/settings.svelte";
import { endWords } from "../src/table/departures";
import { w } from "../src/words/words.svelte";

afterEach(() => {
  settings.lang = "en";
});

const left = (seat: number, why: Departure["why"]): Departure => ({ seat, why }) as Departure;
const NAMES = ["Ada", "Léa", "Zoé"];
/** As the reader on a seat is told. */
const told = (how: How, departures: Departure[], reader: number): string =>
  endWords(how, departures, (seat) => (seat === reader ? w().you : (NAMES[seat] ?? "")));

test("the one who gave up is told so, and the others by name", () => {
  const gone = [left(1, "resigned")];
  expect([0, 1].map((reader) => told("resigned", gone, reader))).toEqual(["Léa resigned.", "You resigned."]);
  settings.lang = "fr";
  expect([0, 1].map((reader) => told("resigned", gone, reader))).toEqual(["Léa a abandonné.", "Vous avez abandonné."]);
});

test("several are named in order; each reads only of their own", () => {
  const gone = [left(2, "time"), left(1, "resigned")];
  expect(told("resigned", gone, 0)).toBe("Zoé ran out of time. Léa resigned.");
  expect(told("resigned", gone, 2)).toBe("You ran out of time.");
});

test("a player who came back has not left", () => {
  expect(told("resigned", [left(2, "away"), left(2, "back"), left(1, "resigned")], 2)).toBe("Léa resigned.");
});

test("a game that was played out or aborted names nobody", () => {
  expect(told("counted", [left(1, "resigned")], 0)).toBe(w().ended.counted);
  expect(told("aborted", [], 0)).toBe(w().ended.aborted);
});
