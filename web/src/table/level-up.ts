// The same game against better bots.

import { levelOf, type SeatRequest } from "../engine/game.svelte";

/** The company with all bots one level better, where there is one; null if none of them can be. */
export function oneLevelUp(
  players: readonly { name: string; bot?: string | undefined }[],
  levels: number,
): { players: SeatRequest[]; level: number } | null {
  const raised = players.map(({ name, bot }) => {
    const level = bot === undefined ? null : levelOf(bot);
    return level === null || level >= levels ? { name, bot } : { name, bot: `level${level + 1}` };
  });
  const better = raised.flatMap(({ bot }, seat) => (bot !== players[seat]?.bot && bot !== undefined ? [bot] : []));
  const level = Math.max(0, ...better.map((bot) => levelOf(bot) ?? 0));
  return level === 0 ? null : { players: raised, level };
}
