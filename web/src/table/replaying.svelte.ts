// A game played again: which moment is shown, forwards, backwards and by itself.

import type { Game, LocalGame } from "../engine/game.svelte";
import type { View as Moment } from "../engine/pkg/tablee_wasm.js";
import type { Stage } from "../stage/stage";

const AUTOPLAY = 1100;

export class Replaying {
  ply = $state(0);
  playing = $state(false);
  readonly view: Moment = $derived.by(() => this.game.viewAt(this.ply));
  stage: Stage | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly game: Game,
    ply: number | null,
  ) {
    this.ply = this.#within(ply ?? 0);
  }

  #within(ply: number): number {
    return Math.max(0, Math.min(ply, this.game.plies));
  }

  attach(stage: Stage): void {
    this.stage = stage;
    this.#show(false);
  }

  #show(animate: boolean): void {
    const { scene } = this.view;
    this.stage?.light(scene.fresh);
    void this.stage?.show(scene, { animate });
  }

  goTo(ply: number): void {
    const before = this.ply;
    this.ply = this.#within(ply);
    if (this.ply !== before) this.#show(Math.abs(this.ply - before) === 1);
  }

  /** To the next move, or the one before: draws on the way go by. */
  step(by: 1 | -1): void {
    let ply = this.ply + by;
    while (ply > 0 && ply < this.game.plies && this.game.history[ply - 1]?.seat === undefined) ply += by;
    this.goTo(ply);
  }

  togglePlaying(): void {
    if (this.playing) return this.pause();
    if (this.ply >= this.game.plies) this.goTo(0);
    this.playing = true;
    this.#timer = setInterval(() => {
      this.step(1);
      if (this.ply >= this.game.plies) this.pause();
    }, AUTOPLAY);
  }

  pause(): void {
    this.playing = false;
    clearInterval(this.#timer);
  }

  /** The game up to this moment, as a record that can go on. */
  recordHere(open: (record: string) => LocalGame): string {
    const copy = open(this.game.record());
    copy.takeBackTo(this.ply);
    const record = copy.record();
    copy.free();
    return record;
  }
}
