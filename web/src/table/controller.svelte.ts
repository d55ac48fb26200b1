// A table at this screen: who plays here, what is picked and played, what can be undone, what is announced, and
// which moment is shown. Two kinds extend it: local-controller.svelte.ts plays a game in this page,
// live/shared-controller.svelte.ts plays one at a shared table.

import type { Game } from "../engine/game.svelte";
import type { PlyView, Seat, Tabletop, Text, Thought, View } from "../engine/pkg/tablee_wasm.js";
import { finishName } from "../look/palette";
import { notices } from "../notices.svelte";
import { sounds } from "../sound";
import type { Cell, Stage } from "../stage/stage";
import { say, sentence, sentenceCase, w } from "../words/words.svelte";
import { broughtBy } from "./effect-words";
import { inPlace } from "./naming-pieces";
import { Happenings } from "./happenings.svelte";
import {
  beforeLastRound,
  commonPlies,
  momentOf,
  movesIn,
  sinceTurnOf,
  stepFrom,
  trailOf,
  withoutEnd,
  withTable,
  type TrailMark,
} from "./history";
import { Picking } from "./picking.svelte";
import type { Point } from "./spatial";

/** The number of places from which on it is not shown. */
const MANY_PLACES = 20;

/** So long the last piece of a round lies there before its end is announced, in milliseconds. */
const LAST_LOOK = 700;

export abstract class TableController<Kind extends Game = Game> {
  readonly picking = new Picking();
  readonly happenings = new Happenings();
  stage = $state.raw<Stage | null>(null);
  /** The seat whose bot is thinking. */
  thinking = $state<Seat | null>(null);
  hinting = $state(false);
  hint = $state.raw<Thought | null>(null);
  /** Whether the game has just ended, so that the count is shown step by step. */
  ended = $state(false);
  /** Whether the panel of the end is folded away. */
  endFolded = $state(false);
  /** The number of plies that are shown while the players look back; null: all. */
  rewound = $state<number | null>(null);
  /** Whether hints are available. */
  readonly advised: boolean = true;
  /** The plies that have been announced. */
  #told: readonly PlyView[];
  /** Resolves once the last piece has landed. */
  protected landing: Promise<void> = Promise.resolve();

  constructor(
    readonly id: string,
    readonly game: Kind,
  ) {
    this.#told = game.history;
  }

