// A table that this page plays by itself, with people and bots around it: who acts next, at what pace, what can be
// taken back, and what is remembered.

import { asText } from "../engine/engine";
import { Bots, Cancelled } from "../engine/bots";
import type { LocalGame } from "../engine/game.svelte";
import type { Seat, Thought } from "../engine/pkg/tablee_wasm.js";
import { saveTable } from "../engine/saved";
import { notices } from "../notices.svelte";
import { settings } from "../settings.svelte";
import { sounds } from "../sound";
import { hurried } from "../testing";
import { say, w } from "../words/words.svelte";
import { playerName } from "./names";
import { TableController } from "./controller.svelte";
import type { Point } from "./spatial";

/** What thinks about hints: strong enough to trust, quick enough to wait for. */
const ADVISER = "search:1s";
/** Plays for an unknown bot, such as one in a record from elsewhere. */
const STAND_IN = "level1";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, hurried() ? 0 : ms));

export class LocalController extends TableController<LocalGame> {
  readonly #bots = new Bots();
  #run = 0;
  #lastMove = 0;

  override isHere(seat: Seat): boolean {
    return this.game.info.players[seat]?.bot === undefined;
  }

  override peopleHere = $derived.by(() => this.game.info.players.filter((player) => player.bot === undefined).length);
  override mine: Seat | null = $derived.by(() => {
    const seat = this.game.seat;
    return seat !== null && this.isHere(seat) ? seat : null;
  });
  /** A single person always sees their hand; several see the hand of the seat whose turn it is. */
  override inFront: Seat | null = $derived.by(() => {
    const alone =
      this.peopleHere === 1 && !this.game.over
        ? this.game.info.players.findIndex((player) => player.bot === undefined)
        : null;
    return this.mine ?? alone;
  });
  /** The number of plies left after an undo; null if nothing can be taken back. */
  #undoTo = $derived.by(() => this.#lastDecision());
  override canUndo = $derived(this.#undoTo !== null);

  override name(seat: Seat): string {
    return playerName(this.game.info, seat, this.peopleHere);
  }

  /** Lets chance and bots act until it is a person's turn, or the game is over. */
  override async run(): Promise<void> {
    const run = ++this.#run;
    const stale = (): boolean => run !== this.#run;
    for (let drawn = 0; ;) {
      const { turn } = this.game.view;
      if (turn.kind === "over") return this.end();
      if (turn.kind === "chance") {
        if (this.game.info.entered) return this.announceTurn();
        await pause(this.#drawPause(drawn));
        if (stale()) return;
        this.#draw();
        drawn++;
      } else if (this.isHere(turn.seat)) {
        return this.announceTurn();
      } else {
        await this.#letBotPlay(turn.seat, stale);
        if (stale()) return;
        drawn = 0;
      }
    }
  }

  /** The deal before the first turn takes about a second in all; later draws are slow enough to see. */
  #drawPause(drawn: number): number {
    if (this.game.history.every((ply) => ply.seat === undefined)) return 60;
    return drawn === 0 ? 320 : 120;
  }

  #draw(): void {
    if (!this.game.draw()) return;
    sounds.drawn();
    this.#changed();
    void this.present(true);
  }

  async #letBotPlay(seat: Seat, stale: () => boolean): Promise<void> {
    this.thinking = seat;
    const least = settings.calm ? 400 : 700;
    const thought = await this.#think(this.game.info.players[seat]?.bot ?? STAND_IN, stale);
    if (!thought || stale()) return;
    await pause(Math.max(0, this.#lastMove + least - performance.now()));
    if (stale()) return;
    this.thinking = null;
    this.game.play(thought.mv);
    this.#laid(seat, null);
  }

  async #think(bot: string, stale: () => boolean): Promise<Thought | null> {
    const record = this.game.record();
    for (const name of [bot, STAND_IN]) {
      try {
        return await this.#bots.think(record, name);
      } catch (thrown) {
        if (thrown instanceof Cancelled || stale()) return null;
        notices.show(say(asText(thrown)));
      }
    }
    // No bot can think: the table waits, and a reload tries again.
    this.#run++;
    return null;
  }

  #laid(seat: Seat, from: Point | null): void {
    this.#lastMove = performance.now();
    sounds.laid();
    const ply = this.game.history.at(-1);
    if (ply) notices.speak(w().does(this.name(seat), say(ply.what)));
    this.#changed();
    void this.present(true, from);
  }

  #changed(): void {
    this.picking.clear();
    this.hint = null;
    this.save();
  }

  save(): void {
    const { game } = this;
    saveTable(
      { id: this.id, game: game.info.game, when: Date.now(), plies: game.plies, over: game.over },
      game.record(),
    );
  }

  override play(mv: string, from: Point | null = null): void {
    const seat = this.game.seat;
    if (seat !== null && !this.isHere(seat)) return;
    try {
      this.game.play(mv);
    } catch (thrown) {
      this.refuse(say(asText(thrown)));
      return;
    }
    if (seat === null) {
      sounds.drawn();
      this.#changed();
      void this.present(true);
    } else {
      this.#bots.cancel();
      this.#laid(seat, from);
    }
    void this.run();
  }

  /**
   * Back to a person's last decision, through the bots' moves and the draws. Several people never go back across a
   * draw.
   */
  #lastDecision(): number | null {
    const { history, info } = this.game;
    if (info.entered) return history.length > 0 ? history.length - 1 : null;
    for (let ply = history.length - 1; ply >= 0; ply--) {
      const seat = history[ply]?.seat;
      if (seat === undefined && this.peopleHere > 1) return null;
      if (seat !== undefined && this.isHere(seat)) return ply;
    }
    return null;
  }

  override undo(): void {
    if (this.#undoTo === null) return;
    this.#halt();
    this.game.takeBackTo(this.#undoTo);
    this.ended = false;
    this.#changed();
    notices.speak(w().takenBack);
    void this.present(true);
    void this.run();
  }

  override async askHint(): Promise<void> {
    if (this.mine === null || this.hinting) return;
    const run = this.#run;
    this.hinting = true;
    try {
      const thought = await this.#bots.think(this.game.record(), ADVISER);
      if (run !== this.#run) return;
      if (!this.picking.prepare(this.game, thought.mv)) this.picking.clear();
      this.hint = thought;
      notices.speak([say(thought.what), ...thought.reasons.map(say)].join(". "));
    } catch (thrown) {
      if (!(thrown instanceof Cancelled)) notices.show(say(asText(thrown)));
    } finally {
      this.hinting = false;
    }
  }

  #halt(): void {
    this.#run++;
    this.thinking = null;
    this.#bots.cancel();
  }

  override dispose(): void {
    this.#halt();
    this.#bots.dispose();
    super.dispose();
  }
}
