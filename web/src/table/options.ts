// What was chosen for a game, in words.

import type { Engine } from "../engine/engine";
import type { OptionView } from "../engine/pkg/tablee_wasm.js";
import { say } from "../words/words.svelte";

/** A bare yes or number means nothing without its heading; words do. */
function inWords({ title, label, value }: OptionView): string {
  if (value === "true") return say(title);
  return /^(false|\d+)$/.test(value) ? `${say(title)} ${say(label)}` : say(label);
}

/** The options of a game that are worth a mention. */
export function optionsInWords(engine: Engine, game: string, options: readonly OptionView[]): string[] {
  const players = options.find(({ name }) => name === "players")?.value ?? "2";
  const usual = new Map(engine.optionForm(game, { players }, "players").map(({ name, value }) => [name, value]));
  // What is as usual needs no mention, except the first choice, which is the board's where there is one.
  const worth = ({ name, value }: OptionView, at: number): boolean =>
    !value.includes(",") && (value !== usual.get(name) || (at === 0 && !/^(true|false|\d+)$/.test(value)));
  return options
    .filter(({ name }) => name !== "players")
    .filter(worth)
    .map(inWords);
}
