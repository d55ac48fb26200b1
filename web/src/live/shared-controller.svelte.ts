// A shared table at this screen, for a player or a viewer. A player's own move is an optimistic update; everything else
// follows events.

import { asText } from "../engine/engine";
import type { Numbered, Problem, Seat } from "../engine/pkg/tablee_wasm.js";
import { notices } from "../notices.svelte";
import { sounds } from "../sound";
import { botName, lookName } from "../table/names";
import { TableController } from "../table/controller.svelte";
import type { Point } from "../table/spatial";
import { say, w } from "../words/words.svelte";
import { refusal } from "./api";
import { identity } from "./identity.svelte";
import { tellTurn } from "./notify";
import { botOf, personOf, type Shared, type SharedGame } from "./shared.svelte";
import { ConnectionLost } from "./socket";

/** How many events at once are described for screen readers. */
const MOST_DESCRIBED = 12;

export class SharedController extends TableController<SharedGame> {
  /** No hints: they would not be fair. */
  override readonly advised = false;
  /** Not in a rated game. */
  override readonly offersUndo: boolean;
  /** Whether a move has been sent and not been confirmed yet. */
  sending = $state(false);
  /** Whether the page has left the table. */
  #gone = false;

  constructor(
    readonly shared: Shared,
    game: SharedGame,
  ) {
    super(shared.id, game);
    this.offersUndo = shared.state?.opened.rated !== true;
    shared.onevents = (events) => this.#onEvents(events);
  }

  override isHere(seat: Seat): boolean {
    return this.shared.seat === seat;
  }

