// A step of a lesson: a table where only the learner moves, with a goal.

import type { LocalGame } from "../engine/game.svelte";
import type { Seat, Step, Text } from "../engine/pkg/tablee_wasm.js";
import { notices } from "../notices.svelte";
import { say, w } from "../words/words.svelte";
import { LocalController } from "./local-controller.svelte";
import { lookName } from "./names";
import type { Point } from "./spatial";

/** How long a move that is not the one asked for stays on the table before it is undone. */
const SECOND_LOOK = 1400;

export class LessonController extends LocalController {
  /** Whether the goal is reached. */
  done = $state(false);
  /** Every seat is the learner's. */
  override peopleHere = 1;
  /** The comment on the last move. */
  said = $state.raw<Text | null>(null);

  readonly #learner: Seat | null;

  constructor(
    game: LocalGame,
    readonly step: Step,
  ) {
    super("lesson", game);
    this.#learner = game.seat;
    this.done = step.goal.kind === "read";
  }

  /** The learner has every seat; but "you" is whose turn it was when the step began. */
  override name(seat: Seat): string {
    return seat === this.#learner ? w().you : lookName(this.game.info, seat);
  }

  /** Lessons are not saved: there is nothing to resume. */
  override save(): void {}

  /** There are no bots and no draws. */
  override async run(): Promise<void> {}

  override play(mv: string, from: Point | null = null): void {
    const { goal } = this.step;
    const before = this.game.plies;
    if (this.done || this.said) return;
    super.play(mv, from);
    const played = this.game.history.at(before)?.mv;
    if (played === undefined || goal.kind === "read") return;
    this.done = goal.kind === "any" || goal.moves.includes(played);
    this.said = this.done ? goal.done : goal.kind === "moves" ? goal.otherwise : null;
    if (this.said) notices.speak(say(this.said));
    if (!this.done) setTimeout(() => this.#again(before), SECOND_LOOK);
  }

  /** The table as it was; what was said stays until the next piece is picked. */
  #again(plies: number): void {
    if (this.stage === null) return;
    this.game.undoTo(plies);
    void this.present(true);
    this.picking.clear();
  }

  override pick(piece: string): void {
    if (this.done) return;
    this.said = null;
    super.pick(piece);
  }
}
