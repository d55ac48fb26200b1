// The count at the end, part by part, in the order in which the table counts.

import type { CountPart, Seat, SeatCount, Tabletop } from "../engine/pkg/tablee_wasm.js";

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

/** The pieces of the seat that is being counted. */
export function piecesOf(table: Tabletop, seat: Seat | undefined): string[] {
  return table.pieces.filter((piece) => seat !== undefined && piece.seat === seat).map(({ id }) => id);
}
