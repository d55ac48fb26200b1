// Players who left before the end of a game, in words.

import type { Departure, Seat } from "../engine/pkg/tablee_wasm.js";
import { w } from "../words/words.svelte";
import { botName } from "./names";

/** "Bob resigned. Léo plays on." */
export function departureWords({ seat, why, bot }: Departure, nameOf: (seat: Seat) => string): string {
  const name = nameOf(seat);
  const left = w().left[why](name, name === w().you);
  return bot === undefined ? left : `${left} ${w().playsOn(botName(bot, seat))}`;
}
