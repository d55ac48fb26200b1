// Who won: seats, or teams with the sum of their points.

import type { GameInfo, Seat, View } from "../engine/pkg/tablee_wasm.js";

/** A seat, or the seats of a team. */
export interface Side {
  seats: Seat[];
  total: number;
  /** The place of the whole side; 1 is the best. */
  place: number;
}

/** Whether the seats play in teams. */
export function hasTeams(looks: readonly Pick<GameInfo["looks"][number], "team">[]): boolean {
  return new Set(looks.map(({ team }) => team)).size < looks.length;
}

/** The sides of a game, the best first. */
export function sidesOf(
  looks: readonly Pick<GameInfo["looks"][number], "team">[],
  { scores, places }: Pick<View, "scores" | "places">,
): Side[] {
  const teams = [...new Set(looks.map(({ team }) => team))];
  const sides = teams.map((wanted) => {
    const seats = looks.flatMap(({ team }, seat) => (team === wanted ? [seat] : []));
    const total = seats.reduce((sum, seat) => sum + (scores[seat] ?? 0), 0);
    return { seats, total, place: Math.min(...seats.map((seat) => places[seat] ?? places.length)) };
  });
  // Places of teams are numbered as sides: two teams of two are 1st and 2nd, not 1st and 3rd.
  const better = (place: number): number => sides.filter((side) => side.place < place).length;
  return sides
    .map((side) => ({ ...side, place: better(side.place) + 1 }))
    .sort((a, b) => a.place - b.place || b.total - a.total);
}

/** Whether a side with more points than another has a worse place: its players left, and the points did not decide. */
export function contradictsPoints(sides: readonly Side[]): boolean {
  return sides.some((side) => sides.some((other) => side.place < other.place && side.total < other.total));
}

/**
 * How the best sides stand to each other: one has the most points, several have as many and one won by a further rule,
 * or they share the win.
 */
export function tieAmong(sides: readonly Side[]): "none" | "decided" | "shared" {
  const best = sides.filter(({ place }) => place === 1);
  if (best.length > 1) return "shared";
  const [winner] = best;
  return winner && sides.some((side) => side !== winner && side.total === winner.total) ? "decided" : "none";
}
