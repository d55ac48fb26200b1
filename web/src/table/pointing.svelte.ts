// Between the stage and the picked piece: the stage shows where the piece fits, and pointing chooses a place.

import type { Cell } from "../stage/stage";
import { sameCell } from "./picking.svelte";
import type { TableController } from "./controller.svelte";
import type { Point } from "./spatial";

/** Keeps the stage showing what is picked and where it fits. For a component, as it is set up. */
export function showPicking(controller: () => TableController, maySee: () => boolean): void {
  $effect(() => {
    const { stage, picking } = controller();
    stage?.offer(
      picking.piece === null ? null : picking.targets,
      picking.target ? [picking.target.cell[0], picking.target.cell[1]] : null,
    );
  });
  $effect(() => controller().stage?.ghost(controller().picking.solids));
  $effect(() => controller().stage?.blame(controller().picking.refusal?.why?.offending ?? null));
  $effect(() => {
    const { stage, picking, game } = controller();
    stage?.pickable(maySee() ? game.view.scene.playable.map((playable) => playable.piece) : [], picking.piece);
  });
}

/** Pointing at a cell chooses it; tapping the chosen one lays the piece, and tapping where it does not fit asks why. */
export function pointAt(
  controller: TableController,
  cell: Cell | null,
  how: "over" | "tap",
  lay: () => void,
  at: Point | null = null,
): void {
  const { picking } = controller;
  if (controller.mine === null || picking.piece === null) return;
  // What was said about another place goes with the next act, but not while the pointer only moves on.
  if (cell === null || (how === "over" && picking.refusal !== null)) return;
  const shown = picking.target !== null && sameCell(picking.target.cell, cell);
  if (how === "over") {
    if (!picking.choose(cell)) picking.leavePlace();
  } else if (shown) lay();
  else if (!picking.choose(cell)) controller.explain(cell, at);
}
