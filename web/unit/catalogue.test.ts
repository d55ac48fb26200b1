// The games come from the catalogue: no source of the pages names one.

import { expect, test } from "vitest";
import { gameName, games } from "../src/engine/catalogue";
import { engine } from "./tables";

const sources: Record<string, string> = import.meta.glob(
  ["../src/**/*.{ts,svelte,css}", "!../src/engine/pkg/**", "../index.html", "../*.{js,mjs}", "../public/*.webmanifest"],
  { query: "?raw", import: "default", eager: true },
);

test("the list of the build is the list of the engine", () => {
  expect(games).toEqual(engine.catalogue());
  expect(games.map(({ id }) => gameName(id))).toEqual(games.map(({ name }) => name));
  expect(gameName("chess"), "a game that this page does not know").toBe("chess");
});

test("no source names a game", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  const names = games.flatMap(({ id, name }) => [id, name]);
  const naming = Object.entries(sources).flatMap(([path, source]) =>
    names.filter((name) => source.toLowerCase().includes(name.toLowerCase())).map((name) => `${path}: ${name}`),
  );
  expect(naming).toEqual([]);
});
