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
  /** Whether it shares a rack with the others of its side: all have their plaques there, and one hand lies open. */
  shared: boolean;
  /** Whether its pieces are so small that they only say what is left: pointed at or pressed, they grow. */
  compact?: "column" | "row";
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
/** What every desktop shows, and what phones show before hands share a rack, in pixels. */
const LEAST = 44;
const LEAST_ON_PHONE = 36;
/** The size of pieces that only say which ones are left; they grow when pointed at. */
const LEAST_TO_COUNT = 22;
const GROWN = 56;
/** Below this height, in pixels, a desktop has no room to spare. */
const LOW = 700;
/** One's own pieces on a desktop, if there is room. */
const OWN = 96;
/** The others' pieces at the top, and how much higher a rack may be while it is pointed at. */
const TOP = 56;
const GROWS = 18;
/** One's own pieces in two rows. */
const TWO_ROWS = 64;
/** How wide one's own plaque is where pieces need the room, in rem. */
const NARROW = 8;

/** The length that this many slots in a row take. */
const extent = (slots: number, { slot, gap }: Grid): number => Math.max(0, slots * (slot + gap) - gap);
export const widthOf = (grid: Grid): number => extent(grid.columns, grid);
export const heightOf = (grid: Grid): number => extent(grid.rows, grid);

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The largest slots, up to `most`, with which this many fit into a box. */
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

/** Whether readers have enlarged the text so far that the table is laid out for it. */
export const hasLargeText = ({ rem }: Room): boolean => rem > 20;

/** Whether there is room beside the board for the list of moves, folded or not; otherwise a tool opens it. */
export const movesBesideBoard = ({ width, height }: Room, shape: Shape): boolean =>
  shape === "desk" && width >= 1100 && height >= LOW;

/** Which tools there is room for beside the title. The others are in the menu. */
export function toolsFor(
  { width, rem }: Room,
  shape: Shape,
  more = 0,
): { hint: boolean; moves: boolean; top: boolean; layers: boolean } {
  const fits = shape === "desk" ? Infinity : Math.floor((width - 7.6 * rem) / TOOL) - more;
  return { hint: fits >= 4, moves: fits >= 5, top: fits >= 6, layers: fits >= 7 };
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
  // In a low window one row of small pieces leaves the board more room than two of larger ones.
  const isLow = room.height < LOW && oneRow.slot >= LEAST_TO_COUNT && oneRow.slot < LEAST;
  const topGrid = oneRow.slot >= LEAST || isLow ? oneRow : fit(topCount, topWidth, 2 * LEAST + GAP, LEAST);
  const where = sides(others, topWidth > 0 && (isLow || topGrid.slot >= LEAST), textAtLeft);
  const frontHeight = heightOf(front.grid) + (company.watching ? 11.4 : 5.6) * rem;
  // A high rack at the top takes room from the sides.
  const higher = where.includes("top") ? Math.max(0, heightOf(topGrid) - 1.5 * rem) : 0;
  const sideHeight = room.height - higher - frontHeight;
  const plans = others.map((seat, at): RackPlan => {
    const side = where[at] ?? "right";
    const besides = others.filter((_, other) => where[other] === side);
    const plan =
      side === "top"
        ? { grid: topGrid, slim: false, shared: false, ...(isLow && { compact: "column" as const }) }
        : sideRack(room, company, besides, sideHeight, side === "left");
    const { grid } = plan;
    const across = side === "top" ? topWidth : widthOf(grid);
    const large = plan.compact
      ? fit(topCount, side === "top" ? topWidth : width * 0.36, 2.4 * GROWN, GROWN)
      : fit(topCount, across, heightOf(grid) + GROWS, 72);
    const silhouette = isSilhouette(grid, company);
    return { seat, side, ...plan, high: heightOf(grid), large: larger(grid, large), silhouette };
  });
  return { shape: "desk", others: plans, front };
}

