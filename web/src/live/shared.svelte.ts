// The page's copy of a shared table: events of the server, applied in order by the engine, with chat, ratings and
// presence. A copy that differs from the server's (by its hash, or because an event does not fit) is thrown away, and
// resyncs from the first event.

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
  ServerMessage,
  Who,
} from "../engine/pkg/tablee_wasm.js";
import { identity } from "./identity.svelte";
import { live } from "./socket";

/** A line of chat. */
interface Said {
  /** Unlike that of any other line here. */
  key: string;
  at: number;
  by: Person;
  text: string;
}

/** The game at a shared table. */
export class SharedGame extends Game<SharedTable> {
  /**
   * Optimistic update: shows this person's move before the server has confirmed it. Throws a sentence if the rules
   * refuse it.
   */
  playOptimistically(mv: string): void {
    const { view, history } = this.table.preview(mv);
    this.view = view;
    this.history = [...this.history, ...history];
  }
}

/** The events that change the position. */
const POSITION_EVENTS: readonly Event["is"][] = ["begun", "move", "drawn", "undone", "ended"];

export const personOf = (who: Who | undefined): Person | null => (who && "person" in who ? who.person : null);
export const botOf = (who: Who | undefined): string | null => (who && "bot" in who ? who.bot : null);

export class Shared {
  /** Null until the first events have come. */
  state = $state.raw<SharedView | null>(null);
  game = $state.raw<SharedGame | null>(null);
  said = $state.raw<Said[]>([]);
  ratings = $state.raw<RatingChange[]>([]);
  /** Presence: the ids of connected players, and the number of other viewers. */
  people = $state.raw<string[]>([]);
  watchers = $state(0);
  /** Why the server refuses to show the table. */
  refusal = $state.raw<Problem | null>(null);
  /** How often the copy differed from the server's. */
  resyncs = $state(0);
  /** Called with new events, once they are applied and shown. */
  onevents: (events: readonly Numbered[]) => void = () => undefined;

  #table: SharedTable | null = null;
  #unsubscribe: (() => void) | null = null;

  constructor(
    readonly engine: Engine,
    readonly id: string,
    /** The secret of the invitation, if one came with it. */
    readonly invite: string | undefined,
  ) {}

  /** The seat of this person. */
  seat: number | null = $derived.by(() => {
    const me = identity.me?.id;
    const seat = me === undefined ? -1 : (this.state?.chairs.findIndex(({ who }) => personOf(who)?.id === me) ?? -1);
    return seat < 0 ? null : seat;
  });
  /** Whether this person began the game, even if a bot has replaced them. */
  played = $derived.by(() => {
    const me = identity.me?.id;
    return me !== undefined && (this.state?.chairs.some(({ player }) => personOf(player)?.id === me) ?? false);
  });
  /** Whether this person opened the table. */
  hosting = $derived.by(() => this.state !== null && this.state.opened.host.id === identity.me?.id);

  get version(): number {
    return this.state?.version ?? 0;
  }

  subscribe(): void {
    this.#unsubscribe ??= live.subscribe(this.id, this);
  }

  unsubscribe(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#discard();
  }

  act(command: Act): Promise<string | undefined> {
    return live.act(this.id, command);
  }

  onRefused(problem: Problem): void {
    this.refusal = problem;
  }

  onPresence({ people, watchers }: Extract<ServerMessage, { is: "present" }>): void {
    this.people = people;
    this.watchers = watchers;
  }

  onEvents({ events, hash }: Extract<ServerMessage, { is: "events" }>): void {
    this.refusal = null;
    // Events may come twice: broadcast, and with the answer to a request.
    const fresh = events.filter(({ v }) => v > this.version);
    const first = fresh[0];
    if (first === undefined) return;
    if (first.v !== this.version + 1) return live.resync(this.id);
    try {
      if (this.#table) this.#table.apply(fresh);
      else this.#table = this.engine.SharedTable.open(this.id, fresh);
    } catch (thrown) {
      console.warn(thrown);
      return this.#resync();
    }
    const state = this.#table.state();
    if (hash !== undefined && state.hash !== hash) return this.#resync();
    this.#show(state, fresh);
  }

  /** Lines may come twice: the latest ones are sent again after every reconnect. */
  onChat({ lines }: Extract<ServerMessage, { is: "chat" }>): void {
    this.#add(lines.map(({ n, at, by, text }) => ({ key: `chat ${n}`, at, by, text })));
  }

  #add(lines: readonly Said[]): void {
    const known = new Set(this.said.map(({ key }) => key));
    const fresh = lines.filter(({ key }) => !known.has(key));
    if (fresh.length > 0) this.said = [...this.said, ...fresh].sort((one, other) => one.at - other.at);
  }

  #show(state: SharedView, fresh: readonly Numbered[]): void {
    const moved = fresh.some(({ is }) => POSITION_EVENTS.includes(is));
    this.state = state;
    // Tables of older servers have chat among their events.
    const said = fresh.filter((event) => event.is === "said");
    this.#add(said.map(({ v, at, by, text }) => ({ key: `event ${v}`, at, by, text })));
    for (const event of fresh) if (event.is === "rated") this.ratings = event.changes;
    if (state.progress === "playing" || state.progress === "over") {
      if (this.game && moved) this.game.look();
      this.game ??= this.#table && new SharedGame(this.#table);
    }
    this.onevents(fresh);
  }

  #discard(): void {
    this.state = null;
    this.game = null;
    this.said = [];
    this.ratings = [];
    this.#table?.free();
    this.#table = null;
  }

  #resync(): void {
    this.resyncs++;
    this.#discard();
    live.resync(this.id);
  }
}
