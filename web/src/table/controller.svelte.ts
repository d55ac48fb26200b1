// A table at this screen: who plays here, what is picked and played, what can be taken back. Two kinds extend it:
// local-controller.svelte.ts plays a game in this page, live/shared-controller.svelte.ts plays one at a shared table.

import type { Game } from "../engine/game.svelte";
import type { Seat, Thought } from "../engine/pkg/tablee_wasm.js";
import { notices } from "../notices.svelte";
import { sounds } from "../sound";
import type { Cell, Stage } from "../stage/stage";
import { say, w } from "../words/words.svelte";
import { Picking } from "./picking.svelte";
import type { Point } from "./spatial";

export abstract class TableController<Kind extends Game = Game> {
  readonly picking = new Picking();
  stage = $state.raw<Stage | null>(null);
  /** The seat whose bot is thinking. */
  thinking = $state<Seat | null>(null);
  hinting = $state(false);
  hint = $state.raw<Thought | null>(null);
  /** Whether the game has just ended, so that the count is shown step by step. */
  ended = $state(false);
  /** Whether hints are available. */
  readonly advised: boolean = true;

  constructor(
    readonly id: string,
    readonly game: Kind,
  ) {}

  /** Whether a person at this screen has this seat. */
  abstract isHere(seat: Seat): boolean;
  /** The number of players at this screen. A single one is called "you". */
  abstract readonly peopleHere: number;
  /** The seat whose turn it is, if its player is at this screen. */
  abstract readonly mine: Seat | null;
  /** Whose hand lies in front. */
  abstract readonly inFront: Seat | null;
  /** Whether something can be taken back now, or at least asked for. */
  abstract readonly canUndo: boolean;
  /** Whether the players are to say what they drew. */
  asksForDraw = $derived.by(() => this.game.info.entered && this.game.view.turn.kind === "chance");

  abstract name(seat: Seat): string;
  /** Lets bots and chance act, until a person at this screen has the turn. */
  abstract run(): Promise<void>;
  /** Plays a move of a person at this screen: a lay, an act, or a draw that they enter. */
  abstract play(mv: string, from?: Point | null): void;
  abstract undo(): void;

  async askHint(): Promise<void> {}

  attach(stage: Stage): void {
    this.stage = stage;
    void this.present(false);
  }

  /** Draws what lies there now. */
  async present(animate: boolean, from: Point | null = null): Promise<void> {
    const { scene } = this.game.view;
    this.stage?.light(scene.fresh);
    await this.stage?.show(scene, { animate, from });
  }

  /** Lays the piece that is ready. */
  lay(from: Point | null = null): void {
    const move = this.picking.move;
    if (move) this.play(move.mv, from);
  }

  pick(piece: string): void {
    if (this.mine === null || !this.game.view.scene.playable.some((playable) => playable.piece === piece)) return;
    sounds.picked();
    this.picking.pick(this.game, piece);
    const held = this.pieceName(piece);
    notices.speak(`${held}. ${w().places(this.picking.targets.length)}`);
  }

  pieceName(id: string): string {
    const { hands, pieces } = this.game.view.scene.table;
    const piece =
      hands.flatMap((hand) => hand.pieces).find((held) => held.piece.id === id)?.piece ??
      pieces.find((piece) => piece.id === id);
    return piece ? say(piece.what) : id;
  }

  /** Says why the picked piece does not fit on a cell. */
  explain(cell: Cell): void {
    const { piece } = this.picking;
    const why = piece === null ? undefined : this.game.whyNot(piece, cell);
    if (why) this.refuse(say(why.text));
  }

  refuse(sentence: string): void {
    sounds.refused();
    notices.show(sentence);
  }

  protected announceTurn(): void {
    const todo = say(this.game.view.scene.todo);
    notices.speak(this.mine === null ? todo : `${w().turnOf(this.name(this.mine), this.peopleHere === 1)} ${todo}`);
  }

  protected end(): void {
    this.ended = true;
    sounds.ended();
  }

  dispose(): void {
    this.stage = null;
  }
}
