// A table that people share, as the page sees it: its events, added by the engine, and whatever else is told of it. A copy that has gone
// astray is thrown away, and told anew from the first event.

import type { Engine } from "../engine/engine";
import { Game } from "../engine/game.svelte";
import type {
  Act,
  Event,
  Numbered,
  Person,
  Problem,
  RatingChange,
  SharedTable,
  SharedView,
  Tell,
  Who,
} from "../engine/pkg/tablee_wasm.js";
import { identity } from "./identity.svelte";
import { live } from "./socket";

/** Something that somebody said. */
interface Said {
  v: number;
  at: number;
  by: Person;
  text: string;
}

/** The game at a shared table. */
export class SharedGame extends Game<SharedTable> {
  /** Shows a move of one's own before it is told. Throws a sentence if it would be refused. */
  foresee(mv: string): void {
    const { view, history } = this.table.foresee(mv);
    this.view = view;
    this.history = history;
  }
}

/** What makes another position. */
const POSITION: readonly Event["is"][] = ["begun", "move", "drawn", "undone", "ended"];

export const personOf = (who: Who | undefined): Person | null => (who && "person" in who ? who.person : null);
export const botOf = (who: Who | undefined): string | null => (who && "bot" in who ? who.bot : null);

export class Shared {
  /** Null until the first events have come. */
  state = $state.raw<SharedView | null>(null);
  game = $state.raw<SharedGame | null>(null);
  said = $state.raw<Said[]>([]);
  ratings = $state.raw<RatingChange[]>([]);
  /** The ids of people with a seat who are there, and how many others are watching. */
  people = $state.raw<string[]>([]);
  watchers = $state(0);
  /** Why the table cannot be seen. */
  refusal = $state.raw<Problem | null>(null);
  /** How often the copy had gone astray. */
  resyncs = $state(0);
  /** Whoever shows the game: is told of every event after the game has been seen anew. */
  onevents: (events: readonly Numbered[]) => void = () => undefined;

  #table: SharedTable | null = null;
  #stop: (() => void) | null = null;

  constructor(
    readonly engine: Engine,
    readonly id: string,
    /** The secret of the invitation, if one came with it. */
    readonly invite: string | undefined,
  ) {}

  /** One's own seat. */
  seat: number | null = $derived.by(() => {
    const me = identity.me?.id;
    const seat = me === undefined ? -1 : (this.state?.chairs.findIndex(({ who }) => personOf(who)?.id === me) ?? -1);
    return seat < 0 ? null : seat;
  });
  /** Whether one began the game, even if a bot plays on since. */
  played = $derived.by(() => {
    const me = identity.me?.id;
    return me !== undefined && (this.state?.chairs.some(({ player }) => personOf(player)?.id === me) ?? false);
  });
  /** Whether one has opened the table. */
  hosting = $derived.by(() => this.state !== null && this.state.opened.host.id === identity.me?.id);

  get version(): number {
    return this.state?.version ?? 0;
  }

  begin(): void {
    this.#stop ??= live.watch(this.id, this);
  }

  end(): void {
    this.#stop?.();
    this.#stop = null;
    this.#forget();
  }

  act(command: Act): Promise<string | undefined> {
    return live.act(this.id, command);
  }

  refused(problem: Problem): void {
    this.refusal = problem;
  }

  present({ people, watchers }: Extract<Tell, { is: "present" }>): void {
    this.people = people;
    this.watchers = watchers;
  }

  events({ events, hash }: Extract<Tell, { is: "events" }>): void {
    this.refusal = null;
    // What came with the answer to a request may have come by itself as well.
    const fresh = events.filter(({ v }) => v > this.version);
    const first = fresh[0];
    if (first === undefined) return;
    if (first.v !== this.version + 1) return live.rewatch(this.id);
    try {
      if (this.#table) this.#table.add(fresh);
      else this.#table = this.engine.SharedTable.open(this.id, fresh);
    } catch (thrown) {
      console.warn(thrown);
      return this.#resync();
    }
    const state = this.#table.state();
    if (hash !== undefined && state.hash !== hash) return this.#resync();
    this.#take(state, fresh);
  }

  #take(state: SharedView, fresh: readonly Numbered[]): void {
    const moved = fresh.some(({ is }) => POSITION.includes(is));
    this.state = state;
    const words = fresh.filter((event) => event.is === "said").map(({ v, at, by, text }) => ({ v, at, by, text }));
    if (words.length > 0) this.said = [...this.said, ...words];
    for (const event of fresh) if (event.is === "rated") this.ratings = event.changes;
    if (state.phase.kind === "playing" || state.phase.kind === "over") {
      if (this.game && moved) this.game.look();
      this.game ??= this.#table && new SharedGame(this.#table);
    }
    this.onevents(fresh);
  }

  #forget(): void {
    this.state = null;
    this.game = null;
    this.said = [];
    this.ratings = [];
    this.#table?.free();
    this.#table = null;
  }

  #resync(): void {
    this.resyncs++;
    this.#forget();
    live.rewatch(this.id);
  }
}
