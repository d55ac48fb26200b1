// How a game at a shared table begins.

import { expect, test } from "vitest";
import type { ChairView, Numbered } from "../src/engine/pkg/tablee_wasm.js";
import { secondsUntil, startOf } from "../src/live/starting";
import { engine } from "./tables";

const chair = (who: ChairView["who"], ready?: boolean): ChairView => ({ who, ready }) as ChairView;
const ADA = { person: { id: "ada", name: "Ada" } };
const LEA = { person: { id: "lea", name: "Léa" } };
const BOT = { bot: "level2" };

test("a count-down shows whole seconds, and stops at zero", () => {
  expect([5000, 4001, 4000, 1, 0, -900].map((left) => secondsUntil(70_000 + left, 70_000))).toEqual([5, 5, 4, 1, 0, 0]);
});

test("empty seats are what is missing, whatever else there is", () => {
  const chairs = [chair(ADA, false), chair(undefined), chair(undefined)];
  expect(startOf({ chairs, begins: undefined })).toEqual({ is: "missing", players: 2 });
});

test("a full table counts down", () => {
  expect(startOf({ chairs: [chair(ADA), chair(LEA)], begins: 5000 })).toEqual({ is: "counting", begins: 5000 });
});

test("a person who asks to wait holds it, and people who have said nothing do not", () => {
  const chairs = [chair(ADA), chair(LEA, false), chair(BOT, false)];
  expect(startOf({ chairs, begins: undefined })).toEqual({ is: "held", seats: [1] });
});

test("one person with bots begins the game themselves", () => {
  expect(startOf({ chairs: [chair(ADA), chair(BOT)], begins: undefined })).toEqual({ is: "host" });
});

test("with the events of the server: the count-down begins, and a person who asks to wait holds it", () => {
  const by = (v: number, event: object): Numbered => ({ v, at: 1000 * v, ...event }) as Numbered;
  const terms = { clock: { kind: "none" }, public: true, rated: false, host: ADA.person, options: { players: "2" } };
  const table = engine.SharedTable.open("k3m9x2a7bqcd", [
    by(1, { is: "opened", game: "rumis", seats: 2, ...terms }),
    by(2, { is: "sat", seat: 0, who: ADA }),
    by(3, { is: "sat", seat: 1, who: LEA }),
    by(4, { is: "starting", begins: 9000 }),
  ]);
  expect(startOf(table.state())).toEqual({ is: "counting", begins: 9000 });
  table.apply([by(5, { is: "ready", seat: 1, yes: false })]);
  expect(startOf(table.state())).toEqual({ is: "held", seats: [1] });
  table.free();
});
