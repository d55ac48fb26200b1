// Which place of a rack a piece has. Pieces keep their places during a game: one that was played leaves a gap, and one
// that is drawn fills it. Piles have places of their own, which an empty pile keeps. So the keys of a rack stay the same
// too.

import type { Game } from "../engine/game.svelte";
import type { Held, Seat } from "../engine/pkg/tablee_wasm.js";

/** Pieces by place; null where a piece was. */
export type Row = readonly (string | null)[];

export class RackPlaces {
  readonly #rows = new Map<Seat, Row>();
  /** Where each piece lay last, so that a piece returns there. */
  readonly #homes = new Map<Seat, Map<string, number>>();
  /** Every hand that was seen: looking back, it lies as it lay then. */
  readonly #seen = new Map<string, Row>();
  /** By seat: how many places its piles have. */
  readonly #piles = new Map<Seat, number>();

  /** Gives every piece of a hand its place: its own, if the game has fixed ones, and otherwise one that it keeps. */
  row(seat: Seat, held: readonly Held[]): Row {
    const places = Math.max(this.#piles.get(seat) ?? 0, ...held.map(({ place }) => (place ?? -1) + 1));
    if (places === 0)
      return this.arrange(
        seat,
        held.map(({ piece }) => piece.id),
      );
    this.#piles.set(seat, places);
    return Array.from({ length: places }, (_, at) => held.find(({ place }) => place === at)?.piece.id ?? null);
  }

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
    for (const view of [game.viewAt(0), game.view])
      for (const [seat, { pieces }] of view.scene.table.hands.entries()) places.row(seat, pieces);
  }
  return places;
}
