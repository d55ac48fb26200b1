// Scenes name paints and drawings; the palette and the drawings have every one of them.

import { Color, SRGBColorSpace } from "three";
import { expect, test } from "vitest";
import { games } from "../src/engine/catalogue";
import { drawingMarkup, drawingNames } from "../src/look/drawings";
import { colourOf, OUTLINE, outlineOf, paintNames } from "../src/look/palette";
import { dimmed } from "../src/stage/dimmed";
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

/** How bright a colour is, as the guidelines for accessible pages measure it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test.each(games.map(({ id }) => id))("places are outlined so that they are seen on every paint of %s", (id) => {
  const game = gameAfter(id, 30);
  const { board, pieces } = game.view.scene.table;
  const paints = valuesOf([board, pieces], ["paint"]);
  expect(paints.size).toBeGreaterThan(0);
  for (const paint of paints)
    for (const dark of [false, true]) {
      // One's own places, and those of each seat whose hand is pointed at.
      const others = game.info.looks.map((look) => outlineOf(look.paint, dark));
      for (const outline of [OUTLINE.light, ...others]) {
        const [light, deep] = [outline, OUTLINE.deep].map((line) => contrast(line, colourOf(paint, dark)));
        expect(Math.max(light ?? 0, deep ?? 0), `${outline} on ${paint}`).toBeGreaterThan(3);
      }
    }
});

test("the places of others have an outline only: no light of their colour lies on what is there", () => {
  const stage = Object.values(
    import.meta.glob<string>("../src/stage/stage.ts", { query: "?raw", import: "default", eager: true }),
  ).join("");
  expect(stage).toContain("faint = new Glow(0)");
});

test("a piece that does not fit is darker and paler, and keeps its hue", () => {
  const hsl = (colour: Color) => colour.getHSL({ h: 0, s: 0, l: 0 }, SRGBColorSpace);
  for (const paint of paintNames)
    for (const dark of [false, true]) {
      const [before, after] = [hsl(new Color(colourOf(paint, dark))), hsl(dimmed(new Color(colourOf(paint, dark))))];
      expect(after.l, paint).toBeLessThan(before.l);
      // A grey has no hue to keep.
      if (before.s < 0.05) continue;
      expect(after.s, paint).toBeLessThan(before.s);
      expect(Math.abs(after.h - before.h), paint).toBeLessThan(0.01);
    }
});
