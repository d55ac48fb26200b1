// Figures about results: totals, streaks, the best score, and the course of things.

import { levelOfResult, outcomeOf, type Outcome, type Result } from "./results";

export type Tally = Record<Outcome, number>;

export function tally(results: readonly Result[]): Tally {
  const sums: Tally = { won: 0, shared: 0, lost: 0 };
  for (const result of results) sums[outcomeOf(result)]++;
  return sums;
}

/** Results against one level of bots, with the same number of players. */
export interface Group extends Tally {
  level: number;
  seats: number;
}

/** Results by level and number of players, in that order; those without a level last. */
export function groups(results: readonly Result[]): Group[] {
  const found = new Map<string, Result[]>();
  for (const result of results) {
    const key = `${levelOfResult(result)} ${result.seats}`;
    found.set(key, [...(found.get(key) ?? []), result]);
  }
  const rank = (level: number): number => (level > 0 ? level : Infinity);
  return Array.from(found, ([key, same]) => {
    const [level = 0, seats = 0] = key.split(" ").map(Number);
    return { level, seats, ...tally(same) };
  }).sort((a, b) => rank(a.level) - rank(b.level) || b.level - a.level || a.seats - b.seats);
}

const inOrder = (results: readonly Result[]): Result[] => [...results].sort((a, b) => a.when - b.when);

/** The wins in a row: now, and at most. A shared win ends a streak. */
export function streaks(results: readonly Result[]): { now: number; longest: number } {
  let now = 0;
  let longest = 0;
  for (const result of inOrder(results)) {
    now = outcomeOf(result) === "won" ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return { now, longest };
}

/** The game in which the player had the most points; the first of several. */
export function bestGame(results: readonly Result[]): Result | undefined {
  return inOrder(results).reduce<Result | undefined>(
    (best, result) => (best === undefined || result.score > best.score ? result : best),
    undefined,
  );
}

export interface Point {
  result: Result;
  value: number;
}

/** After each game, the games won less the games lost. */
export function balance(results: readonly Result[]): Point[] {
  let value = 0;
  return inOrder(results).map((result) => {
    const outcome = outcomeOf(result);
    value += outcome === "won" ? 1 : outcome === "lost" ? -1 : 0;
    return { result, value };
  });
}

/** In each game, one's points less those of the best opponent. */
export const leads = (results: readonly Result[]): Point[] =>
  inOrder(results).map((result) => ({ result, value: result.score - result.best }));
