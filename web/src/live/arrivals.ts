// Who sits down in a waiting room.

import type { Numbered } from "../engine/pkg/tablee_wasm.js";
import { personOf } from "./shared.svelte";

/** The names of the people who have sat down with these events, without this person. */
export const arrivalsIn = (events: readonly Numbered[], me: string | undefined): string[] =>
  events.flatMap((event) => {
    const person = event.is === "sat" ? personOf(event.who) : null;
    return person && person.id !== me ? [person.name] : [];
  });
