// What people and bots are called in lists of tables.

import type { Engine } from "../engine/engine";
import type { Person, Seat, SeatSummary, Summary, Who } from "../engine/pkg/tablee_wasm.js";
import { botName, botTitle } from "../table/names";
import { optionsInWords } from "../table/options";
import { list, w } from "../words/words.svelte";

/** A name as the page shows it. One that a page made up for a guest, "Guest 5288", is in the reader's language. */
export const shownName = (name: string): string => name.replace(/^(?:Guest|Invité) (?=\d{4}$)/u, `${w().guest} `);

/** A person, or a bot on any seat: a rating belongs to all bots of a level. */
export const whoName = (who: Who): string => ("bot" in who ? botName(who.bot) : shownName(who.person.name));

/** A person, or the bot on this seat with its level. */
export const playerAt = (who: Who, seat: Seat): string =>
  "bot" in who ? botTitle(who.bot, seat) : shownName(who.person.name);

/** A name in a sentence or a list; a guest's says so. */
export const named = ({ name, guest }: Person): string => (guest ? `${shownName(name)} (${w().isGuest})` : name);

export function seatName({ who, reserved }: SeatSummary, seat: Seat): string {
  if (who) return playerAt(who, seat);
  return reserved === undefined ? w().freeSeat : w().reservedFor(reserved);
}

/** Whether anyone may sit down there. */
export const isFree = ({ who, reserved }: SeatSummary): boolean => !who && reserved === undefined;

/** All players who are seated. */
export const company = ({ seats }: Summary): string =>
  list(seats.flatMap(({ who }, seat) => (who ? [playerAt(who, seat)] : [])));

export const sitsAt = (person: string, { seats }: Summary): boolean =>
  seats.some(({ who }) => who && "person" in who && who.person.id === person);

/** The options of a table that differ from the usual ones. */
export function chosen(engine: Engine, { game, options }: Summary): string[] {
  try {
    const fields = engine.optionForm(game, options, "").filter(({ matters }) => matters);
    const views = fields.map(({ name, title, value, choices }) => ({
      name,
      title,
      value,
      label: choices.find((choice) => choice.value === value)?.label ?? { en: value, fr: value },
    }));
    return optionsInWords(engine, game, views);
  } catch {
    // A game or an option that this page does not know yet.
    return [];
  }
}
