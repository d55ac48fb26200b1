// A table that this page plays by itself, with people and bots around it: who acts next, at what pace, what can be
// undone, and what is remembered.

import { asText } from "../engine/engine";
import { Bots, Cancelled } from "../engine/bots";
import { gameCard } from "../engine/catalogue";
import type { LocalGame } from "../engine/game.svelte";
import type { Seat, Thought } from "../engine/pkg/tablee_wasm.js";
import { levelOfResult, recordAgainst, recordResult, resultOf } from "../engine/results";
import { savedTable, saveTable } from "../engine/saved";
import { notices } from "../notices.svelte";
import { settings } from "../settings.svelte";
import { say, w } from "../words/words.svelte";
import { oneLevelUp } from "./level-up";
import { playerName } from "./names";
import { showsDraws } from "./practice";
import { goToTable, rematch } from "./start";
import { TableController } from "./controller.svelte";
import type { Point } from "./spatial";

/** What thinks about hints: strong enough to trust, quick enough to wait for. */
const ADVISER = "search:1s";
/** Plays for an unknown bot, such as one in a record from elsewhere. */
const STAND_IN = "level1";

/** How long chance waits before it draws, in milliseconds: for a whole deal, and for single pieces later. */
const BEFORE_DRAW = { deal: 60, first: 250, next: 120 };
/** More draws in a row than this are a deal. */
const SINGLE_DRAWS = 2;

export class LocalController extends TableController<LocalGame> {
  readonly #bots = new Bots();
  #run = 0;
  /** When the last piece landed. */
  #landedAt = 0;
  #awaitingReturn: (() => void)[] = [];
  /** Whether the game was over when the page opened it, so that its result is known already. */
  readonly #wasOver = this.game.over;
  /** Whether the player has seen draws that were undone: such a game does not count. */
  practice = $state(savedTable(this.id)?.practice === true);
  /** Whether the player is being asked if the game may become practice. */
  askingPractice = $state(false);

  override isHere(seat: Seat): boolean {
    return this.game.info.players[seat]?.bot === undefined;
  }

