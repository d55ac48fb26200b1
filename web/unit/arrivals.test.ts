// Who sits down in a waiting room.

import { expect, test } from "vitest";
import type { Numbered } from "../src/engine/pkg/tablee_wasm.js";
import { arrivalsIn } from "../src/live/arrivals";

const sat = (who: object): Numbered => ({ v: 2, at: 2, is: "sat", seat: 1, who }) as unknown as Numbered;
const person = (id: string, name: string): object => ({ person: { id, name } });

test("the host hears of other people, not of bots, themselves or other events", () => {
  const left = { v: 3, at: 3, is: "left", seat: 1 } as unknown as Numbered;
  const events = [sat(person("ada", "Ada")), sat({ bot: "level2" }), left, sat(person("lea", "Léa"))];
  expect(arrivalsIn(events, "ada")).toEqual(["Léa"]);
});
