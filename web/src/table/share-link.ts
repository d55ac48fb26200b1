// The address under which others see a game.

import type { Game } from "../engine/game.svelte";
import { linkTo } from "../engine/links";

/** A link to a moment of a game. */
export async function shareLink(game: Game, ply: number): Promise<string> {
  return linkTo(game.record(), ply);
}
