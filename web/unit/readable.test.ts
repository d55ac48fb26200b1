// Under the light on places that fit, everything that is printed or laid there can still be read: on every board, in
// every layout.

import { Color } from "three";
import { expect, test } from "vitest";
import { games } from "../src/engine/catalogue";
import type { Solid } from "../src/engine/pkg/tablee_wasm.js";
import { colourOf, LIGHT_INSIDE, OUTLINE, PALER, roomOf } from "../src/look/palette";
import { engine, gameAfter } from "./tables";

type Rgb = [number, number, number];

/** So far inside a cell is the line, as in the shader. */
const LINE = 0.055;
/** So much of the contrast stays under the light of a place, and of the chosen one; three to one is enough for signs. */
const STAYS = { offered: { share: 0.75, enough: 3 }, chosen: { share: 0.65, enough: 3 } };

const rgb = (colour: string): Rgb => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255) as Rgb;
const mixed = (a: Rgb, b: Rgb, share: number): Rgb => a.map((part, at) => part + ((b[at] ?? 0) - part) * share) as Rgb;

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** A colour under the light of a place, so far from the side of its cell. */
function lit(colour: Rgb, depth: number, chosen: boolean, dark: boolean): Rgb {
  const light = new Color(roomOf(dark).glow).lerp(new Color(OUTLINE.light), PALER);
  const inside = LIGHT_INSIDE.edge[1] * Math.exp(-LIGHT_INSIDE.falloff * Math.max(0, depth - LINE));
  return mixed(colour, rgb(`#${light.getHexString()}`), Math.min(1, inside + (chosen ? LIGHT_INSIDE.chosen : 0)));
}

/** What is printed on top of boxes: on what, in which ink, and how far its middle is from the side of its box. */
function printed(solids: readonly Solid[]): [paint: string, ink: string, depth: number][] {
  const found = new Map<string, [string, string, number]>();
  for (const { paint, size, marks } of solids)
    for (const { face, at, ink } of marks) {
      if (face !== "top") continue;
      const depth = Math.min(at[0], 1 - at[0], at[1], 1 - at[1]) * Math.min(size[0], size[1]);
      found.set(`${paint} ${ink} ${depth.toFixed(2)}`, [paint, ink, depth]);
    }
  return [...found.values()];
}

/** A game's options with each other board, layout or number of players. */
function variants(game: string): Record<string, string>[] {
  const usual = engine.optionForm(game, {}, "");
  const others = usual
    .filter(({ by_seat }) => !by_seat)
    .flatMap(({ name, choices }) =>
      choices.flatMap((choice) => (choice.refusal ? [] : [[name, choice.value] as const])),
    );
  return others.map(([name, value]) => {
    const settled = engine.optionForm(game, { [name]: value }, name);
    return Object.fromEntries(settled.map((field) => [field.name, field.value]));
  });
}

const tables = games.flatMap(({ id }) => variants(id).map((options) => [id, options] as const));

test("there are boards and layouts to look at", () => {
  expect(tables.length).toBeGreaterThan(12);
});

test.each(tables)("what is printed stays readable under the light of places: %s %o", (id, options) => {
  const { board, pieces } = gameAfter(id, 12, options).view.scene.table;
  for (const [paint, ink, depth] of printed([...board, ...pieces.flatMap(({ solids }) => solids)]))
    for (const dark of [false, true]) {
      const [ground, print] = [rgb(colourOf(paint, dark)), rgb(colourOf(ink, dark))];
      const bare = contrast(ground, print);
      for (const [how, { share, enough }] of Object.entries(STAYS)) {
        const under = (colour: Rgb) => lit(colour, depth, how === "chosen", dark);
        const seen = contrast(under(ground), under(print));
        expect(seen, `${ink} on ${paint}, ${how}`).toBeGreaterThan(Math.min(enough, share * bare) - 0.005);
      }
    }
});
