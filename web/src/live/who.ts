// What people and bots are called in lists of tables.

import type { Engine } from "../engine/engine";
import type { SeatSummary, Summary, Who } from "../engine/pkg/tablee_wasm.js";
import { botName } from "../table/names";
import { optionsInWords } from "../table/options";
import { list, w } from "../words/words.svelte";

export const whoName = (who: Who): string => ("bot" in who ? botName(who.bot) : who.person.name);

export function seatName({ who, reserved }: SeatSummary): string {
  if (who) return whoName(who);
  return reserved === undefined ? w().freeSeat : w().keptFor(reserved);
}

/** Whether anyone may sit down there. */
export const isFree = ({ who, reserved }: SeatSummary): boolean => !who && reserved === undefined;

/** Everyone who is there already. */
export const company = ({ seats }: Summary): string => list(seats.flatMap(({ who }) => (who ? [whoName(who)] : [])));

export const sitsAt = (person: string, { seats }: Summary): boolean =>
  seats.some(({ who }) => who && "person" in who && who.person.id === person);

/** What was chosen for a table, as far as it is worth a mention. */
export function chosen(engine: Engine, { game, options }: Summary): string[] {
  try {
    const fields = engine.optionForm(game, options, "");
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
