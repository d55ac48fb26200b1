// What people and bots are called in lists of tables.

import type { Engine } from "../engine/engine";
import type { SeatSummary, Summary, Who } from "../engine/pkg/tablee_wasm.js";
import { botName } from "../table/names";
import { list, say, w } from "../words/words.svelte";

export const whoName = (who: Who): string => ("bot" in who ? botName(who.bot) : who.person.name);

export const gameName = (game: string): string => w().games[game]?.name ?? game;

export function seatName({ who, reserved }: SeatSummary): string {
  if (who) return whoName(who);
  return reserved === undefined ? w().freeSeat : w().keptFor(reserved);
}

/** Whether anyone may sit down there. */
export const isFree = ({ who, reserved }: SeatSummary): boolean => !who && reserved === undefined;

/** Everyone who is there already. */
export const company = ({ seats }: Summary): string => list(seats.flatMap(({ who }) => (who ? [whoName(who)] : [])));

export const sitsAt = (person: string, { seats }: Summary): boolean => seats.some(({ who }) => who && "person" in who && who.person.id === person);

/** What is not as usual at a table, in words: "Board: Pisac". */
export function unusual(engine: Engine, { game, options }: Summary): string[] {
  try {
    const players = options["players"];
    const usual = engine.optionForm(game, players === undefined ? {} : { players }, "players");
    const fields = engine.optionForm(game, options, "").filter((field) => !field.by_seat && field.name !== "players");
    const other = fields.filter((field) => field.value !== usual.find(({ name }) => name === field.name)?.value);
    return other.map(({ title, value, choices }) => {
      const label = choices.find((choice) => choice.value === value)?.label;
      return w().labelled(say(title), label ? say(label) : value);
    });
  } catch {
    // A game or an option that this page does not know yet.
    return [];
  }
}
