// What players are called.

import { afterEach, expect, test } from "vitest";
import { botNames, games } from "../src/engine/catalogue";
import type { GameInfo } from "../src/engine/pkg/tablee_wasm.js";
import { settings } from "../src/settings.svelte";
import { botLevel, botName, botTitle, lookName, nameInReplay, playerName } from "../src/table/names";
import { engine } from "./tables";

afterEach(() => {
  settings.lang = "en";
});

/** A game with as many seats as it may have. */
function infoOf(game: string, player: (seat: number) => { name: string; bot: string | undefined }): GameInfo {
  const players = engine.optionForm(game, {}, "").find(({ name }) => name === "players");
  const seats = Number(players?.choices.at(-1)?.value);
  const table = engine.LocalTable.begin({
    game,
    options: { players: String(seats) },
    players: Array.from({ length: seats }, (_, seat) => player(seat)),
    seed: "7".repeat(64),
    setup: undefined,
    set: undefined,
  });
  const info = table.info();
  table.free();
  return info;
}

const namesOf = (info: GameInfo): string[] => info.players.map((_, seat) => playerName(info, seat, 2));

test("the build has the engine's names, for every level and seat", () => {
  expect(botNames).toEqual(engine.botNames());
  expect(botNames.length).toBeGreaterThanOrEqual(Math.max(...games.map(({ levels }) => levels)));
  expect(new Set(botNames.flat()).size).toBe(botNames.flat().length);
});

test("a bot has the same name in both languages, and its level in the reader's", () => {
  const [name] = botNames[3] ?? [];
  expect(botName("level4", 0)).toBe(name);
  expect(botLevel("level4")).toBe("level 4");
  expect(botTitle("level4", 0)).toBe(`${name} (level 4)`);
  settings.lang = "fr";
  expect(botName("level4", 0)).toBe(name);
  expect(botLevel("level4")).toBe("niveau 4");
});

test("bots without a level keep their name, and a level without a seat is a kind of bot", () => {
  expect(botName("search:200", 1)).toBe("Bot (search:200)");
  expect(botLevel("search:200")).toBeNull();
  expect(botTitle("search:200", 1)).toBe("Bot (search:200)");
  expect(botName("level2")).toBe("Bots of level 2");
  expect(botName("level99", 1)).toBe("Bots of level 99");
});

test.each(games.map(({ id }) => id))("everyone at a table of %s has their own name", (id) => {
  for (const bot of ["level1", "level7", "greedy", undefined]) {
    const info = infoOf(id, () => ({ name: "", bot }));
    for (const lang of ["en", "fr"] as const) {
      settings.lang = lang;
      const names = namesOf(info);
      expect(new Set(names).size, names.join()).toBe(names.length);
      expect(names.filter((name) => /player|joueur/i.test(name) || /^\P{Lu}/u.test(name))).toEqual([]);
    }
  }
});

test("people are called by their names, and a person alone among bots is you", () => {
  const [first] = games;
  const info = infoOf(first?.id ?? "", (seat) =>
    seat === 0 ? { name: "Anna", bot: undefined } : { name: "", bot: "level2" },
  );
  expect(playerName(info, 0, 2)).toBe("Anna");
  expect(playerName(info, 0, 1)).toBe("You");
  settings.lang = "fr";
  expect(playerName(info, 0, 1)).toBe("Vous");
  expect(playerName(info, 1, 1)).toBe(botNames[1]?.[1]);
});

test.each(["Player 1", "Joueur 12", ""])("older records call people “%s”: their seat's look names them", (name) => {
  const [first] = games;
  const info = infoOf(first?.id ?? "", () => ({ name, bot: undefined }));
  expect(playerName(info, 1, 2)).toBe(lookName(info, 1));
  expect(
    playerName(
      infoOf(first?.id ?? "", () => ({ name: "Player X", bot: undefined })),
      1,
      2,
    ),
  ).toBe("Player X");
});

test("in a replay a person without a name, alone among bots, is you or someone, never a colour", () => {
  for (const { id } of games) {
    const alone = infoOf(id, (seat) => ({ name: "", bot: seat === 0 ? undefined : "level1" }));
    expect([nameInReplay(alone, 0, true), nameInReplay(alone, 0, false)]).toEqual(["You", "Someone"]);
    expect(nameInReplay(alone, 1, true)).toBe(botName("level1", 1));
    const named = infoOf(id, (seat) => ({ name: seat === 0 ? "Ada" : "", bot: seat === 0 ? undefined : "level1" }));
    expect(nameInReplay(named, 0, true)).toBe("Ada");
    const two = infoOf(id, () => ({ name: "", bot: undefined }));
    expect(nameInReplay(two, 0, true), "several have to be told apart").toBe(lookName(two, 0));
  }
});
