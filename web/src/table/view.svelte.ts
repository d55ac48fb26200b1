// How the table is shown: freely or from above, whole or opened by layers.

import type { Tabletop } from "../engine/pkg/tablee_wasm.js";
import { layersOf } from "../stage/layers";
import type { Stage } from "../stage/stage";

export class View {
  top = $state(false);
  /** Up to which layer pieces are solid; null: all. */
  layer = $state<number | null>(null);

  /** `hasLayers` says whether pieces of the game are laid on others, `table` what lies there now. */
  constructor(
    private readonly hasLayers: () => boolean,
    private readonly table: () => Tabletop,
  ) {}

  get layered(): boolean {
    return this.hasLayers();
  }

  /** The number of layers now; with one alone there is nothing to look into. */
  get layers(): number {
    return Math.max(1, layersOf(this.table().pieces.flatMap(({ solids }) => solids)).length);
  }

  apply(stage: Stage | null): void {
    stage?.setView(this.top ? "top" : "free");
    stage?.setLayer(this.layers > 1 ? this.layer : null);
  }

  toggleTop(): void {
    this.top = !this.top;
  }

  /** Only the lowest layer stays solid; the slider then goes up from there. */
  showLayers(on: boolean): void {
    this.layer = on && this.layered && this.layers > 1 ? 1 : null;
  }

  toggleLayers(): void {
    this.showLayers(this.layer === null);
  }
}
