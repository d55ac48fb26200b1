// The texts of the pages: each is used, and both languages have the same.

import { expect, test } from "vitest";
import { en } from "../src/words/en";
import { fr } from "../src/words/fr";

const files: Record<string, string> = import.meta.glob<string>(
  ["../src/**/*.{ts,svelte}", "!../src/engine/pkg/**", "!../src/words/{en,fr}/**"],
  { query: "?raw", import: "default", eager: true },
);
const sources: string = Object.values(files).join("\n");

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

/** A sign after a value that French sets apart with a no-break space: `${name}: ${points}`, {what}: {count}. */
function tightSigns(source: string): string[] {
  const markup = source.replaceAll(/<(script|style)[^]*?<\/\1>/gu, "");
  const inMarkup = markup === source ? [] : (markup.match(/\}[:;!?](?=[\s<{]).*/gu) ?? []);
  return [...inMarkup, ...(source.match(/`[^`]*\$\{[^`{}]*\}[:;!?](?=[\s`]).*/gu) ?? [])];
}

test("signs that French sets apart stand in the texts, not in templates", () => {
  expect(tightSigns("`${name}: ${points}`")).toHaveLength(1);
  expect(tightSigns("<script>let { a }: Props;</script><p>{what}: {count}</p>")).toHaveLength(1);
  expect(tightSigns("<script>let { a }: Props;</script><p>{what(x)}</p><style>a:hover{}</style>")).toEqual([]);
  // Errors for programmers, keys of maps, and a text that has both languages side by side.
  const apart = ["/stage/boxes.ts", "/table/rack-places.ts", "/live/api.ts"];
  const shown = Object.entries(files).filter(([file]) => !apart.some((name) => file.endsWith(name)));
  const found = shown.flatMap(([file, source]) => tightSigns(source).map((line) => `${file} ${line}`));
  expect(found).toEqual([]);
});
