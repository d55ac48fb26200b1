// Scenes name paints and drawings; the palette and the drawings have every one of them.

import { expect, test } from "vitest";
import { games } from "../src/engine/catalogue";
import { drawingMarkup, drawingNames } from "../src/look/drawings";
import { paintNames } from "../src/look/palette";
import { pictureOfTable } from "../src/stage/picture";
import { gameAfter } from "./tables";

/** All values under these names, however deep. */
function valuesOf(thing: unknown, names: readonly string[], found = new Set<string>()): Set<string> {
  if (typeof thing !== "object" || thing === null) return found;
  for (const [name, value] of Object.entries(thing)) {
    if (names.includes(name) && typeof value === "string") found.add(value);
    else valuesOf(value, names, found);
  }
  return found;
}

test.each(games.map(({ id }) => id))("%s is drawn with what there is", (id) => {
  const game = gameAfter(id, 30);
  const seen = [game.info, ...Array.from({ length: game.plies + 1 }, (_, ply) => game.viewAt(ply).scene)];
  const paints = valuesOf(seen, ["paint", "ink"]);
  expect(paints.size).toBeGreaterThan(2);
  expect([...paints].filter((paint) => !paintNames.includes(paint))).toEqual([]);
  const drawings = [...valuesOf(seen, ["drawing", "emblem"])].filter((name) => !/^\d+$/.test(name));
  expect(drawings.filter((name) => !drawingNames.includes(name))).toEqual([]);
  for (const name of drawings) expect(drawingMarkup(name)).toContain("<path");
  expect(pictureOfTable(game.view.scene.table, { size: 100 })).toMatch(/^<svg/);
});
