// The games, and the names of bots. They are part of the build (see catalogue-plugin.mjs), so they are there before the
// engine has loaded.

import { catalogue } from "virtual:catalogue";
import type { GameCard } from "./pkg/tablee_wasm.js";

export { botNames } from "virtual:catalogue";

export const games: readonly GameCard[] = catalogue;

export const gameCard = (id: string): GameCard | undefined => games.find((card) => card.id === id);

/** The name of a game, or its id if this page does not know the game. */
export const gameName = (id: string): string => gameCard(id)?.name ?? id;
