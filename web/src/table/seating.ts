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
  /** Between two slots; below zero they overlap. */
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
  /** Whether its pieces are small, so that its plaque leaves them all the room there is: pressed, they grow. */
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
/** What every desktop shows, and what phones show before their plaques shrink, in pixels. */
const LEAST = 44;
const LEAST_ON_PHONE = 36;
/** Smaller pieces cannot be told apart: on a phone one hand lies open at a time then. */
const LEAST_TO_READ = 24;
/** The share of a slot without a piece: slots may overlap by it. */
const MARGIN = 0.06;
/** How much a rack grows when it is pointed at, and the least and most it grows to. */
const GROWN = { by: 1.35, least: 56, most: 88 };
/** Pressed on a phone. */
const PRESSED = 56;
/** Below this height, in pixels, a desktop has no room to spare. */
const LOW = 700;
/** One's own pieces on a desktop, if there is room. */
const OWN = 96;
/** The others' pieces at the top. */
const TOP = 56;
/** How much higher a rack at a side may be while it is pointed at: its neighbour's plaque stays in sight. */
const GROWS = 18;
const GROWS_SLIM = 10;
/** One's own pieces in two rows. */
const TWO_ROWS = 64;
/** How wide one's own plaque is where pieces need the room, in rem. */
const NARROW = 7.6;
/** What title, tools, and a plaque between them take, in rem; and where pieces need the room. */
const BAR = { wide: 21.5 + 21.5 + 13, narrow: 10 + 21.5 + 9 + 3 };

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

/** Five or six hands of many pieces. */
const isSilhouette = ({ slots, shapely = false }: Company): boolean =>
  shapely && slots.length >= 5 && Math.max(...slots) > 8;

/** The others around the table: a column at each side, and one at the top if their number is odd. */
function sides(others: readonly Seat[], atTop: boolean, textAtLeft: boolean): Side[] {
  const top = atTop && others.length % 2 === 1 ? 1 : 0;
  const left = textAtLeft ? 0 : Math.ceil((others.length - top) / 2);
  return others.map((_, at) => (at < left ? "left" : at < left + top ? "top" : "right"));
}

/** The rack at the top: in one row if that does, otherwise in two if the window is high. Null: there is no room. */
function topRack({ width, height, rem }: Room, count: number): { grid: Grid; across: number; slim: boolean } | null {
  for (const slim of [false, true]) {
    const across = width - (slim ? BAR.narrow : BAR.wide) * rem;
    const grid = fit(count, across, TOP, TOP);
    if (grid.slot >= LEAST) return { grid, across, slim };
  }
  const across = width - BAR.wide * rem;
  const grid = fit(count, across, 2 * LEAST + GAP, LEAST);
  return height >= LOW && across > 0 && grid.slot >= LEAST ? { grid, across, slim: false } : null;
}

