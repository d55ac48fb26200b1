/**
 * The colours of everything that lies on a table, by the names that scenes use.
 *
 * Pieces are things: they keep their colours in the dark, where only the lamp is dimmer. So most paints have one
 * colour, and those that would drown on a dark page have a second.
 *
 * The paints are in palette.json, which the server reads too: its pictures have the same colours (crates/picture).
 */

import palette from "./palette.json";

/** What a paint is like to the touch; see the shader of the boxes. */
interface Finish {
  /** How much of the wood's grain shows: 0 none, 1 bare wood. */
  grain: number;
  /** 0 a mirror, 1 chalk. */
  roughness: number;
}

interface Paint {
  light: string;
  dark?: string;
  /** The name of its finish. */
  finish: string;
}

const FINISHES: Record<string, Finish> = palette.finishes;
const PAINTS: Record<string, Paint> = palette.paints;

const LACQUER: Finish = palette.finishes.lacquer;
const UNKNOWN: Paint = { light: "#9a9187", finish: "lacquer" };

/** The names of all paints there are. */
export const paintNames: readonly string[] = Object.keys(PAINTS);

/** An unknown name is a mistake: an error in development, a neutral colour for players. */
function paintOf(name: string): Paint {
  const paint = PAINTS[name];
  if (paint) return paint;
  if (import.meta.env?.DEV) throw new Error(`the palette has no paint “${name}”`);
  return UNKNOWN;
}

/** The colour of a paint, as CSS writes it. */
export function colourOf(paint: string, dark = false): string {
  const { light, dark: darker } = paintOf(paint);
  return dark ? (darker ?? light) : light;
}

/** What a paint is like to the touch. */
export function finishOf(paint: string): Finish {
  return FINISHES[paintOf(paint).finish] ?? LACQUER;
}

/** The name of what a paint is like to the touch: a piece sounds like it too. */
export function finishName(paint: string): string {
  return paintOf(paint).finish;
}

export function isPaint(name: string): boolean {
  return name in PAINTS;
}

/** The room around the table: what is behind everything, and the light in it. */
export interface Room {
  /** The floor around the table: the same as the page. */
  far: string;
  /** The felt of the table, under the lamp and away from it. */
  felt: string;
  feltFar: string;
  /** The frame of the table, and the racks on it. */
  oak: string;
  /** What shadows are tinted with. */
  shadow: string;
  /** Places that fit. */
  glow: string;
  /** What is in the way of a piece. */
  blame: string;
  /** Edges of what is lit. */
  lit: string;
  sky: string;
  ground: string;
  lamp: string;
  /** How bright the sky, the lamp and the light from the other side are. */
  bright: { sky: number; lamp: number; fill: number };
}

const DAY: Room = {
  far: "#e9e2d5",
  ...palette.table,
  shadow: "#6b5238",
  glow: "#f0a31f",
  blame: "#e2321a",
  lit: "#fff6d8",
  sky: "#fff8ec",
  ground: "#b49a78",
  lamp: "#fff4e4",
  bright: { sky: 1.95, lamp: 2.15, fill: 0.35 },
};

const NIGHT: Room = {
  far: "#191614",
  felt: "#324940",
  feltFar: "#1f302a",
  oak: "#80593a",
  shadow: "#0b0907",
  glow: "#f4ad33",
  blame: "#ff6a50",
  lit: "#ffe9b0",
  sky: "#d8cfc4",
  ground: "#75624f",
  lamp: "#ffe6c6",
  bright: { sky: 1.9, lamp: 1.65, fill: 0.35 },
};

/** The two lines around an offered place: on any paint, one of them stands out. */
export const OUTLINE = { light: "#fff7db", deep: "#1a1208" };

/**
 * The light inside these lines: at the line, when it breathes out and in; how fast it fades inwards; and all over the
 * chosen place. What is printed or laid there stays readable under it (unit/readable.test.ts).
 */
export const LIGHT_INSIDE = { edge: [0.22, 0.36], falloff: 14, chosen: 0.07 } as const;

/** How much of the light line's colour is in that light. */
export const PALER = 0.4;

/** How much of a seat's colour is in the outlines of its places. */
const OWNER = 0.3;

/** The light line around places where the pieces of a seat could go: the line of all places, with its colour in it. */
export function outlineOf(paint: string, dark = false): string {
  const parts = [OUTLINE.light, colourOf(paint, dark)].map((colour) =>
    [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)),
  );
  const [light = [], owner = []] = parts;
  const mixed = light.map((part, at) => Math.round(part + OWNER * ((owner[at] ?? 0) - part)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

export function roomOf(dark: boolean): Room {
  return dark ? NIGHT : DAY;
}
