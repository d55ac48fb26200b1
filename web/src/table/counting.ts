// The count at the end, part by part, in the order in which the table counts.

import type { CountItem, CountPart, Seat, SeatCount, Tabletop } from "../engine/pkg/tablee_wasm.js";

/** One line of the count. */
export interface CountLine {
  seat: Seat;
  part: CountPart;
}

/** What counts nothing is left out. */
export function countLines(counts: readonly SeatCount[]): CountLine[] {
  return counts.flatMap(({ seat, parts }) =>
    parts.filter(({ points }) => points !== 0).map((part) => ({ seat, part })),
  );
}

/** A seat's points in the first `told` lines. */
export function totalIn(lines: readonly CountLine[], told: number, seat: Seat): number {
  return lines.slice(0, told).reduce((sum, line) => sum + (line.seat === seat ? line.part.points : 0), 0);
}

/** Parts of the table, and pieces on it and in hands. */
export type Seen = Pick<CountItem, "areas" | "pieces">;
export const NOTHING: Seen = { areas: [], pieces: [] };

/** What a line counts. */
export function seenIn(part: CountPart | undefined): Seen {
  const items = part?.items ?? [];
  return { areas: items.flatMap(({ areas }) => areas), pieces: items.flatMap(({ pieces }) => pieces) };
}

/** The pieces of a seat on the table. */
export function piecesOf(table: Tabletop, seat: Seat): string[] {
  return table.pieces.filter((piece) => piece.seat === seat).map(({ id }) => id);
}
