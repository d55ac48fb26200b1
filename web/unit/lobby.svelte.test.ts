// The list of the lobby: what enters it, changes and leaves it.

import { expect, test } from "vitest";
import type { Summary } from "../src/engine/pkg/tablee_wasm.js";
import { Lobby } from "../src/live/lobby.svelte";

const table = (id: string, changed: number, state: Summary["state"] = "open"): Summary => ({
  table: id,
  game: "rumis",
  options: {},
  state,
  host: { id: "anna", name: "Anna" },
  seats: [],
  clock: { kind: "none" },
  public: true,
  rated: false,
  opened: 0,
  changed,
});

test("tables enter, change and leave", () => {
  const lobby = new Lobby();
  const shown = (): string[] => lobby.open.map((open) => open.table);
  lobby.update([table("a", 1), table("b", 2)], true);
  expect(shown()).toEqual(["b", "a"]);
  lobby.update([table("a", 3), table("c", 4, "playing")], false);
  expect(shown()).toEqual(["a", "b"]);
  expect(lobby.playing.map((playing) => playing.table)).toEqual(["c"]);
  // One has ended, and one is no longer shown although it is open.
  lobby.update([table("c", 5, "over")], false);
  lobby.update([], false, ["a"]);
  expect([...shown(), ...lobby.playing]).toEqual(["b"]);
  lobby.update([table("d", 6)], true);
  expect(shown()).toEqual(["d"]);
});
