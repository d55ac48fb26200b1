// What is chosen for a new game: the engine says what there is to choose, what goes together and what does not.

import { gameCard } from "../engine/catalogue";
import type { Engine } from "../engine/engine";
import { asText } from "../engine/engine";
import { seatsOf, type SeatRequest } from "../engine/game.svelte";
import type { Field, GameCard, Tabletop } from "../engine/pkg/tablee_wasm.js";
import { notices } from "../notices.svelte";
import type { Guest } from "../parts/SeatChooser.svelte";
import { say } from "../words/words.svelte";
import { previewsOf, valuesOf } from "./previews";

const whenIdle = (work: () => void): void => {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 500 });
  else setTimeout(work, 30);
};

export class GameForm {
  fields = $state.raw<Field[]>([]);
  guests = $state<Guest[]>([]);
  previews = $state.raw(new Map<string, Map<string, Tabletop>>());
  readonly card: GameCard;

  constructor(
    readonly engine: Engine,
    readonly game: string,
    othersLevel: number,
  ) {
    this.fields = engine.optionForm(game, {}, "");
    // The form was made, so the game is in the catalogue.
    this.card = gameCard(game) as GameCard;
    this.guests = Array.from({ length: 8 }, (_, seat) => ({
      name: "",
      level: seat === 0 ? 0 : Math.min(othersLevel, this.card.levels),
    }));
    this.#preview();
  }

  seats = $derived(seatsOf(this.fields));
  /** The options to choose now, without those that have no effect with the others. */
  #shown = $derived(this.fields.filter((field) => field.matters && field.choices.length > 1));
  common = $derived(this.#shown.filter((field) => !field.by_seat));
  bySeat = $derived(this.#shown.filter((field) => field.by_seat));

  choose(name: string, value: string): void {
    try {
      this.fields = this.engine.optionForm(this.game, { ...valuesOf(this.fields), [name]: value }, name);
      this.#preview();
    } catch (thrown) {
      notices.show(say(asText(thrown)));
      // The controls go back to what holds.
      this.fields = [...this.fields];
    }
  }

  /** A seat takes what another has: they exchange. */
  chooseForSeat(field: Field, seat: number, value: string): void {
    const values = field.value.split(",");
    const other = values.indexOf(value);
    if (other >= 0) values[other] = values[seat] ?? value;
    values[seat] = value;
    this.choose(field.name, values.join(","));
  }

  #preview(): void {
    const fields = this.fields;
    whenIdle(() => {
      const found = new Map<string, Map<string, Tabletop>>();
      for (const field of fields) {
        const boards = previewsOf(this.engine, this.game, fields, field);
        if (boards) found.set(field.name, boards);
      }
      if (fields === this.fields) this.previews = found;
    });
  }

  get options(): Record<string, string> {
    return valuesOf(this.fields);
  }

  get players(): SeatRequest[] {
    return this.guests.slice(0, this.seats).map(({ name, level }) => ({
      name: level > 0 ? "" : name.trim(),
      bot: level > 0 ? `level${level}` : undefined,
    }));
  }
}