function desk(room: Room, company: Company, others: readonly Seat[]): Seating {
  const { width, height, rem } = room;
  const { slots, textAtLeft = false } = company;
  const front = deskFront(room, company);
  const topCount = most(slots, others);
  const top = topRack(room, topCount);
  const where = sides(others, top !== null, textAtLeft);
  const frontHeight = heightOf(front.grid) + (company.watching ? 11.4 : 5.6) * rem;
  // A high rack at the top takes room from the sides.
  const higher = top && where.includes("top") ? Math.max(0, heightOf(top.grid) - 1.5 * rem) : 0;
  const sideHeight = height - higher - frontHeight;
  const plans = others.map((seat, at): RackPlan => {
    const side = where[at] ?? "right";
    const besides = others.filter((_, other) => where[other] === side);
    const plan =
      side === "top" && top
        ? { grid: top.grid, slim: top.slim, shared: false }
        : sideRack(room, company, besides, sideHeight, side === "left");
    const { grid } = plan;
    const cap = clamp(Math.round(grid.slot * GROWN.by), GROWN.least, GROWN.most);
    const across = side === "top" && top ? top.across : width * 0.38;
    // At the top it grows downwards, at a side towards the board: there only its own neighbours limit it.
    const high = side === "top" ? 2 * cap + GAP : heightOf(grid) + (plan.slim ? GROWS_SLIM : GROWS);
    return {
      ...{ seat, side, ...plan, high: heightOf(grid) },
      ...{ large: larger(grid, fit(topCount, across, high, cap)), silhouette: isSilhouette(company) },
    };
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
  const oneRow = slim ? closeRow(count, across(NARROW), cap) : wide;
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

/** One row in which slots overlap as far as no piece lies on another. */
function closeRow(count: number, width: number, most: number): Grid {
  const apart = fit(count, width, most, most);
  if (apart.slot >= most || count < 2) return apart;
  const slot = Math.floor(Math.min(most, width / (count - (count - 1) * MARGIN)));
  return { slot, columns: count, rows: 1, gap: Math.min(GAP, Math.floor((width - count * slot) / (count - 1))) };
}

/** What the parts of a side besides its slots take, in rem: the bar above it, and a list of moves or its heading. */
const ABOVE = { list: [20.5, 16, 12.5], foldedList: 8.4, none: 4.5 };
const PLAQUE = { full: 9.2, alone: 8.4, slim: 4.05 };

/**
 * All racks of a side have slots of one size. Where there is little room, slots come first, and plaques are slim.
 */
function sideRack(
  room: Room,
  { slots }: Company,
  seats: readonly Seat[],
  sideHeight: number,
  atLeft: boolean,
): Pick<RackPlan, "grid" | "slim" | "shared"> {
  const { width, height, rem } = room;
  const count = most(slots, seats);
  // One side may be wide if the other is not: the board is as high as the window allows anyway.
  const widest = width * (slots.length > 3 && height < LOW ? (atLeft ? 0.32 : 0.23) : 0.23);
  // Large hands are not so large that no room is left for the list of moves.
  const cap = seats.length > 1 || count > 4 ? clamp(height * 0.05, 48, 64) : 64;
  const fitted = (high: number): Grid => {
    let across = Math.max(9.5 * rem, width * 0.1);
    let grid = fit(count, across, high, cap);
    while (grid.slot < LEAST && across < widest) {
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
  return { grid: slim, slim: true, shared: false };
}

/** A rack that is pointed at grows, or stays as it is. */
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

/**
 * Everyone beside each other, with all their pieces. Where those would be too small to read, all plaques lie above one
 * open hand: that of the last one whose turn it was, or whose plaque was pressed.
 */
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
    return { side: "top", grid, high, large, silhouette: isSilhouette(company), slim: true, shared: false };
  };
  const columns = perRow(others.length, room, stock);
  const rows = others.length > 3 ? 0.078 : others.length > 1 ? 0.11 : 0.12;
  const across = free / columns - 1.1 * rem;
  const side = plan(across, height * rows, others.length === 1 ? 60 : 48);
  const smallest = fit(count, across, height * rows, 48, 2).slot;
  if (others.length === 1 || (smallest >= LEAST_ON_PHONE && !hasLargeText(room))) return side;
  // Slim plaques above slim racks, which together are as high as one open hand below all plaques.
  const highest = (height * 0.105) / Math.ceil(others.length / columns);
  const slim = plan(across, clamp(highest, 36, 92), LEAST);
  if (fit(count, across, clamp(highest, 36, 92), LEAST, 2).slot >= LEAST_TO_READ) return { ...slim, compact: "column" };
  return { ...plan(free - 1.1 * rem, clamp(height * 0.11, 56, 92), LEAST), shared: true, compact: "column" };
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

/** Everyone below each other at the left; where pieces would be too small to read, one hand lies open. */
function lowRack({ width, height, rem }: Room, company: Company, others: readonly Seat[]): Omit<RackPlan, "seat"> {
  const { slots, stock, textAtLeft } = company;
  const count = most(slots, others);
  const left = company.held ? most(company.held, others) : count;
  const free = height - (stock ? 6.8 : 3.6) * rem;
  const each = free / Math.max(1, others.length);
  const plan = (grid: Grid, large = grid): Omit<RackPlan, "seat"> => ({
    ...{ side: "left", grid, high: heightOf(grid), large: larger(grid, large) },
    ...{ silhouette: isSilhouette(company), slim: true, shared: false },
  });
  // Below a text there is one row.
  if (textAtLeft) return plan(fit(count, 14.4 * rem, Math.min(each, 48), 48, 2));
  const apart = fit(count, 7.6 * rem, each - 4.1 * rem, 48, 2);
  if (others.length <= 1 || apart.slot >= LEAST_ON_PHONE) return plan(apart);
  const large = fit(left, width * 0.48, 1.5 * PRESSED, PRESSED);
  const below = fit(left, 9.6 * rem, each - 4.1 * rem, LEAST, 2);
  if (below.slot >= LEAST_TO_READ) return { ...plan(below, large), compact: "column" };
  const beside = fit(left, 4.4 * rem, each - 0.9 * rem, LEAST, 1);
  if (beside.slot >= LEAST_TO_READ) return { ...plan(beside, large), compact: "row" };
  const plaques = Math.ceil(others.length / 2) * 3 * rem + rem;
  return { ...plan(fit(left, 9.2 * rem, free - plaques, LEAST, 2), large), shared: true, compact: "column" };
}
