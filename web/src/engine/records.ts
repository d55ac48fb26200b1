// The few lines of a record that the page reads or writes itself; everything else in it is the engine's affair. See docs/record.md.

import type { SeatRequest } from "./game.svelte";

/** Every option with its value. */
export function optionsOf(record: string): Record<string, string> {
  const lines = record.matchAll(/^option (\S+) (.*)$/gm);
  return Object.fromEntries(Array.from(lines, ([, name = "", value = ""]) => [name, value]));
}

/** What was settled before the first ply. */
export function setupOf(record: string): string | undefined {
  return /^(?:setup|laid) (.*)$/m.exec(record)?.[1];
}

/** The same game with other players. */
export function withPlayers(record: string, players: readonly SeatRequest[]): string {
  return record.replace(/^seat (\d+) .*$/gm, (line, number: string) => {
    const player = players[Number(number)];
    if (!player) return line;
    return `seat ${number} ${player.bot === undefined ? `human ${player.name}` : `bot ${player.bot}`}`;
  });
}

/** Offers a record as a file. */
export function download(record: string, game: string): void {
  offer(record, "text/plain", `${game}-${new Date().toISOString().slice(0, 16).replaceAll(":", "")}.tablee`);
}

/** Offers a text as a file of this name. */
export function offer(text: string, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
