// What players are called: "you", people by their names, bots by their first names.

import { botNames } from "../engine/catalogue";
import { levelOf } from "../engine/game.svelte";
import type { GameInfo, Seat } from "../engine/pkg/tablee_wasm.js";
import { say, sentenceCase, w } from "../words/words.svelte";

/** Names that pages gave to people without one, until they stopped doing so. Records still have them. */
const NO_NAME = /^((Player|Joueur) \d+)?$/;

/** The first name of a bot on a seat: "Margot". Without a seat, its kind: "Bots of level 2". */
export function botName(bot: string, seat: Seat | null = null): string {
  const level = levelOf(bot);
  if (level === null) return w().otherBot(bot);
  return (seat === null ? null : botNames[level - 1]?.[seat]) ?? w().botsOfLevel(level);
}

/** The level of a bot in words: "level 4". Null for bots without a level. */
export function botLevel(bot: string): string | null {
  const level = levelOf(bot);
  return level === null ? null : w().level(level);
}

/** The name of a bot with its level: "Margot (level 2)". */
export function botTitle(bot: string, seat: Seat): string {
  const [name, level] = [botName(bot, seat), botLevel(bot)];
  return level === null ? name : `${name} (${level})`;
}

/** The colour, clan or emblem of a seat, as the name of someone without one. */
export function lookName(info: GameInfo, seat: Seat): string {
  const look = info.looks[seat];
  return look ? sentenceCase(say(look.name)) : w().someone;
}

/** The name of the player on a seat. A person alone among bots is "you", in the language of the page. */
export function playerName(info: GameInfo, seat: Seat, humansHere: number): string {
  const player = info.players[seat];
  if (player?.bot !== undefined) return botNameAmong(info, player.bot, seat);
  if (humansHere === 1) return w().you;
  return NO_NAME.test(player?.name ?? "") ? lookName(info, seat) : (player?.name ?? "");
}

/**
 * The name of a player in a replay: a person without one, alone among bots, is "you" in a game of this browser, and
 * "someone" in one that came from elsewhere.
 */
export function nameInReplay(info: GameInfo, seat: Seat, own: boolean): string {
  const people = info.players.filter(({ bot }) => bot === undefined).length;
  const nameless = info.players[seat]?.bot === undefined && NO_NAME.test(info.players[seat]?.name ?? "");
  if (people !== 1 || !nameless) return playerName(info, seat, 2);
  return own ? w().you : w().someone;
}

/** Bots without a level have no first names: where two are alike, their seats tell them apart. */
function botNameAmong(info: GameInfo, bot: string, seat: Seat): string {
  const alike = levelOf(bot) === null && info.players.filter((other) => other.bot === bot).length > 1;
  return alike ? `${botName(bot, seat)} (${lookName(info, seat)})` : botName(bot, seat);
}

/** The name of a player in a picture that others will see: not "you"; someone without a name shares it as "me". */
export function nameInPicture(info: GameInfo, seat: Seat, you: boolean): string {
  const nameless = info.players[seat]?.bot === undefined && NO_NAME.test(info.players[seat]?.name ?? "");
  return you && nameless ? w().myName : playerName(info, seat, 2);
}
