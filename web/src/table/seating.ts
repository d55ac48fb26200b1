// Who sits where around the table, and how large the pieces in each rack are. Everything is derived from the size of
// the window, so the first frame is right and the board never moves later.

import type { Seat } from "../engine/pkg/tablee_wasm.js";

/** A desktop or a laptop; a phone upright; a phone on its side. */
export type Shape = "desk" | "tall" | "low";
/** Where a rack lies. The rack in front lies at the bottom, on a phone on its side at the right. */
export type Side = "top" | "left" | "right" | "bottom";

/** The window, in pixels. `rem` is the size of text, which readers can enlarge. */
export interface Room {
  width: number;
  height: number;
  rem: number;
}

/** A grid of square slots. */
export interface Grid {
  slot: number;
  columns: number;
  rows: number;
  /** Between two slots. */
  gap: number;
}

export interface RackPlan {
  seat: Seat;
  side: Side;
  grid: Grid;
  /** The height that its slots have, in pixels, however many pieces are left. */
  high: number;
  /** While it is pointed at. */
  large: Grid;
  /** Whether its pieces are so small, or so many, that silhouettes do. */
  silhouette: boolean;
  /** Whether its plaque has room for name and points only. */
  slim: boolean;
}

export interface Seating {
  shape: Shape;
  /** The others, clockwise from the seat in front. */
  others: RackPlan[];
  front: RackPlan;
}

export interface Company {
  /** By seat: the number of places of its rack. */
  slots: readonly number[];
  /** By seat: how many of them have a piece; by default all. */
  held?: readonly number[];
  front: Seat;
  /** Whether pieces can be told apart by their shapes, so that silhouettes do where there is little room. */
  shapely?: boolean;
  /** Whether something lies beside the rack in front, such as a draw pile. */
  stock?: boolean;
  /** Whether a text takes the left side, as in a lesson. */
  textAtLeft?: boolean;
  /** Whether the rack in front is only looked at, and may be smaller. */
  watching?: boolean;
}

const GAP = 4;
/** How wide a tool is, in pixels. */
const TOOL = 46;
/** What every desktop can show, in pixels. */
const LEAST = 44;
/** The others' pieces at the top, and how much higher a rack may be while it is pointed at. */
const TOP = 56;
const GROWS = 18;
/** One's own pieces in two rows. */
const TWO_ROWS = 64;

/** How much so many slots in a row take. */
const extent = (slots: number, { slot, gap }: Grid): number => Math.max(0, slots * (slot + gap) - gap);
export const widthOf = (grid: Grid): number => extent(grid.columns, grid);
export const heightOf = (grid: Grid): number => extent(grid.rows, grid);

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The largest slots, up to `most`, with which so many fit into a box. */
export function fit(slots: number, width: number, height: number, most: number, gap = GAP): Grid {
  let best: Grid = { slot: 0, columns: 1, rows: 1, gap };
  const count = Math.max(1, slots);
  for (let rows = 1; rows <= count; rows++) {
    const columns = Math.ceil(count / rows);
    const room = Math.min((width + gap) / columns, (height + gap) / rows) - gap;
    const slot = Math.floor(clamp(room, 4, most));
    if (slot > best.slot) best = { slot, columns, rows, gap };
  }
  return best;
}

/** Which tools there is room for beside the title. The others are in the menu. */
export function toolsFor(
  { width, rem }: Room,
  shape: Shape,
  more = 0,
): { hint: boolean; top: boolean; layers: boolean } {
  const fits = shape === "desk" ? Infinity : Math.floor((width - 7.6 * rem) / TOOL) - more;
  return { hint: fits >= 4, top: fits >= 5, layers: fits >= 6 };
}

export function shapeOf({ width, height, rem }: Room): Shape {
  const text = rem / 16;
  if (width <= 820 * text && height > width) return "tall";
  return height < 480 * text && width > height ? "low" : "desk";
}