  override peopleHere = $derived.by(() => this.game.info.players.filter((player) => player.bot === undefined).length);
  override mine: Seat | null = $derived.by(() => {
    const seat = this.rewound === null ? this.game.seat : null;
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
  /** The number of plies left after an undo; null if nothing can be undone. */
  #undoTo = $derived.by(() => this.#lastDecision());
  override canUndo = $derived(this.#undoTo !== null && this.rewound === null);

  override name(seat: Seat): string {
    return playerName(this.game.info, seat, this.peopleHere);
  }

  /** Lets chance and bots act until it is a person's turn, or the game is over. */
  override async run(): Promise<void> {
    const run = ++this.#run;
    const stale = (): boolean => run !== this.#run;
    for (let drawn = 0; ;) {
      const { turn } = this.game.view;
      if (turn.kind === "over") {
        await this.#settled();
        return stale() ? undefined : this.end();
      }
      if (turn.kind === "chance") {
        if (this.game.info.entered) return this.announceTurn();
        await this.#beforeDraw(drawn);
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

  /** The deal before the first turn takes about a second in all; later draws wait for the piece that was laid. */
  async #beforeDraw(drawn: number): Promise<void> {
    if (this.game.history.every((ply) => ply.seat === undefined)) return this.happenings.pause(BEFORE_DRAW.deal);
    if (drawn === 0) await this.#settled();
    const { deal, first, next } = BEFORE_DRAW;
    await this.happenings.pause(drawn === 0 ? first : drawn <= SINGLE_DRAWS ? next : deal);
  }

  /** Resolves once the last piece has landed, all announcements are over, and nobody looks back. */
  async #settled(): Promise<void> {
    await this.landing;
    await this.happenings.quiet();
    if (this.rewound !== null) await new Promise<void>((resolve) => this.#awaitingReturn.push(resolve));
  }

  protected override returned(): void {
    const waiting = this.#awaitingReturn;
    this.#awaitingReturn = [];
    for (const resolve of waiting) resolve();
    super.returned();
  }

  #draw(): void {
    if (!this.game.draw()) return;
    this.#changed();
    this.#show(null);
  }

  /** Shows what has changed, and notes when it has landed: the next bot waits from then on. */
  #show(from: Point | null): void {
    void this.happened(from).then(() => (this.#landedAt = performance.now()));
  }

  async #letBotPlay(seat: Seat, stale: () => boolean): Promise<void> {
    this.thinking = seat;
    const thought = await this.#think(this.game.info.players[seat]?.bot ?? STAND_IN, stale);
    if (!thought || stale()) return;
    await this.#settled();
    if (stale()) return;
    await this.happenings.pause(this.#landedAt + settings.botPause - performance.now());
    await this.#settled();
    if (stale()) return;
    this.thinking = null;
    this.game.play(thought.mv);
    this.#laid(null);
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

  #laid(from: Point | null): void {
    notices.speak(this.spoken(this.game.history.slice(-1)).join(" "));
    this.#changed();
    this.#show(from);
  }

  #changed(): void {
    this.picking.clear();
    this.hint = null;
    this.save();
  }

  save(): void {
    const { game } = this;
    const { players } = game.info;
    const { practice } = this;
    saveTable(
      { id: this.id, game: game.info.game, when: Date.now(), plies: game.plies, over: game.over, practice, players },
      game.record(),
    );
  }

  protected override end(): void {
    const { id, practice, game } = this;
    const result = this.#wasOver ? null : resultOf({ id, when: Date.now(), practice }, game.info, game.view);
    // First, so that the record against this level has it when the end is shown.
    if (result) recordResult(result);
    super.end();
  }

  override get levelAbove(): number | null {
    const { players, entered, game } = this.game.info;
    const levels = gameCard(game)?.levels ?? 0;
    return entered || this.peopleHere === 0 ? null : (oneLevelUp(players, levels)?.level ?? null);
  }

  override async levelUp(): Promise<void> {
    const { players, game } = this.game.info;
    const company = oneLevelUp(players, gameCard(game)?.levels ?? 0);
    if (company) goToTable(await rematch(this.game, company.players));
  }

  override get againstBots(): { level: number; won: number; games: number } | null {
    const { id, practice, game } = this;
    const result = resultOf({ id, when: 0, practice }, game.info, game.view);
    const level = result === null || practice ? 0 : levelOfResult(result);
    if (level <= 0) return null;
    const { won, lost, shared } = recordAgainst(game.info.game, level);
    const games = won + lost + shared;
    return games === 0 ? null : { level, won, games };
  }

  override play(mv: string, from: Point | null = null): void {
    const seat = this.game.seat;
    if (this.rewound !== null || (seat !== null && !this.isHere(seat))) return;
    notices.acted();
    try {
      this.game.play(mv);
    } catch (thrown) {
      this.refuse(say(asText(thrown)));
      return;
    }
    // A player who makes the next move has read the announcement.
    this.happenings.dismiss();
    if (seat === null) {
      this.#changed();
      this.#show(null);
    } else {
      this.#bots.cancel();
      this.#laid(from);
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

  /**
   * A person alone against bots could undo a move to see the next draw. The game becomes practice then, and the
   * player is asked first; not after the end, because the result is already recorded.
   */
  override undo(): void {
    if (this.#undoTo === null || this.rewound !== null) return;
    notices.acted();
    const { history, info, over } = this.game;
    const peeks = !info.entered && showsDraws(history, this.#undoTo);
    if (peeks && !this.practice && !over) this.askingPractice = true;
    else this.#undoNow(peeks);
  }

  /** Takes back across a draw, as the player has agreed. */
  undoAsPractice(): void {
    this.askingPractice = false;
    this.#undoNow(true);
  }

  #undoNow(peeks: boolean): void {
    if (this.#undoTo === null) return;
    if (peeks) this.practice = true;
    this.#halt();
    this.game.undoTo(this.#undoTo);
    this.ended = false;
    this.#changed();
    notices.speak(w().moveUndone);
    this.#show(null);
    void this.run();
  }

  override async askHint(): Promise<void> {
    if (this.mine === null || this.hinting) return;
    notices.acted();
    const run = this.#run;
    this.hinting = true;
    try {
      const thought = await this.#bots.think(this.game.record(), ADVISER);
      if (run !== this.#run) return;
      if (!this.picking.prepare(this.game, thought.mv)) this.picking.clear();
      this.hint = thought;
      notices.speak([w().advises(say(thought.what)), ...thought.reasons.map((reason) => say(reason))].join(". "));
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
