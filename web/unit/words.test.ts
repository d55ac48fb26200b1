// The texts of the pages: each is used, and both languages have the same.

import { expect, test } from "vitest";
import { en } from "../src/words/en";
import { fr } from "../src/words/fr";

const sources: string = Object.values(
  import.meta.glob<string>(["../src/**/*.{ts,svelte}", "!../src/engine/pkg/**", "!../src/words/{en,fr}/**"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
).join("\n");

test("every text is used", () => {
  const unused = Object.keys(en).filter((key) => !new RegExp(`\\.${key}\\b`).test(sources));
  expect(unused).toEqual([]);
});

test("both languages have the same texts", () => {
  expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
  const kinds = (words: object): string[] =>
    Object.values(words)
      .map((text) => typeof text)
      .sort();
  expect(kinds(fr)).toEqual(kinds(en));
});
