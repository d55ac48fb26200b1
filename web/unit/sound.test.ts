// Sounds: what they are made of, and how many there may be.

import { beforeEach, expect, test, vi } from "vitest";
import palette from "../src/look/palette.json";
import { settings } from "../src/settings.svelte";
import { mayPlay, sounds } from "../src/sound";
import { lengthOf, materials, recipes, type Voice } from "../src/sound-recipes";

const laid = (material: string, height: number): Voice[] => recipes.laid({ material, height });
const fixed: Voice[][] = [
  recipes.picked(),
  recipes.drawn(),
  recipes.turn(),
  recipes.points(true),
  recipes.points(false),
  recipes.refused(),
  recipes.announced(),
  recipes.counted(),
  recipes.won(),
  recipes.lost(),
];
const all = [...fixed, ...materials.flatMap((material) => [0, 1, 4, 30].map((height) => laid(material, height)))];

/** The lowest tone, where it ends up. */
const pitchOf = (voices: Voice[]): number =>
  Math.max(...voices.filter(({ kind }) => kind === "tone").map(({ frequency, to = frequency }) => to));
const clickOf = (voices: Voice[]): number => voices.find(({ kind }) => kind === "noise")?.frequency ?? 0;

/** As loud as the voices could be together: each at its peak while it lasts. */
function loudest(voices: Voice[]): number {
  const at = (time: number): number =>
    voices
      .filter((voice) => voice.at <= time && time < voice.at + voice.attack + voice.decay)
      .reduce((sum, { gain }) => sum + gain, 0);
  return Math.max(...voices.map((voice) => at(voice.at)));
}

test("every finish of the palette has its own sound", () => {
  expect([...materials].sort()).toEqual(Object.keys(palette.finishes).sort());
  expect(new Set(materials.map((material) => JSON.stringify(laid(material, 0)))).size).toBe(materials.length);
  expect(laid("marble", 2), "an unknown one sounds like wood").toEqual(laid("bare wood", 2));
});

test.each(materials)("higher up, %s sounds brighter and hollower", (material) => {
  for (const height of [0, 1, 2, 3, 5]) {
    const [low, high] = [laid(material, height), laid(material, height + 1)];
    expect(pitchOf(high)).toBeGreaterThan(pitchOf(low));
    expect(clickOf(high)).toBeGreaterThan(clickOf(low));
  }
  const below = (voices: Voice[]): number => Math.min(...voices.map(({ frequency }) => frequency));
  expect(below(laid(material, 1)), "the tower answers").toBeLessThan(below(laid(material, 0)));
  expect(laid(material, 1000), "there is an end to it").toEqual(laid(material, 9));
  expect(laid(material, -1)).toEqual(laid(material, 0));
});

test("no sound can clip, none is too quiet, none is long", () => {
  for (const voices of all) {
    expect(loudest(voices)).toBeLessThan(0.95);
    expect(loudest(voices)).toBeGreaterThan(0.05);
    expect(lengthOf(voices)).toBeLessThan(1.7);
    for (const { frequency, to = frequency, at, attack, decay } of voices) {
      expect(Math.min(frequency, to)).toBeGreaterThan(60);
      expect(Math.max(frequency, to)).toBeLessThan(12_000);
      expect(Math.min(at + 1, attack, decay)).toBeGreaterThan(0);
    }
  }
});

test("a win and a loss, points won and lost, sound different", () => {
  expect(recipes.won()).not.toEqual(recipes.lost());
  expect(pitchOf(recipes.points(true))).toBeGreaterThan(pitchOf(recipes.points(false)));
});

test("sounds do not pile up", () => {
  const other = (name: string, begins: number, ends: number): { name: string; begins: number; ends: number } => ({
    name,
    begins,
    ends,
  });
  expect(mayPlay("drawn", 10, [])).toBe(true);
  expect(mayPlay("drawn", 10, [other("drawn", 9.99, 10.3)]), "the same at once").toBe(false);
  expect(mayPlay("drawn", 10, [other("drawn", 9.8, 10.3)]), "the same a bit later").toBe(true);
  expect(mayPlay("laid", 10, [other("drawn", 9.99, 10.3)]), "another at once").toBe(true);
  const many = ["a", "b", "c", "d", "e"].map((name) => other(name, 9.5, 10.5));
  expect(mayPlay("laid", 10, many), "too many at once").toBe(false);
  expect(mayPlay("laid", 11, many), "once they are over").toBe(true);
});

const made = vi.fn();
beforeEach(() => {
  made.mockReset();
  vi.stubGlobal("AudioContext", made);
  vi.stubGlobal("navigator", { ...navigator, userActivation: { hasBeenActive: false } });
});

test("silent while the setting is off, and before the page was touched", () => {
  vi.stubGlobal("navigator", { ...navigator, userActivation: { hasBeenActive: true } });
  for (const sound of Object.values(sounds)) sound();
  expect(made).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { ...navigator, userActivation: { hasBeenActive: false } });
  settings.sound = true;
  for (const sound of Object.values(sounds)) sound();
  settings.sound = false;
  expect(made).not.toHaveBeenCalled();
});
