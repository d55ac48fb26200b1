// The score of a series, in words.

import { expect, test } from "vitest";
import type { ChairView } from "../src/engine/pkg/tablee_wasm.js";
import { seriesInWords } from "../src/live/series";

const chair = (id: string, name: string): ChairView => ({ who: { person: { id, name } } }) as ChairView;
const score = (person: string, wins: number) => ({ person, games: 3, wins, points: 70 });
const chairs = [chair("lea", "Léa"), chair("anna", "Anna"), { who: { bot: "level2" } } as ChairView];
const series = [score("lea", 1), score("anna", 2), score("gone", 3)];

test("who won most comes first, and only the people at this table are named", () => {
  const opened = { series: { number: 4, tables: [], score: [] } };
  expect(seriesInWords({ opened, chairs, series })).toBe("Anna\u00a02, Léa\u00a01");
});

test("a first game is no series", () => {
  expect(seriesInWords({ opened: {}, chairs, series })).toBe("");
});
