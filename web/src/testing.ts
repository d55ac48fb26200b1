// For browser tests only: with ?test in the address, `window.tablee` is the stage and the game of the table that is open, so that a test can
// ask where on the screen a cell is. Nothing of the page uses it.

import type { Game } from "./engine/game.svelte";
import type { Stage } from "./stage/stage";

interface Handle {
  stage: Stage;
  game: Game;
}

declare global {
  interface Window {
    tablee?: Handle;
  }
}

export function forTests(handle: Handle): void {
  if (new URLSearchParams(location.search).has("test")) window.tablee = handle;
}
