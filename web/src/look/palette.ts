/**
 * The colours of everything that lies on a table, by the names that scenes use.
 *
 * Pieces are things: they keep their colours in the dark, where only the lamp is dimmer. So most paints have one
 * colour, and those that would drown on a dark page have a second.
 */

/** What a paint is like to the touch; see the shader of the boxes. */
interface Finish {
  /** How much of the wood's grain shows: 0 none, 1 bare wood. */
  grain: number;
  /** 0 a mirror, 1 chalk. */
  roughness: number;
}

const LACQUER: Finish = { grain: 0.22, roughness: 0.5 };
const BARE_WOOD: Finish = { grain: 1, roughness: 0.72 };
const PRINT: Finish = { grain: 0, roughness: 0.95 };

interface Paint {
  light: string;
  dark?: string;
  finish?: Finish;
}

const PAINTS: Record<string, Paint> = {
  // What all games share.
  wood: { light: "#d8bb8e", finish: BARE_WOOD },
  "wood-dark": { light: "#8a6440", finish: BARE_WOOD },
  totem: { light: "#c99e66", finish: { grain: 0.8, roughness: 0.6 } },
  paper: { light: "#f1e8d2", finish: PRINT },
  "paper-dark": { light: "#d5c6a6", finish: PRINT },
  line: { light: "#a58a63", finish: PRINT },
  "red-line": { light: "#b8402f", finish: PRINT },
  "blue-line": { light: "#35648f", finish: PRINT },
  ink: { light: "#2e2822", dark: "#2e2822", finish: PRINT },
  ivory: { light: "#fbf3e0", finish: PRINT },
  back: { light: "#6d6358", finish: LACQUER },

  // Colours that pieces are called by.
  yellow: { light: "#d9ac4f", finish: LACQUER },
  red: { light: "#bd5240", finish: LACQUER },
  blue: { light: "#4a77a3", dark: "#4a82b0", finish: LACQUER },
  green: { light: "#6a8f58", finish: LACQUER },
  violet: { light: "#80639c", dark: "#8d68a5", finish: LACQUER },
  orange: { light: "#d48344", finish: LACQUER },
  white: { light: "#f0e9dc", finish: LACQUER },
  black: { light: "#3a3632", dark: "#55504a", finish: LACQUER },
  brown: { light: "#7d5132", dark: "#8e6040", finish: LACQUER },
  grey: { light: "#8d8a86", finish: LACQUER },
  pink: { light: "#cf8290", finish: LACQUER },

  // Clans: as saturated as lacquer is, and their printed parcels pale.
  monkeys: { light: "#96613a", dark: "#a8714a", finish: LACQUER },
  snakes: { light: "#7a548e", dark: "#8d68a2", finish: LACQUER },
  toucans: { light: "#3b76a0", dark: "#4485aa", finish: LACQUER },
  tigers: { light: "#d5862b", finish: LACQUER },
  hippos: { light: "#b5566a", finish: LACQUER },
  crocodiles: { light: "#4f8350", finish: LACQUER },
  "monkeys-pale": { light: "#e6d3bb", finish: PRINT },
  "snakes-pale": { light: "#ded0e2", finish: PRINT },
  "toucans-pale": { light: "#c9dce3", finish: PRINT },
  "tigers-pale": { light: "#f5dfb4", finish: PRINT },
  "hippos-pale": { light: "#efd3d3", finish: PRINT },
  "crocodiles-pale": { light: "#d3e0c7", finish: PRINT },
};

const UNKNOWN: Paint = { light: "#9a9187" };

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
  return paintOf(paint).finish ?? LACQUER;
}

export function isPaint(name: string): boolean {
  return name in PAINTS;
}

/** The room around the table: what is behind everything, and the light in it. */
export interface Room {
  /** The table's surface far away: the same as the page, so that no edge is seen. */
  far: string;
  /** The table's surface under the lamp. */
  near: string;
  /** What shadows are tinted with. */
  shadow: string;
  /** Places that fit. */
  glow: string;
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
  near: "#f2ecdf",
  shadow: "#6b5238",
  glow: "#f0a31f",
  lit: "#fff6d8",
  sky: "#fff8ec",
  ground: "#b49a78",
  lamp: "#fff4e4",
  bright: { sky: 1.95, lamp: 2.15, fill: 0.35 },
};

const NIGHT: Room = {
  far: "#24211e",
  near: "#38332d",
  shadow: "#0b0907",
  glow: "#f4ad33",
  lit: "#ffe9b0",
  sky: "#d8cfc4",
  ground: "#75624f",
  lamp: "#ffe6c6",
  bright: { sky: 1.9, lamp: 1.65, fill: 0.35 },
};

export function roomOf(dark: boolean): Room {
  return dark ? NIGHT : DAY;
}