export function seatingFor(room: Room, company: Company): Seating {
  const shape = shapeOf(room);
  const { slots, front } = company;
  const others = slots.map((_, step) => (front + step) % slots.length).slice(1);
  if (shape === "tall") return tall(room, company, others);
  if (shape === "low") return low(room, company, others);
  return desk(room, company, others);
}

const most = (slots: readonly number[], seats: readonly Seat[]): number =>
  Math.max(1, ...seats.map((seat) => slots[seat] ?? 0));

/** Six hands of many pieces, and very small ones. */
const isSilhouette = (grid: Grid, { slots, shapely = false }: Company): boolean =>
  shapely && (grid.slot < 34 || (slots.length >= 5 && Math.max(...slots) > 8));

/** The others around the table: a column at each side, and one at the top if their number is odd. */
function sides(others: readonly Seat[], atTop: boolean, textAtLeft: boolean): Side[] {
  const top = atTop && others.length % 2 === 1 ? 1 : 0;
  const left = textAtLeft ? 0 : Math.ceil((others.length - top) / 2);
  return others.map((_, at) => (at < left ? "left" : at < left + top ? "top" : "right"));
}

function desk(room: Room, company: Company, others: readonly Seat[]): Seating {
  const { width, rem } = room;
  const { slots, textAtLeft = false } = company;
  const front = deskFront(room, company);
  // Between the title and the tools.
  const topWidth = width - 2 * 21.5 * rem - 13 * rem;
  const topCount = most(slots, others);
  const oneRow = fit(topCount, topWidth, TOP, TOP);
  const topGrid = oneRow.slot >= LEAST ? oneRow : fit(topCount, topWidth, 2 * LEAST + GAP, LEAST);
  const where = sides(others, topWidth > 0 && topGrid.slot >= LEAST, textAtLeft);
  const frontHeight = heightOf(front.grid) + (company.watching ? 10.5 : 6.5) * rem;
  const plans = others.map((seat, at): RackPlan => {
    const side = where[at] ?? "right";
    const besides = others.filter((_, other) => where[other] === side);
    const { grid, slim } =
      side === "top" ? { grid: topGrid, slim: false } : sideRack(room, company, besides, frontHeight, side === "left");
    const across = side === "top" ? topWidth : widthOf(grid);
    const large = larger(grid, fit(topCount, across, heightOf(grid) + GROWS, 72));
    return { seat, side, grid, high: heightOf(grid), large, silhouette: isSilhouette(grid, company), slim };
  });
  return { shape: "desk", others: plans, front };
}

function deskFront({ width, height, rem }: Room, { slots, front, stock, watching }: Company): RackPlan {
  const cap = watching ? clamp(height * 0.09, 48, 84) : clamp(height * 0.15, 72, 120);
  const beside = 13 * rem + (stock ? 7.5 * rem : 0);
  const oneRow = fit(slots[front] ?? 0, width - 3 * rem - beside, cap, cap);
  // Many pieces on a small screen lie in two rows.
  const twoRows = fit(
    slots[front] ?? 0,
    width - 3 * rem - beside,
    Math.min(2 * TWO_ROWS + GAP, height * 0.24),
    TWO_ROWS,
  );
  const grid = oneRow.slot < 48 && !watching ? larger(oneRow, twoRows) : oneRow;
  return { seat: front, side: "bottom", grid, high: heightOf(grid), large: grid, silhouette: false, slim: false };
}

