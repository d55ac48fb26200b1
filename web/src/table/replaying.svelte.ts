// A game played again: which moment is shown, forwards, backwards and by itself.

import type { Game, LocalGame } from "../engine/game.svelte";
import type { PlyView, Seat, View as Moment } from "../engine/pkg/tablee_wasm.js";
import { settings } from "../settings.svelte";
import type { Stage } from "../stage/stage";
import { say, sentenceCase, w } from "../words/words.svelte";
import { broughtBy } from "./effect-words";
import { Happenings } from "./happenings.svelte";
import { beforeLastRound, momentOf, stepFrom, trailOf } from "./history";
import { nameInReplay } from "./names";

/** Steps that follow each other faster than this, in milliseconds, are leafing, not watching. */
const LEAFING = 350;

export class Replaying {
  ply = $state(0);
  playing = $state(false);
  readonly happenings = new Happenings();
  readonly view: Moment = $derived.by(() => momentOf(this.game, this.ply));
  stage = $state.raw<Stage | null>(null);
  /** Counts how often autoplay was started or stopped. */
  #run = 0;
  #steppedAt = 0;

  constructor(
    readonly game: Game,
    ply: number | null,
    /** Whether it was played in this browser. */
    private readonly own = false,
  ) {
    this.ply = this.#within(ply ?? 0);
  }

  /** A replay shows names, and "you" only for someone without one. */
  name(seat: Seat): string {
    return nameInReplay(this.game.info, seat, this.own);
  }

  /** A ply as a sentence, without its full stop. */
  told({ seat, what }: PlyView): string {
    const said = say(what, (seat) => this.name(seat));
    return seat === undefined ? sentenceCase(said) : w().does(this.name(seat), said, this.name(seat) === w().you);
  }

  /** What a ply brought, in words; empty if nothing. */
  brought(ply: PlyView): string {
    return broughtBy(ply, (seat) => this.name(seat));
  }

  #within(ply: number): number {
    return Math.max(0, Math.min(ply, this.game.plies));
  }

  attach(stage: Stage): void {
    this.stage = stage;
    void this.#show(false);
  }

  async #show(animate: boolean): Promise<void> {
    const { stage, view, game, ply } = this;
    if (!stage) return;
    const { scene } = view;
    const landed = stage.show(scene, { animate });
    const history = game.history.slice(0, ply);
    const trail = trailOf(history, beforeLastRound(history), game.info.looks, scene.table.pieces);
    stage.setTrail(trail);
    stage.light(trail.length > 0 ? [] : scene.fresh);
    await landed;
  }

  goTo(ply: number): void {
    const before = this.ply;
    const { history } = this.game;
    this.ply = this.#within(ply);
    if (this.ply === before) return;
    const now = performance.now();
    const leafing = now - this.#steppedAt < LEAFING;
    this.#steppedAt = now;
    const next = this.ply > before && this.ply <= stepFrom(history, before, 1);
    this.happenings.clear();
    const shown = this.#show(next || this.ply === before - 1);
    if (!next || leafing) return;
    const there = this.ply;
    const plies = history.slice(before, there).filter(({ seat }) => seat !== undefined);
    void shown.then(() => there === this.ply && this.happenings.tell(plies, (ply) => this.brought(ply)));
  }

  /** To the next move, or the one before: draws on the way go by. */
  step(by: 1 | -1): void {
    this.goTo(stepFrom(this.game.history, this.ply, by));
  }

  togglePlaying(): void {
    if (this.playing) return this.pause();
    if (this.ply >= this.game.plies) this.goTo(0);
    this.playing = true;
    void this.#autoplay(++this.#run);
  }

  /** At the pace of bots; announcements are waited for. */
  async #autoplay(run: number): Promise<void> {
    while (this.ply < this.game.plies) {
      await this.happenings.pause(settings.botPause);
      await this.happenings.quiet();
      if (run !== this.#run) return;
      this.step(1);
      if (run !== this.#run) return;
    }
    this.pause();
  }

  pause(): void {
    this.playing = false;
    this.#run++;
  }

  dispose(): void {
    this.pause();
    this.happenings.clear();
    this.stage = null;
  }

  /** The game up to this moment, as a record that can go on. */
  recordHere(open: (record: string) => LocalGame): string {
    const copy = open(this.game.record());
    copy.undoTo(this.ply);
    const record = copy.record();
    copy.free();
    return record;
  }
}
