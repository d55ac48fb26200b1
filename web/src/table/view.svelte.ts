// How the table is shown: freely or from above, whole or opened by layers.

import type { Stage } from "../stage/stage";

export class View {
  top = $state(false);
  /** Up to which layer pieces are solid; null: all. */
  layer = $state<number | null>(null);
  layers = $state(1);

  /** `hasLayers` says whether pieces of the game are laid on others. */
  constructor(private readonly hasLayers: () => boolean) {}

  get layered(): boolean {
    return this.hasLayers();
  }

  apply(stage: Stage | null): void {
    stage?.setView(this.top ? "top" : "free");
    stage?.setLayer(this.layer);
  }

  toggleTop(): void {
    this.top = !this.top;
  }

  /** Only the lowest layer stays solid; the slider then goes up from there. */
  showLayers(on: boolean, stage: Stage | null): void {
    this.layers = Math.max(1, stage?.layers() ?? 1);
    this.layer = on && this.layered ? 1 : null;
  }

  toggleLayers(stage: Stage | null): void {
    this.showLayers(this.layer === null, stage);
  }
}
