// What a move brings, in words: "+3, Léo −4: covers 4 points of the tigers".

import type { Effect, PlyView, Seat } from "../engine/pkg/tablee_wasm.js";
import { inSentence, say, sentenceCase, signed, w } from "../words/words.svelte";
import { gainsOf } from "./history";

/** The points that a move of a seat brings: "+3, Léo −4". The mover's stand without a name, unless `named`. */
export function pointsWords(
  { gains }: Pick<Effect, "gains">,
  mover: Seat | undefined,
  nameOf: (seat: Seat) => string,
  named = false,
): string {
  const each = gainsOf({ seat: mover, gains }).map(({ seat, points }) =>
    seat === mover && !named ? signed(points) : `${inSentence(nameOf(seat))} ${signed(points)}`,
  );
  return named ? sentenceCase(each.join(", ")) : each.join(", ");
}

/**
 * What a move of a seat brings. The mover's points stand without a name, unless `named`; empty if nothing changes.
 */
export function effectWords(
  effect: Effect,
  mover: Seat | undefined,
  nameOf: (seat: Seat) => string,
  named = false,
): string {
  const points = pointsWords(effect, mover, nameOf, named);
  return effect.why && points ? w().pointsFor(points, say(effect.why, nameOf)) : points;
}

/** What a draw brought: "the 2-0 is turned up: +2". The player who drew it stands without a name; empty if nothing changes. */
export function drawWords(effect: Pick<Effect, "gains" | "why">, nameOf: (seat: Seat) => string): string {
  const [first] = gainsOf({ seat: undefined, ...effect });
  const points = pointsWords(effect, first?.seat, nameOf);
  return effect.why && points ? w().labelled(say(effect.why, nameOf), points) : points;
}

/** What a ply brought, be it a move or a draw. */
export const broughtBy = (ply: PlyView, nameOf: (seat: Seat) => string): string =>
  ply.seat === undefined ? drawWords(ply, nameOf) : effectWords(ply, ply.seat, nameOf);
