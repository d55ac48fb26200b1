// Texts about players: "you" for the reader, names for the others, and never a colour, a clan or an emblem.

import { afterEach, describe, expect, test } from "vitest";
import type { Text } from "../src/engine/pkg/tablee_wasm.js";
import { settings, type Lang } from "../src/settings.svelte";
import { nameInPicture } from "../src/table/names";
import { fr } from "../src/words/fr";
import { inSentence, say, w } from "../src/words/words.svelte";
import { engine } from "./tables";

afterEach(() => {
  settings.lang = "en";
});

const text = (en: string, fr: string): Text => ({ en, fr });
const drawn = text("⟦0|You draw|# draws⟧ the 5-3.", "⟦0|Vous tirez|# tire⟧ le 5-3.");
const won = text("Game over: ⟦0,2|# win|# win⟧", "Partie finie : ⟦0,2|# gagnez|# gagnent⟧");
const theirs = text("against ⟦1|your 3|#’s 3⟧", "contre ⟦1|votre 3|le 3 de #⟧");

/** The reader has one seat; the others are called Anne, Felix and Margot. */
const readBy =
  (reader: number | null) =>
  (seat: number): string =>
    seat === reader ? w().you : (["Anne", "Felix", "Margot"][seat] ?? "");

function said(text: Text, reader: number | null): string[] {
  return (["en", "fr"] satisfies Lang[]).map((lang) => {
    settings.lang = lang;
    return say(text, readBy(reader));
  });
}

describe("a text about players", () => {
  test("says you to the one it is about, and the name to others", () => {
    expect(said(drawn, 0)).toEqual(["You draw the 5-\u20603.", "Vous tirez le 5-\u20603."]);
    expect(said(drawn, 1)).toEqual(["Anne draws the 5-\u20603.", "Anne tire le 5-\u20603."]);
    expect(said(theirs, 1)).toEqual(["against your 3", "contre votre 3"]);
    expect(said(theirs, 0)).toEqual(["against Felix’s 3", "contre le 3 de Felix"]);
  });
  test("names several players, you first", () => {
    expect(said(won, 2)).toEqual(["Game over: you and Anne win", "Partie finie : vous et Anne gagnez"]);
    expect(said(won, null)).toEqual(["Game over: Anne and Margot win", "Partie finie : Anne et Margot gagnent"]);
  });
  test("elides in French, and has a true minus sign", () => {
    const text = { en: "at -2,0", fr: "le 3 ⟦0|à vous|de #⟧ en -2,0" };
    expect(said(text, 1)).toEqual(["at −2,0", "le 3 d’Anne en −2,0"]);
    expect(fr.piecesOf("Anne", false)).toBe("Pièces d’Anne");
  });
  test("takes no name for a slot", () => {
    expect(say(drawn, () => "$& #⟦0|a|b⟧")).toBe("$& #⟦0|a|b⟧ draws the 5-\u20603.");
  });
  test("has no line break within a domino", () => {
    expect(say(text("the 3-2 and the 10-4, -1", "le 3-2"))).toBe("the 3-\u20602 and the 10-\u20604, −1");
    const typed = "3-2:c4d4, 3-2+4, +3-1, 2026-11-19";
    expect(say(text(typed, typed)), "notation can be copied").toBe(typed);
  });
  test("is never shown with a slot", () => {
    expect(say(drawn)).toBe("Someone draws the 5-\u20603.");
  });
});

test("you is not a name inside a sentence", () => {
  expect([inSentence("You"), inSentence("Felix")]).toEqual(["you", "Felix"]);
});

describe("in every game", () => {
  /** All that is said in a game between two players: prompts, moves, announcements, notes. */
  function saidIn(game: string): { looks: Text[]; texts: Text[] } {
    const players = ["level1", "level1"].map((bot) => ({ name: "", bot }));
    const table = engine.LocalTable.begin({
      game,
      options: {},
      players,
      seed: "5".repeat(64),
      setup: undefined,
      set: undefined,
    });
    const texts: Text[] = [];
    for (let made = 0; table.view().turn.kind !== "over"; made++) {
      if (!table.draw()) table.play(engine.think(table.record(), "greedy", made).mv);
      const { scene } = table.view();
      texts.push(scene.todo, ...scene.table.hands.flatMap(({ notes }) => notes));
    }
    for (const { what, why, announcements } of table.history(0)) {
      texts.push(what, ...(why ? [why] : []));
      for (const { title, note } of announcements) texts.push(title, ...(note ? [note] : []));
    }
    return { looks: table.info().looks.map(({ name }) => name), texts };
  }

  test("players are named, and nobody by a colour, a clan or an emblem", () => {
    for (const { id } of engine.catalogue()) {
      const { looks, texts } = saidIn(id);
      for (const text of texts)
        for (const [at, words] of said(text, 0).entries()) {
          expect(words, id).not.toMatch(/[⟦⟧|#]/u);
          // A line of a board has a colour too.
          const plain = words
            .replaceAll(/red line|ligne rouge/gu, "")
            .toLowerCase()
            .split(/[^\p{L}]+/u);
          for (const look of looks) expect(plain, `${id}: ${words}`).not.toContain(at === 0 ? look.en : look.fr);
        }
    }
  });
});

test("a picture for others does not say you", () => {
  const players = [
    { name: "", bot: undefined },
    { name: "", bot: "level2" },
  ];
  const game = engine.catalogue()[0]?.id ?? "";
  const table = engine.LocalTable.begin({
    game,
    options: {},
    players,
    seed: "5".repeat(64),
    setup: undefined,
    set: undefined,
  });
  expect(nameInPicture(table.info(), 0, true)).toBe("Me");
  const named = { ...table.info(), players: [{ name: "Ada", bot: undefined }] };
  expect(nameInPicture(named, 0, true)).toBe("Ada");
});
