// The plies of a game, as people follow them: whole turns, what was laid since one's own last turn, what a ply brought.

import type { Game } from "../engine/game.svelte";
import type { Departure, GameInfo, PlyView, Seat, Tabletop, View } from "../engine/pkg/tablee_wasm.js";

type Acting = Pick<PlyView, "seat">;

/** How many plies two histories have in common, from the first. */
export function commonPlies(
  before: readonly Pick<PlyView, "seat" | "mv">[],
  now: readonly Pick<PlyView, "seat" | "mv">[],
): number {
  const differs = before.findIndex(({ seat, mv }, at) => now[at]?.seat !== seat || now[at]?.mv !== mv);
  return differs < 0 ? before.length : differs;
}

/** The number of plies up to the last one of a seat; 0 if it has not moved yet. */
export function sinceTurnOf(history: readonly Acting[], own: Seat): number {
  return history.findLastIndex(({ seat }) => seat === own) + 1;
}

/** The number of plies before the last round of the table, in which no seat has two turns. */
export function beforeLastRound(history: readonly Acting[]): number {
  const seen = new Set<Seat>();
  let first = history.length;
  let turn: Seat | undefined;
  for (let at = history.length - 1; at >= 0; at--) {
    const seat = history[at]?.seat;
    if (seat === undefined) continue;
    if (seat !== turn && seen.has(seat)) break;
    seen.add(seat);
    turn = seat;
    first = at;
  }
  return first;
}

/** A piece that was laid lately, to be outlined in its seat's colour and numbered. */
export interface TrailMark {
  id: string;
  number: number;
  paint: string;
}

/**
 * The pieces that were laid after the first `from` plies and still lie on the table, numbered from 1. A piece that was
 * laid twice has the number of the last time.
 */
export function trailOf(
  history: readonly Pick<PlyView, "seat" | "piece">[],
  from: number,
  looks: readonly Pick<GameInfo["looks"][number], "paint">[],
  onTable: readonly { id: string }[],
): TrailMark[] {
  const lying = new Set(onTable.map(({ id }) => id));
  const laid = history.slice(from).filter(({ piece }) => piece !== undefined && lying.has(piece));
  const last = laid.filter(({ piece }, at) => laid.findLastIndex((other) => other.piece === piece) === at);
  return last.map(({ piece, seat }, at) => ({
    id: piece ?? "",
    number: at + 1,
    paint: looks[seat ?? -1]?.paint ?? "ink",
  }));
}

/** What a ply brought or cost a seat. */
export interface Gain {
  seat: Seat;
  points: number;
}

/** What a ply brought or cost: the mover first, then the others in the order of the seats. */
export function gainsOf({ seat, gains }: Pick<PlyView, "seat" | "gains">): Gain[] {
  const changed = gains.map((points, seat) => ({ seat, points })).filter(({ points }) => points !== 0);
  return changed.sort((a, b) => Number(b.seat === seat) - Number(a.seat === seat) || a.seat - b.seat);
}

/** A ply, its number from 0, and the draws that followed it. */
export interface Line {
  at: number;
  ply: PlyView;
  draws: PlyView[];
}

/** What a seat did in one turn. Without a seat: the draws before the first turn. */
export interface TurnLines {
  seat: Seat | null;
  lines: Line[];
}

/** Whether something was announced after a line, such as the end of a round: then a turn of its own follows. */
const isAnnounced = (line: Line | undefined): boolean =>
  line !== undefined && [line.ply, ...line.draws].some(({ announcements }) => announcements.length > 0);

/** The plies by turn, with the draws folded in. A round that ends also ends a turn. */
export function turnsOf(history: readonly PlyView[]): TurnLines[] {
  const turns: TurnLines[] = [];
  for (const [at, ply] of history.entries()) {
    const turn = turns.at(-1);
    const line = turn?.lines.at(-1);
    if (ply.seat === undefined && line) line.draws.push(ply);
    else if (turn && turn.seat === ply.seat && !isAnnounced(line)) turn.lines.push({ at, ply, draws: [] });
    else turns.push({ seat: ply.seat ?? null, lines: [{ at, ply, draws: [] }] });
  }
  return turns;
}

/** The players who left between a line and the next one. The first line also has those who left before it. */
export function departuresAt({ at, draws }: Line, departures: readonly Departure[]): Departure[] {
  const first = at === 0 ? 0 : at + 1;
  return departures.filter(({ after }) => first <= after && after <= at + 1 + draws.length);
}

/** The number of moves among the first `plies` plies; draws do not count. */
export function movesIn(history: readonly Acting[], plies = history.length): number {
  return history.slice(0, plies).filter(({ seat }) => seat !== undefined).length;
}

/** The ply to go to from another: right after the next move, or after the one before. Draws on the way go by. */
export function stepFrom(history: readonly Acting[], from: number, by: 1 | -1): number {
  const wanted = movesIn(history, from) + by;
  if (wanted <= 0) return 0;
  let moves = 0;
  const last = history.findIndex(({ seat }) => seat !== undefined && ++moves === wanted);
  return last < 0 ? history.length : last + 1;
}

/** A moment with another table: nothing can be played there. */
export function withTable(view: View, table: Tabletop | null): View {
  return table === null ? view : { ...view, scene: { ...view.scene, table, playable: [], acts: [], fresh: [] } };
}

/** A moment of the past: after the last ply of a round, its table still lies there. */
export function momentOf(game: Game, ply: number): View {
  return withTable(game.viewAt(ply), game.history[ply - 1]?.finished ?? null);
}

/** The end is a moment of its own, which says the same at more length: nothing of it is announced before the count. */
export function withoutEnd(plies: readonly PlyView[]): PlyView[] {
  return plies.map((ply, at) =>
    at === plies.length - 1
      ? { ...ply, announcements: ply.announcements.slice(0, -1).filter((each) => !each.after_count) }
      : ply,
  );
}