  readonly #playing = $derived.by(() => this.shared.state?.progress === "playing");
  readonly #myTurn = $derived.by(
    () => this.#playing && this.shared.seat !== null && this.shared.state?.turn === this.shared.seat,
  );
  override peopleHere = $derived.by(() => (this.shared.seat === null ? 0 : 1));
  override mine: Seat | null = $derived.by(() => {
    const { seat } = this.shared;
    return this.#myTurn && !this.sending && this.rewound === null ? seat : null;
  });
  override inFront: Seat | null = $derived.by(() => (this.game.over ? null : this.shared.seat));
  override canUndo = $derived.by(() => {
    const { seat, state } = this.shared;
    return (
      this.offersUndo &&
      this.#playing &&
      this.rewound === null &&
      seat !== null &&
      !this.sending &&
      state?.undo === undefined &&
      state?.chairs[seat]?.undo_to !== undefined
    );
  });

  /** The seat of the player to move, if this person may claim the game from them. */
  readonly claimFrom: Seat | null = $derived.by(() => {
    const { claimable, seat, state } = this.shared;
    return claimable && seat !== null && state?.turn !== undefined && state.turn !== seat ? state.turn : null;
  });
  /** Whether the game ends by that: only one side is left. Otherwise a bot takes over. */
  readonly claimEnds = $derived.by(() => {
    const chairs = this.shared.state?.chairs ?? [];
    const left = this.game.info.looks.filter((_, seat) => seat !== this.claimFrom && !chairs[seat]?.out);
    return new Set(left.map(({ team }) => team)).size <= 1;
  });

  override get playedOut(): boolean {
    return this.shared.state?.how === "counted";
  }

  override get aborted(): boolean {
    return this.shared.state?.how === "aborted";
  }

  override name(seat: Seat): string {
    if (this.isHere(seat)) return w().you;
    const chair = this.shared.state?.chairs[seat];
    const bot = botOf(chair?.who);
    // A bot that replaced a player still plays for that player.
    const player = personOf(chair?.player) ?? personOf(chair?.who);
    if (bot !== null && player) return player.id === identity.me?.id ? w().you : player.name;
    return bot === null ? (player?.name ?? lookName(this.game.info, seat)) : botName(bot, seat);
  }

  /** Others act elsewhere. */
  override async run(): Promise<void> {
    if (this.game.over) this.end();
    else this.announceTurn();
  }

  override play(mv: string, from: Point | null = null): void {
    if (this.mine === null) return;
    notices.acted();
    const v = this.shared.version;
    try {
      this.game.playOptimistically(mv);
    } catch (thrown) {
      return this.refuse(say(asText(thrown)));
    }
    this.happenings.dismiss();
    this.picking.clear();
    void this.happened(from);
    void this.#send(mv, v, this.game.plies);
  }

  /** Sends a move until there is an answer. `plies` is their number once it is played. */
  async #send(mv: string, v: number, plies: number): Promise<void> {
    this.sending = true;
    try {
      await this.shared.act({ do: "move", v, mv });
    } catch (problem) {
      // Retry with the same version: if the server had stored the move, it refuses the second one as stale.
      if (problem instanceof ConnectionLost) return await this.#send(mv, v, plies);
      this.game.look();
      void this.happened();
      // Stale because the first attempt was stored: that is a success.
      if (this.game.history[plies - 1]?.mv !== mv) this.refuse(sentenceOf(problem));
    } finally {
      this.sending = false;
    }
  }

  #onEvents(events: readonly Numbered[]): void {
    // After a long absence the last ones are enough.
    const said = events.slice(-MOST_DESCRIBED).flatMap((event) => this.#describe(event));
    const moved = events.some(({ is }) => ["move", "drawn", "undone", "ended", "aborted", "begun"].includes(is));
    if (moved) {
      // While someone looks back the table stays as they see it; they hold no piece then.
      if (this.rewound === null) this.picking.clear();
      void this.happened();
    }
    if (this.#myTurn && moved) {
      sounds.turn();
      said.push(`${w().turnOf(w().you, true)} ${this.say(this.game.view.scene.todo)}`);
      tellTurn(this.id, this.game.info.game);
    }
    if (said.length > 0) notices.speak(said.join(" "));
    if (events.some(({ is }) => is === "ended" || is === "aborted")) void this.#end();
  }

  /** The end waits until the last piece lies there and what it brought has been announced. */
  async #end(): Promise<void> {
    await this.landing;
    await this.happenings.quiet();
    if (this.game.over && !this.#gone) this.end();
  }

  /** An event in words, for screen readers. */
  #describe(event: Numbered): string[] {
    switch (event.is) {
      case "move": {
        const ply = this.game.history.findLast((ply) => ply.seat === event.seat && ply.mv === event.mv);
        return ply ? this.spoken([ply]) : [];
      }
      case "undone":
        return [w().moveUndone];
      case "resigned":
        return [w().left.resigned(this.name(event.seat), this.isHere(event.seat))];
      case "flagged":
        return [w().left.time(this.name(event.seat), this.isHere(event.seat))];
      case "claimed":
        return [w().left.away(this.name(event.seat), this.isHere(event.seat))];
      case "aborted":
        return event.seat === undefined ? [] : [w().abortedBy(this.name(event.seat), this.isHere(event.seat))];
      case "answered":
        if (!event.yes && !this.isHere(event.seat)) notices.show(w().undoRefused(this.name(event.seat)));
        return [];
      case "rematch":
        if (this.shared.played) notices.show(w().rematchAsked, 20);
        return [];
      default:
        return [];
    }
  }

  override undo(): void {
    if (!this.offersUndo && this.shared.seat !== null) return this.refuse(w().noUndoWhy);
    if (!this.canUndo) return;
    this.shared.act({ do: "undo" }).then(
      () => this.shared.state?.undo && notices.show(w().undoAsked),
      (problem: unknown) => this.refuse(sentenceOf(problem)),
    );
  }

  /** Claims the game from the player to move, who is away. */
  claim(): void {
    this.shared.act({ do: "claim" }).catch((problem: unknown) => {
      // The server has noticed later than this page that the player is away, or has started again.
      const { wait } = problem as { wait?: number };
      this.shared.awaitClaim(wait === undefined ? null : wait * 1000);
      this.refuse(sentenceOf(problem));
    });
  }

  override dispose(): void {
    this.#gone = true;
    this.shared.onevents = () => undefined;
    super.dispose();
  }
}

/** Why something was refused, in the language of now. */
export function sentenceOf(problem: unknown): string {
  if (problem instanceof ConnectionLost) return w().connectionLost;
  const { why } = problem as { why?: unknown };
  return say(asText(why === undefined ? problem : refusal(problem as Problem)));
}