function deskFront({ width, height, rem }: Room, { slots, front, stock, watching }: Company): RackPlan {
  const cap = watching ? clamp(height * 0.09, 48, 84) : clamp(height * 0.15, OWN, 120);
  const count = slots[front] ?? 0;
  const across = (plaque: number): number => width - (3.5 + plaque + (stock ? 7.5 : 0)) * rem;
  const wide = fit(count, across(12), cap, cap);
  // Where the pieces would get too small, the plaque is narrow.
  const slim = wide.slot < OWN && !watching;
  const oneRow = slim ? fit(count, across(NARROW), cap, cap) : wide;
  // Many pieces on a small screen lie in two rows.
  const twoRows = fit(count, across(NARROW), Math.min(2 * TWO_ROWS + GAP, height * 0.24), TWO_ROWS);
  const grid = oneRow.slot < 48 && !watching ? larger(oneRow, twoRows) : oneRow;
  return {
    seat: front,
    side: "bottom",
    grid,
    high: heightOf(grid),
    large: grid,
    silhouette: false,
    slim,
    shared: false,
  };
}

/** What the parts of a side besides its slots take, in rem: the bar above it, and a list of moves or its heading. */
const ABOVE = { list: [20.5, 16, 12.5], foldedList: 8.4, none: 4.5 };
const PLAQUE = { full: 9.2, alone: 8.4, slim: 4.05, shared: 3 };

/**
 * All racks of a side have slots of one size. Where there is little room, slots come first: plaques are slim then, and
 * if that is not enough, pieces only say what is left, or one hand of the side lies open at a time.
 */
function sideRack(
  room: Room,
  { slots }: Company,
  seats: readonly Seat[],
  sideHeight: number,
  atLeft: boolean,
): Pick<RackPlan, "grid" | "slim" | "shared" | "compact"> {
  const { width, height, rem } = room;
  const count = most(slots, seats);
  // Large hands are not so large that no room is left for the list of moves.
  const cap = seats.length > 1 || count > 4 ? clamp(height * 0.05, 48, 64) : 64;
  const fitted = (high: number): Grid => {
    let across = Math.max(9.5 * rem, width * 0.1);
    let grid = fit(count, across, high, cap);
    while (grid.slot < LEAST && across < width * 0.23) {
      across += rem;
      grid = fit(count, across, high, cap);
    }
    return grid;
  };
  const each = (above: number, plaque: number): Grid =>
    fitted((sideHeight - above * rem) / seats.length - plaque * rem);
  const hasList = movesBesideBoard(room, "desk");
  const least = hasList && !atLeft ? ABOVE.foldedList : ABOVE.none;
  if (seats.length === 1) {
    const withList = each(ABOVE.list[0]!, PLAQUE.alone);
    return { grid: withList.slot >= LEAST ? withList : each(least, PLAQUE.alone), slim: false, shared: false };
  }
  // With some lines of the list of moves above, or its heading alone; at the left there is no list.
  for (const above of hasList ? [...ABOVE.list, ABOVE.foldedList] : [least])
    for (const [plaque, slim] of [[PLAQUE.full, false] as const, [PLAQUE.slim, true] as const]) {
      const grid = each(above, plaque);
      if (grid.slot >= LEAST) return { grid, slim, shared: false };
    }
  const slim = each(least, PLAQUE.slim);
  if (slim.slot >= LEAST) return { grid: slim, slim: true, shared: false };
  if (slim.slot >= LEAST_TO_COUNT) return { grid: slim, slim: true, shared: false, compact: "column" };
  const high = sideHeight - (least + 1.5 + seats.length * PLAQUE.shared) * rem;
  return { grid: larger(slim, fitted(high)), slim: true, shared: true };
}

/** A rack that is pointed at covers neither the board nor a neighbour: it grows only as far as its margins go. */
const larger = (grid: Grid, large: Grid): Grid => (large.slot > grid.slot ? large : grid);

/** How wide a plaque has to be for a name, in rem. */
const PLAQUE_WIDTH = 4.6;
/** What a stock takes beside them. */
const STOCK_WIDTH = 4.6;

/** How many plaques of others lie side by side on a phone upright. */
export function perRow(others: number, { width, rem }: Room, stock = false): number {
  // Large text is cut rather than that the board is pushed off the window.
  const fits = Math.floor((width - (1.2 + (stock ? STOCK_WIDTH : 0)) * rem) / (PLAQUE_WIDTH * Math.min(rem, 22)));
  return Math.max(1, fits >= others ? others : Math.min(fits, Math.ceil(others / 2)));
}

/** The plans of one side by rack: each has its own, or all share one. */
export function racksFor(plans: readonly RackPlan[]): [RackPlan, ...RackPlan[]][] {
  const [first, ...rest] = plans;
  return first?.shared ? [[first, ...rest]] : plans.map((plan) => [plan]);
}

