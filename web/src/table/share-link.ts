// The address under which others see a game: short, if the server keeps the game, or else with the whole game in it.

import type { Game } from "../engine/game.svelte";
import { linkTo } from "../engine/links";
import { shareGame } from "../live/share";

/** A link to a moment of a game. */
export async function shareLink(game: Game, ply: number): Promise<string> {
  const record = game.record();
  const shared = await shareGame(record).catch(() => null);
  if (!shared) return linkTo(record, ply);
  return ply === game.plies ? shared.url : `${shared.url}#p=${ply}`;
}
