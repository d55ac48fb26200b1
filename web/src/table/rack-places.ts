// Which place of a rack a piece has. Pieces keep their places during a game: one that was played leaves a gap, and one
// that is drawn fills it. So the keys of a rack stay the same too.

import type { Game } from "../engine/game.svelte";
import type { Seat } from "../engine/pkg/tablee_wasm.js";

/** Pieces by place; null where a piece was. */
export type Row = readonly (string | null)[];

export class RackPlaces {
  readonly #rows = new Map<Seat, Row>();
  /** Where each piece lay last, so that a piece returns there. */
  readonly #homes = new Map<Seat, Map<string, number>>();
  /** Every hand that was seen: looking back, it lies as it lay then. */
  readonly #seen = new Map<string, Row>();

  /** Gives every piece of a hand a place. The same hand twice gives the same row. */
  arrange(seat: Seat, hand: readonly string[]): Row {
    const key = `${seat}: ${[...hand].sort().join(" ")}`;
    const known = this.#seen.get(key);
    if (known) {
      this.#rows.set(seat, known);
      return known;
    }
    const row = arranged(this.#rows.get(seat) ?? [], hand, this.#homes.get(seat) ?? new Map());
    this.#seen.set(key, row);
    this.#rows.set(seat, row);
    this.#homes.set(seat, new Map([...(this.#homes.get(seat) ?? []), ...row.flatMap(entry)]));
    return row;
  }
}

const entry = (piece: string | null, at: number): [string, number][] => (piece === null ? [] : [[piece, at]]);

function arranged(before: Row, hand: readonly string[], homes: ReadonlyMap<string, number>): Row {
  const held = new Set(hand);
  const row = before.map((piece) => (piece !== null && held.has(piece) ? piece : null));
  // A new hand, or one that is still being dealt, lies in the order of the game.
  const isNew = hand.length > 0 && row.every((piece) => piece === null) && !hand.some((piece) => homes.has(piece));
  if (isNew) return [...hand];
  const fresh = hand.filter((piece) => !row.includes(piece));
  if (fresh.length > 0 && !row.includes(null) && !fresh.some((piece) => homes.has(piece))) return [...hand];
  const late: string[] = [];
  for (const piece of fresh) {
    const home = homes.get(piece);
    if (home === undefined || (row[home] ?? null) !== null) late.push(piece);
    else {
      while (row.length <= home) row.push(null);
      row[home] = piece;
    }
  }
  for (const piece of late) {
    const gap = row.indexOf(null);
    if (gap < 0) row.push(piece);
    else row[gap] = piece;
  }
  return row;
}

const known = new WeakMap<Game, RackPlaces>();

/** The places of all racks of a game. */
export function placesOf(game: Game): RackPlaces {
  let places = known.get(game);
  if (!places) {
    places = new RackPlaces();
    known.set(game, places);
    // Where nothing is drawn the first hands have all pieces: a game that is opened again keeps its gaps.
    for (const [seat, ids] of hands(game, 0).entries()) places.arrange(seat, ids);
    for (const [seat, ids] of hands(game, null).entries()) places.arrange(seat, ids);
  }
  return places;
}

function hands(game: Game, ply: number | null): string[][] {
  const { table } = (ply === null ? game.view : game.viewAt(ply)).scene;
  return table.hands.map(({ pieces }) => pieces.map(({ piece }) => piece.id));
}
