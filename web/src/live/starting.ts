// How a game at a shared table begins: what is missing, the count-down, and who asks to wait.

import type { SharedView } from "../engine/pkg/tablee_wasm.js";
import { personOf } from "./shared.svelte";

/** The whole seconds until a time, both by the server's clock; never less than 0. */
export const secondsUntil = (begins: number, now: number): number => Math.max(0, Math.ceil((begins - now) / 1000));

/** What the game waits for before it begins. */
export type Start =
  | { is: "missing"; players: number }
  | { is: "counting"; begins: number }
  /** The seats of people who ask to wait. */
  | { is: "held"; seats: number[] }
  /** The host begins it. */
  | { is: "host" };

export function startOf({ chairs, begins }: Pick<SharedView, "chairs" | "begins">): Start {
  const players = chairs.filter(({ who }) => who === undefined).length;
  if (players > 0) return { is: "missing", players };
  if (begins !== undefined) return { is: "counting", begins };
  const seats = chairs.flatMap(({ who, ready }, seat) => (personOf(who) !== null && ready === false ? [seat] : []));
  return seats.length > 0 ? { is: "held", seats } : { is: "host" };
}