function tall(room: Room, company: Company, others: readonly Seat[]): Seating {
  const { slots, front, watching } = company;
  const { width, height, rem } = room;
  const own = fit(
    slots[front] ?? 0,
    width - Math.max(38, 1.25 * rem),
    height * (watching ? 0.09 : 0.165),
    watching ? 60 : 100,
  );
  return {
    shape: "tall",
    others: others.map((seat) => ({ seat, ...tallRack(room, company, others) })),
    front: {
      ...{ seat: front, side: "bottom", grid: own, high: heightOf(own), large: own },
      ...{ silhouette: false, slim: true, shared: false },
    },
  };
}

/** Everyone beside each other, with all their pieces; where those would be too small, one hand below all plaques. */
function tallRack(room: Room, company: Company, others: readonly Seat[]): Omit<RackPlan, "seat"> {
  const { width, height, rem } = room;
  const { slots, stock } = company;
  const count = most(slots, others);
  // Gaps are left out: what remains has all the room.
  const left = company.held ? most(company.held, others) : count;
  const free = width - 1.2 * rem - (stock ? STOCK_WIDTH : 0) * rem;
  const plan = (across: number, most: number, cap: number): Omit<RackPlan, "seat"> => {
    const high = heightOf(fit(count, across, most, cap, 2));
    const grid = fit(left, across, high, cap, 2);
    // Small ones grow over the rack in front, where they hide no place on the board.
    const large = grid.slot < 40 ? larger(grid, fit(left, width - 2.5 * rem, height * 0.2, 72)) : grid;
    const silhouette = isSilhouette(grid, company);
    return { side: "top", grid, high, large, silhouette, slim: true, shared: false };
  };
  const rows = others.length > 3 ? 0.078 : others.length > 1 ? 0.11 : 0.12;
  const across = free / perRow(others.length, room, stock) - 1.1 * rem;
  const side = plan(across, height * rows, others.length === 1 ? 60 : 48);
  const smallest = fit(count, across, height * rows, 48, 2).slot;
  if (others.length === 1 || (smallest >= LEAST_ON_PHONE && !hasLargeText(room))) return side;
  // One slim row for everyone.
  return { ...plan(across, clamp(height * 0.064, 36, 56), LEAST), compact: "column" };
}

function low(room: Room, company: Company, others: readonly Seat[]): Seating {
  const { slots, front, watching } = company;
  const { width, height, rem } = room;
  const own = fit(slots[front] ?? 0, clamp(width * 0.22, 96, 200), height - 7.2 * rem, watching ? 48 : 84);
  return {
    shape: "low",
    others: others.map((seat) => ({ seat, ...lowRack(room, company, others) })),
    front: {
      ...{ seat: front, side: "right", grid: own, high: heightOf(own), large: own },
      ...{ silhouette: false, slim: true, shared: false },
    },
  };
}

/** Everyone below each other at the left; where pieces would be too small, beside their plaques. */
function lowRack({ width, height, rem }: Room, company: Company, others: readonly Seat[]): Omit<RackPlan, "seat"> {
  const { slots, stock, textAtLeft } = company;
  const count = most(slots, others);
  const left = company.held ? most(company.held, others) : count;
  const free = height - (stock ? 6.8 : 3.6) * rem;
  const each = free / Math.max(1, others.length);
  const plan = (grid: Grid, large = grid): Omit<RackPlan, "seat"> => ({
    ...{ side: "left", grid, high: heightOf(grid), large: larger(grid, large) },
    ...{ silhouette: isSilhouette(grid, company), slim: true, shared: false },
  });
  // Below a text there is one row.
  if (textAtLeft) return plan(fit(count, 14.4 * rem, Math.min(each, 48), 48, 2));
  const apart = fit(count, 7.6 * rem, each - 4.1 * rem, 48, 2);
  if (others.length <= 1 || apart.slot >= LEAST_ON_PHONE) return plan(apart);
  const large = fit(left, width * 0.48, 1.5 * GROWN, GROWN);
  const below = fit(left, 9.6 * rem, each - 4.1 * rem, LEAST, 2);
  if (below.slot >= LEAST_TO_COUNT) return { ...plan(below, large), compact: "column" };
  return { ...plan(fit(left, 4.4 * rem, each - 0.9 * rem, LEAST, 1), large), compact: "row" };
}
