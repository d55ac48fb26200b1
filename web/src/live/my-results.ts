// This person's results at shared tables: asked from the server, and kept so that they can be seen offline.

import type { Engine } from "../engine/engine";
import type { Summary } from "../engine/pkg/tablee_wasm.js";
import { recordOnline, resultFor, resultsOnline, type Result } from "../engine/results";
import { freshTable } from "../table/previews";
import { api } from "./api";
import { identity } from "./identity.svelte";

/** How many pages are loaded at a time, at most; pages loaded before are kept. */
const PAGES = 20;

/** The team of each seat, which the options decide. */
function teamsOf(engine: Engine, { game, options, seats }: Summary): number[] {
  try {
    return freshTable(engine, game, options).info.looks.map(({ team }) => team);
  } catch {
    // A game or an option that this page does not know yet.
    return seats.map((_, seat) => seat);
  }
}

/** The result of a person at a finished shared table; null if the person did not sit there to the end. */
export function onlineResult(person: string, table: Summary, teams: readonly number[]): Result | null {
  const { seats } = table;
  const own = seats.findIndex(({ who }) => who && "person" in who && who.person.id === person);
  if (own < 0 || seats.some(({ place }) => place === undefined)) return null;
  return resultFor({
    id: table.table,
    game: table.game,
    when: table.changed,
    own,
    places: seats.map(({ place }) => place ?? 0),
    scores: seats.map(({ score }) => score ?? 0),
    teams,
    bots: seats.map(({ who }) => (who && "bot" in who ? who.bot : undefined)),
    practice: false,
    online: true,
  });
}

/** Asks the server for finished games that this browser does not know yet. Throws a sentence. */
export async function refreshOnline(engine: Engine): Promise<void> {
  const person = identity.me?.id;
  if (person === undefined) return;
  const known = new Set(resultsOnline(person).map(({ id }) => id));
  let next: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const answer = await api.myFinishedTables(next);
    if (person !== identity.me?.id) return;
    recordOnline(
      person,
      answer.tables.flatMap((table) => onlineResult(person, table, teamsOf(engine, table)) ?? []),
    );
    next = answer.next;
    if (next === undefined || answer.tables.some(({ table }) => known.has(table))) return;
  }
}
