// For browser tests only: with ?test in the address, `window.tablee` is the stage and the game of the table that is
// open, so that a test can ask where on the screen a cell is; and the shared table, if it is one. With ?test=hurry
// bots and draws come without a pause.

import type { Game } from "./engine/game.svelte";
import type { Shared } from "./live/shared.svelte";
import type { Stage } from "./stage/stage";

interface Handle {
  stage?: Stage;
  game?: Game;
  shared?: Shared;
}

declare global {
  interface Window {
    tablee?: Handle;
  }
}

const asked = (): string | null => new URLSearchParams(location.search).get("test");

export function forTests(handle: Handle): void {
  if (asked() !== null) window.tablee = { ...window.tablee, ...handle };
}

/** Whether first moves are coached: in a test only if the address asks for it with `?coach`. */
export const mayCoach = (): boolean => asked() === null || new URLSearchParams(location.search).has("coach");

/** Whether the pauses that let people follow a game are left out. */
export const hurried = (): boolean => asked() === "hurry";