/** All racks of a side have slots of one size. Where there is little room, slots come first, and plaques are slim. */
function sideRack(
  { width, height, rem }: Room,
  { slots, shapely = false }: Company,
  seats: readonly Seat[],
  frontHeight: number,
  atLeft: boolean,
): { grid: Grid; slim: boolean } {
  const count = most(slots, seats);
  const silhouettes = shapely && slots.length >= 5;
  // Large hands are not so large that no room is left for the list of moves.
  const cap = seats.length > 1 || count > 4 ? clamp(height * 0.05, 48, 64) : 64;
  const fitted = (above: number, plaque: number): Grid => {
    const each = (height - above * rem - frontHeight) / seats.length - plaque * rem;
    let across = 9.5 * rem;
    let grid = fit(count, across, each, cap);
    while (grid.slot < LEAST && across < width * 0.23) {
      across += rem;
      grid = fit(count, across, each, cap);
    }
    return grid;
  };
  if (seats.length === 1) return { grid: fitted(4.5, 6.4), slim: false };
  // With a few lines of the list of moves above, or its heading alone; at the left there is no list.
  for (const above of [12.5, 8.4]) {
    const grid = fitted(above, 6.4);
    if (grid.slot >= (silhouettes ? 38 : LEAST)) return { grid, slim: false };
  }
  return { grid: fitted(atLeft ? 6 : 8.4, 5.5), slim: true };
}

/** A rack that is pointed at covers neither the board nor a neighbour: it grows only as far as its margins go. */
const larger = (grid: Grid, large: Grid): Grid => (large.slot > grid.slot ? large : grid);

/** How many racks of others lie side by side on a phone upright. */
export const perRow = (others: number): number => Math.max(1, others > 3 ? Math.ceil(others / 2) : others);

function tall(room: Room, company: Company, others: readonly Seat[]): Seating {
  const { slots, front, stock, watching } = company;
  const { width, height, rem } = room;
  const count = most(slots, others);
  const across = (width - 1.2 * rem - (stock ? 4.6 * rem : 0)) / perRow(others.length) - 1.1 * rem;
  const rows = others.length > 3 ? 0.078 : others.length > 1 ? 0.11 : 0.12;
  const cap = others.length === 1 ? 60 : 48;
  const high = heightOf(fit(count, across, height * rows, cap, 2));
  // Gaps are left out: what remains has all the room.
  const left = company.held ? most(company.held, others) : count;
  const grid = fit(left, across, high, cap, 2);
  // Small ones grow over the rack in front, where they hide no place on the board.
  const large = grid.slot < 40 ? larger(grid, fit(left, width - 2.5 * rem, height * 0.2, 72)) : grid;
  const plans = others.map((seat): RackPlan => ({
    seat,
    side: "top",
    grid,
    high,
    large,
    silhouette: isSilhouette(grid, company),
    slim: true,
  }));
  const own = fit(slots[front] ?? 0, width - 2.4 * rem, height * (watching ? 0.09 : 0.165), watching ? 60 : 100);
  return {
    shape: "tall",
    others: plans,
    front: { seat: front, side: "bottom", grid: own, high: heightOf(own), large: own, silhouette: false, slim: true },
  };
}

function low(room: Room, company: Company, others: readonly Seat[]): Seating {
  const { slots, front, stock, watching, textAtLeft } = company;
  const { width, height, rem } = room;
  const count = most(slots, others);
  const each = (height - (stock ? 6.8 : 3.6) * rem) / Math.max(1, others.length);
  // Below a text there is one row.
  const grid = textAtLeft
    ? fit(count, 14.4 * rem, Math.min(each, 48), 48, 2)
    : fit(count, 7.6 * rem, each - (others.length > 3 ? 2.9 : 4.1) * rem, 48, 2);
  const plans = others.map((seat): RackPlan => ({
    seat,
    side: "left",
    grid,
    high: heightOf(grid),
    large: grid,
    silhouette: isSilhouette(grid, company),
    slim: true,
  }));
  const own = fit(slots[front] ?? 0, clamp(width * 0.22, 96, 200), height - 7.2 * rem, watching ? 48 : 84);
  return {
    shape: "low",
    others: plans,
    front: { seat: front, side: "right", grid: own, high: heightOf(own), large: own, silhouette: false, slim: true },
  };
}
