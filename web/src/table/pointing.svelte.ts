// Between the stage and the piece that is picked: what is offered is shown, and where one points is chosen.

import type { Cell } from "../stage/stage";
import { sameCell } from "./picking.svelte";
import type { Sitting } from "./sitting.svelte";

/** Keeps the stage showing what is picked and where it fits. For a component, as it is set up. */
export function showPicking(sitting: () => Sitting, maySee: () => boolean): void {
  $effect(() => {
    const { stage, picking } = sitting();
    stage?.offer(
      picking.piece === null ? null : picking.targets,
      picking.target ? [picking.target.cell[0], picking.target.cell[1]] : null,
    );
  });
  $effect(() => sitting().stage?.ghost(sitting().picking.solids));
  $effect(() => {
    const { stage, picking, game } = sitting();
    stage?.pickable(maySee() ? game.view.scene.playable.map((playable) => playable.piece) : [], picking.piece);
  });
}

/** Pointing at a cell chooses it; tapping the chosen one lays the piece, and tapping where it does not fit asks why. */
export function pointAt(sitting: Sitting, cell: Cell | null, how: "over" | "tap", lay: () => void): void {
  const { picking } = sitting;
  if (sitting.mine === null || picking.piece === null || cell === null) return;
  const shown = picking.target !== null && sameCell(picking.target.cell, cell);
  if (how === "over") {
    if (!picking.choose(cell)) picking.leavePlace();
  } else if (shown) lay();
  else if (!picking.choose(cell)) sitting.explain(cell);
}