  /** Whether a person at this screen has this seat. */
  abstract isHere(seat: Seat): boolean;
  /** The number of players at this screen. A single one is called "you". */
  abstract readonly peopleHere: number;
  /** The seat whose turn it is, if its player is at this screen and sees the table as it is now. */
  abstract readonly mine: Seat | null;
  /** Whose hand lies in front. */
  abstract readonly inFront: Seat | null;
  /** Whether this table has undo at all. */
  readonly offersUndo: boolean = true;
  /** Whether an undo is possible now, or can at least be asked for. */
  abstract readonly canUndo: boolean;
  /** Whether the players are to say what they drew. */
  asksForDraw = $derived.by(
    () => this.rewound === null && this.game.info.entered && this.game.view.turn.kind === "chance",
  );
  /** The table of a round that has just ended, until that has been announced. */
  #finished = $state.raw<Tabletop | null>(null);
  /** The moment that is shown: now, or the one that the players look back to. */
  shown: View = $derived.by(() =>
    this.rewound === null ? withTable(this.game.view, this.#finished) : momentOf(this.game, this.rewound),
  );
  /** The move without a piece that the hint recommends: it can be made at once. */
  readyAct: string | null = $derived.by(() => {
    const { hint, game, mine } = this;
    return hint && mine !== null && game.view.scene.acts.some(({ mv }) => mv === hint.mv) ? hint.mv : null;
  });
  /** The number of moves that were made while the players looked back. */
  missed = $derived.by(() => (this.rewound === null ? 0 : movesIn(this.game.history) - this.#movesThen));
  #movesThen = 0;

  /** Whether the game was played to its end by the rules, not resigned or lost on time. */
  get playedOut(): boolean {
    return this.game.over;
  }

  /** Whether the game was aborted: it is over without a result. */
  get aborted(): boolean {
    return false;
  }

  abstract name(seat: Seat): string;
  /** Lets bots and chance act, until a person at this screen has the turn. */
  abstract run(): Promise<void>;
  /** Plays a move of a person at this screen: a lay, an act, or a draw that they enter. */
  abstract play(mv: string, from?: Point | null): void;
  abstract undo(): void;

  async askHint(): Promise<void> {}

  /** The level of the bots in the same game one level up; null if there is none. */
  get levelAbove(): number | null {
    return null;
  }
  async levelUp(): Promise<void> {}
  /** How the player has fared against bots of this level, this game included; null where that is not counted. */
  get againstBots(): { level: number; won: number; games: number } | null {
    return null;
  }

  attach(stage: Stage): void {
    this.stage = stage;
    void this.present(false);
  }

  /** Whether a seat is called "you". */
  isYou(seat: Seat): boolean {
    return this.name(seat) === w().you;
  }

  /** The move that has just ended a round, while its table still lies there; none otherwise. */
  get endedRound(): PlyView | undefined {
    return this.rewound === null && this.#finished !== null
      ? this.game.history.findLast(({ finished }) => finished)
      : undefined;
  }

  /** A text of the engine, with the names of the players. */
  say(text: Text): string {
    return say(text, (seat) => this.name(seat));
  }

  /** A ply as a sentence, without its full stop: "Margot lays the 3-2 over the tigers’ 4". */
  told({ seat, what }: PlyView): string {
    const said = this.say(what);
    return seat === undefined ? said : w().does(this.name(seat), said, this.isYou(seat));
  }

  /** What a ply brought, in words; empty if nothing. */
  brought(ply: PlyView): string {
    return broughtBy(ply, (seat) => this.name(seat));
  }

  // Showing.

  /** Draws the moment that is shown. Resolves once every piece has landed. */
  async present(animate: boolean, from: Point | null = null): Promise<void> {
    const { stage } = this;
    if (!stage) return;
    const { scene } = this.shown;
    const landed = stage.show(scene, { animate, from });
    const trail = this.#trail();
    stage.setTrail(trail);
    stage.light(trail.length > 0 ? [] : scene.fresh);
    await landed;
  }

  /** What was laid since the last turn of the player in front; for viewers, in the last round of the table. */
  #trail(): TrailMark[] {
    if (this.ended && this.rewound === null) return [];
    const { game, rewound, inFront } = this;
    const history = rewound === null ? game.history : game.history.slice(0, rewound);
    const own =
      rewound === null
        ? (inFront ?? history.findLast(({ seat }) => seat !== undefined && this.isHere(seat))?.seat)
        : undefined;
    const from = own === undefined || !this.isHere(own) ? beforeLastRound(history) : sinceTurnOf(history, own);
    return trailOf(history, from, game.info.looks, this.shown.scene.table.pieces);
  }

  /**
   * Shows what has changed, and tells the plies that are new: first the pieces move, then what they brought. Resolves
   * once they have landed.
   */
  protected happened(from: Point | null = null): Promise<void> {
    if (this.rewound !== null) return Promise.resolve();
    const { history } = this.game;
    const known = commonPlies(this.#told, history);
    if (known < this.#told.length) {
      this.happenings.clear();
      this.#finished = null;
    }
    this.#told = history;
    const fresh = history.slice(known);
    const finished = fresh.findLast((ply) => ply.finished)?.finished;
    if (finished) this.landing = this.#finish(finished, fresh, known, from);
    else {
      // The new round is not shown before the end of the last one has been announced.
      const shown = this.#finished === null ? this.present(true, from) : this.landing;
      this.landing = shown.then(() => this.#tell(fresh, known));
    }
    return this.landing;
  }

  /** The last piece of a round lands, its end is announced, and then the table is cleared. */
  async #finish(finished: Tabletop, fresh: readonly PlyView[], known: number, from: Point | null): Promise<void> {
    this.#finished = finished;
    await this.present(true, from);
    await this.happenings.pause(LAST_LOOK);
    this.#tell(fresh, known);
    await this.happenings.quiet();
    if (this.#finished !== finished) return;
    this.#finished = null;
    if (this.rewound === null) await this.present(true);
  }

  #tell(fresh: readonly PlyView[], known: number): void {
    const { history } = this.game;
    // Taken back, or looked back from, while the pieces were moving.
    if (this.rewound !== null || commonPlies(fresh, history.slice(known)) < fresh.length) return;
    const laid = fresh.findLast(({ piece }) => piece !== undefined);
    if (laid?.piece !== undefined) this.#knock(laid.piece);
    else if (fresh.some(({ seat }) => seat === undefined)) sounds.drawn();
    // The deal before the first turn brings nothing worth telling.
    const told = movesIn(history, known) > 0 ? fresh : fresh.filter(({ seat }) => seat !== undefined);
    this.happenings.tell(this.playedOut ? withoutEnd(told) : told, (ply) => this.brought(ply));
  }

  /** Wood on wood, as the piece is made and as high as it lies. */
  #knock(piece: string): void {
    const solids = this.shown.scene.table.pieces.find(({ id }) => id === piece)?.solids ?? [];
    const [solid] = solids;
    if (solid) sounds.laid({ material: finishName(solid.paint), height: Math.min(...solids.map(({ at }) => at[2])) });
  }

  /** Plies in words with what they brought, for screen readers. */
  protected spoken(plies: readonly PlyView[]): string[] {
    return plies
      .filter((ply) => ply.seat !== undefined || this.brought(ply) !== "")
      .map((ply) => {
        const brought = this.brought(ply);
        if (ply.seat === undefined) return sentence(sentenceCase(brought));
        return sentence(brought ? `${this.told(ply)} (${brought})` : this.told(ply));
      });
  }

  // Looking back.

  /** Shows the table as it was after this many plies. Nothing can be played until the players come back. */
  lookBack(ply: number): void {
    const before = this.rewound;
    const { history } = this.game;
    const to = Math.max(0, Math.min(ply, history.length));
    if (before === null) {
      this.#movesThen = movesIn(history);
      this.picking.clear();
      this.happenings.clear();
      this.#finished = null;
    }
    notices.acted();
    this.rewound = to;
    void this.present(before !== null && stepFrom(history, before, to > before ? 1 : -1) === to);
    const last = history[to - 1];
    notices.speak(
      `${w().lookingBack(movesIn(history, to), movesIn(history))}. ${last ? this.spoken([last]).join(" ") : ""}`,
    );
  }

  /** One move on or back. */
  stepBy(by: 1 | -1): void {
    this.lookBack(stepFrom(this.game.history, this.rewound ?? this.game.plies, by));
  }

  /** Back to the game as it is now; what happened meanwhile is announced. */
  backToGame(): void {
    if (this.rewound === null) return;
    this.rewound = null;
    this.stage?.light([]);
    void this.happened();
    this.returned();
  }

  /** Called when the players have come back to the game. */
  protected returned(): void {
    if (!this.game.over) this.announceTurn();
  }

  // Acting.

  /** Lays the piece that is ready. */
  lay(from: Point | null = null): void {
    const move = this.picking.move;
    if (move) this.play(move.mv, from);
  }

  pick(piece: string): void {
    if (this.mine === null) return;
    // What was advised for another piece goes with this act.
    if (piece !== this.picking.piece) this.hint = null;
    const { playable } = this.game.view.scene;
    const places = playable.find((playable) => playable.piece === piece)?.places;
    if (places === undefined) return this.#refuseAnywhere(piece);
    notices.acted();
    sounds.picked();
    this.picking.pick(this.game, piece);
    notices.speak(`${sentence(this.pieceName(piece))} ${this.placesFor(places)}`);
  }

  /** Says why a piece of one's own fits nowhere. */
  #refuseAnywhere(piece: string): void {
    const held = this.mine === null ? undefined : this.game.view.scene.table.hands[this.mine];
    const why = held?.pieces.some(({ piece: { id } }) => id === piece) ? this.game.whyNowhere(piece) : undefined;
    if (why) this.refuse(sentence(this.say(why)));
  }

  /** Where a piece fits, in words. */
  placesFor(places: number): string {
    // On an empty table, everywhere is the same place.
    const { board, pieces } = this.game.view.scene.table;
    if (board.length === 0 && pieces.length === 0 && places > 0) return w().anywhere;
    return places > MANY_PLACES ? w().manyPlaces : w().places(places);
  }

  pieceName(id: string): string {
    const { hands, pieces } = this.game.view.scene.table;
    const piece =
      hands.flatMap((hand) => hand.pieces).find((held) => held.piece.id === id)?.piece ??
      pieces.find((piece) => piece.id === id);
    return piece ? inPlace(piece, (text) => this.say(text)) : id;
  }

  /** One step back: the hint closes, and the piece leaves its place or the hand. Returns whether there was one. */
  back(): boolean {
    const hinted = this.hint !== null;
    this.hint = null;
    return this.picking.back() || hinted;
  }

  /**
   * Says why the picked piece does not fit on a cell as it is turned, at that place of the screen; without a sound while
   * it is still `held` over it.
   */
  explain(cell: Cell, at: Point | null = null, held = false): void {
    const { piece, pose } = this.picking;
    if (piece === null) return;
    const [why, turned] = [this.game.whyNot(piece, cell, pose) ?? null, this.picking.fits(cell)];
    if (!why && !turned) return;
    if (!held) sounds.refused();
    this.picking.refuse({ why, turned, at });
    notices.speak([why ? sentence(this.say(why.text)) : "", turned ? w().fitsTurned : ""].filter(Boolean).join(" "));
  }

  refuse(sentence: string): void {
    sounds.refused();
    notices.refuse(sentence);
  }

  protected announceTurn(): void {
    const last = this.game.history.findLast(({ seat }) => seat !== undefined)?.seat;
    if (this.mine !== null && last !== undefined && last !== this.mine) sounds.turn();
    const todo = this.say(this.game.view.scene.todo);
    notices.speak(this.mine === null ? todo : `${w().turnOf(this.name(this.mine), this.peopleHere === 1)} ${todo}`);
  }

  protected end(): void {
    this.ended = true;
    this.endFolded = false;
    this.stage?.setTrail([]);
    if (!this.aborted) sounds.ended(this.game.view.places.some((place, seat) => place === 1 && this.isHere(seat)));
  }

  dispose(): void {
    this.happenings.clear();
    this.stage = null;
  }
}
