// Practice: a game in which the player has seen what comes, and which does not count in their results.

import type { PlyView } from "../engine/pkg/tablee_wasm.js";

/** Whether an undo to this many plies undoes draws, which come again as they came: the player has seen them. */
export function showsDraws(history: readonly Pick<PlyView, "seat">[], plies: number): boolean {
  return history.slice(plies).some(({ seat }) => seat === undefined);
}
