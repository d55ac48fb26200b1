// A table that people share, as one sits at it or watches: one's own moves lie there at once and are sent, those of others are told.

import { asText } from "../engine/engine";
import type { Numbered, Seat } from "../engine/pkg/tablee_wasm.js";
import { notices } from "../notices.svelte";
import { sounds } from "../sound";
import { botName } from "../table/names";
import { Sitting } from "../table/sitting.svelte";
import type { Point } from "../table/spatial";
import { say, w } from "../words/words.svelte";
import { identity } from "./identity.svelte";
import { tellTurn } from "./notify";
import { botOf, personOf, type Shared, type SharedGame } from "./shared.svelte";
import { Lost } from "./socket";

export class SharedSitting extends Sitting<SharedGame> {
  /** Advice from the house would not be fair. */
  override readonly advised = false;
  /** Whether a move of one's own has been sent and not been told yet. */
  sending = $state(false);

  constructor(
    readonly shared: Shared,
    game: SharedGame,
  ) {
    super(shared.id, game);
    shared.onevents = (events) => this.#told(events);
  }

  override isHere(seat: Seat): boolean {
    return this.shared.seat === seat;
  }

  readonly #playing = $derived.by(() => this.shared.state?.phase.kind === "playing");
  readonly #myTurn = $derived.by(
    () => this.#playing && this.shared.seat !== null && this.shared.state?.turn === this.shared.seat,
  );
  override peopleHere = $derived.by(() => (this.shared.seat === null ? 0 : 1));
  override mine: Seat | null = $derived.by(() => {
    const { seat } = this.shared;
    return this.#myTurn && !this.sending ? seat : null;
  });
  override inFront: Seat | null = $derived.by(() => (this.game.over ? null : this.shared.seat));
  override canUndo = $derived.by(() => {
    const { seat, state } = this.shared;
    return (
      this.#playing &&
      seat !== null &&
      !this.sending &&
      state?.undo === undefined &&
      state?.chairs[seat]?.undo_to !== undefined
    );
  });

  override name(seat: Seat): string {
    if (this.isHere(seat)) return w().you;
    const chair = this.shared.state?.chairs[seat];
    const bot = botOf(chair?.who);
    // Whoever is replaced by a bot is still who the seat counts for.
    const player = personOf(chair?.player) ?? personOf(chair?.who);
    if (bot !== null && player) return player.id === identity.me?.id ? w().you : player.name;
    return bot === null ? (player?.name ?? w().seat(seat + 1)) : this.#botName(bot, seat);
  }

  #botName(bot: string, seat: Seat): string {
    const alike = this.shared.state?.chairs.filter(({ player }) => botOf(player) === bot).length ?? 0;
    const look = this.game.info.looks[seat];
    return alike > 1 && look ? `${botName(bot)} (${say(look.name)})` : botName(bot);
  }

  /** Everybody else acts elsewhere. */
  override async run(): Promise<void> {
    if (this.game.over) this.end();
    else this.announceTurn();
  }

  override play(mv: string, from: Point | null = null): void {
    if (this.mine === null) return;
    const v = this.shared.version;
    try {
      this.game.foresee(mv);
    } catch (thrown) {
      return this.refuse(say(asText(thrown)));
    }
    sounds.laid();
    this.picking.clear();
    void this.present(true, from);
    void this.#send(mv, v, this.game.plies);
  }

  /** `plies` is how many there are once it is played. */
  async #send(mv: string, v: number, plies: number): Promise<void> {
    this.sending = true;
    try {
      await this.shared.act({ do: "move", v, mv });
    } catch (problem) {
      // Without an answer the same move is sent again: if it was played, the table has changed since that version, and it is refused.
      if (problem instanceof Lost) return await this.#send(mv, v, plies);
      this.game.look();
      void this.present(true);
      // Unless what was told meanwhile says that it was played after all.
      if (this.game.history[plies - 1]?.mv !== mv) this.refuse(sentenceOf(problem));
    } finally {
      this.sending = false;
    }
  }

  #told(events: readonly Numbered[]): void {
    const said = events.flatMap((event) => this.#tell(event));
    const moved = events.some(({ is }) => ["move", "drawn", "undone", "ended", "begun"].includes(is));
    if (moved) {
      this.picking.clear();
      void this.present(true);
    }
    if (events.some(({ is }) => is === "move")) sounds.laid();
    if (this.#myTurn && moved) {
      said.push(`${w().turnOf(w().you, true)} ${say(this.game.view.scene.todo)}`);
      tellTurn(this.id, this.game.info.game);
    }
    if (said.length > 0) notices.speak(said.join(" "));
    if (events.some(({ is }) => is === "ended")) this.end();
  }

  /** An event in words, for those who listen. */
  #tell(event: Numbered): string[] {
    switch (event.is) {
      case "move": {
        const what = this.game.history.findLast((ply) => ply.seat === event.seat && ply.mv === event.mv)?.what;
        return what ? [w().does(this.name(event.seat), say(what))] : [];
      }
      case "undone":
        return [w().takenBack];
      case "resigned":
        return [w().gaveUp(this.name(event.seat), this.isHere(event.seat))];
      case "flagged":
        return [w().ranOutOfTime(this.name(event.seat), this.isHere(event.seat))];
      case "answered":
        if (!event.yes) notices.show(w().undoRefused(this.name(event.seat)));
        return [];
      case "rematch":
        if (this.shared.played) notices.show(w().rematchAsked, 20);
        return [];
      default:
        return [];
    }
  }

  override undo(): void {
    if (!this.canUndo) return;
    this.shared.act({ do: "undo" }).then(
      () => this.shared.state?.undo && notices.show(w().undoAsked),
      (problem: unknown) => this.refuse(sentenceOf(problem)),
    );
  }

  override dispose(): void {
    this.shared.onevents = () => undefined;
    super.dispose();
  }
}

/** Why something was refused, in the language of now. */
export function sentenceOf(problem: unknown): string {
  if (problem instanceof Lost) return w().connectionLost;
  const { why } = problem as { why?: unknown };
  return say(asText(why ?? problem));
}
