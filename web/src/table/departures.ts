// Players who left before the end of a game, in words.

import type { Departure, How, Seat } from "../engine/pkg/tablee_wasm.js";
import { w } from "../words/words.svelte";
import { botName } from "./names";

/** "Bob resigned. Léo plays on." */
export function departureWords({ seat, why, bot }: Departure, nameOf: (seat: Seat) => string): string {
  const name = nameOf(seat);
  const left = w().left[why](name, name === w().you);
  return bot === undefined ? left : `${left} ${w().playsOn(botName(bot, seat))}`;
}

/**
 * How a game that was not played out ended, as this reader sees it: "You resigned.", "Léa resigned." Without anyone who
 * left, or played to its end, in the words for everyone.
 */
export function endWords(how: How, departures: readonly Departure[], nameOf: (seat: Seat) => string): string {
  const gone = how === "counted" || how === "aborted" ? [] : leftForGood(departures);
  const own = gone.find(({ seat }) => nameOf(seat) === w().you);
  const told = (own ? [own] : gone).map(({ seat, why }) => w().left[why](nameOf(seat), own !== undefined));
  return told.length > 0 ? told.join(" ") : w().ended[how];
}

/** The last departure of each seat whose player has not come back. */
function leftForGood(departures: readonly Departure[]): Departure[] {
  const last = new Map(departures.map((departure) => [departure.seat, departure]));
  return [...last.values()].filter(({ why }) => why !== "back");
}
