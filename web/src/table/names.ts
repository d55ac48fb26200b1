// What players are called at this screen.

import { levelOf } from "../engine/game.svelte";
import type { Seat, GameInfo } from "../engine/pkg/tablee_wasm.js";
import { say, w } from "../words/words.svelte";

/** The name of a bot: "Bot 3". */
export function botName(bot: string): string {
  const level = levelOf(bot);
  return level === null ? w().otherBot(bot) : w().bot(level);
}

/** The name of the player on a seat. A person alone among bots is "you", in the language of the page. */
export function playerName(info: GameInfo, seat: Seat, humansHere: number): string {
  const player = info.players[seat];
  if (player?.bot !== undefined) {
    const alike = info.players.filter((other) => other.bot === player.bot).length > 1;
    const look = info.looks[seat];
    return alike && look ? `${botName(player.bot)} (${say(look.name)})` : botName(player.bot);
  }
  if (humansHere === 1) return w().you;
  return player?.name || w().seat(seat + 1);
}
