// The score of a series: the games that the same people have played, one rematch after the other.

import type { SharedView } from "../engine/pkg/tablee_wasm.js";
import { number } from "../words/words.svelte";
import { personOf } from "./shared.svelte";

/** "Anna 2, Léa 1": games won, the best first; nothing before there is a second game. */
export function seriesInWords({
  opened,
  chairs,
  series,
}: Pick<SharedView, "chairs" | "series"> & { opened: Pick<SharedView["opened"], "series"> }): string {
  if (opened.series === undefined) return "";
  const names = new Map(
    chairs.flatMap(({ player, who }) => {
      const person = personOf(player) ?? personOf(who);
      return person ? [[person.id, person.name] as const] : [];
    }),
  );
  return series
    .filter(({ person }) => names.has(person))
    .toSorted((a, b) => b.wins - a.wins)
    .map(({ person, wins }) => `${names.get(person) ?? ""}\u00a0${number(wins)}`)
    .join(", ");
}
