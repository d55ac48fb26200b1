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
  QuickWord,
  RatingChange,
  SharedTable,
  SharedView,
  ServerMessage,
  Who,
} from "../engine/pkg/tablee_wasm.js";
import { en } from "../words/en";
import { fr } from "../words/fr";
import { identity } from "./identity.svelte";
import { live } from "./socket";
import { shownName } from "./who";

/** A line of chat. */
interface Said {
  /** Unlike that of any other line here. */
  key: string;
  at: number;
  by: Person;
  text: string;
  /** What it says, if that was chosen among the quick words: each reader sees it in their language. */
  word?: QuickWord | undefined;
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

/** How many lines of chat are kept, as on the server. */
const MOST_LINES = 500;

/** The pause before a copy that differs again and again is fetched, in milliseconds; it doubles. */
const SHORTEST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;

/** The events that change the position. */
const POSITION_EVENTS: readonly Event["is"][] = ["begun", "move", "drawn", "undone", "ended", "aborted"];

export const personOf = (who: Who | undefined): Person | null =>
  who && "person" in who ? { ...who.person, name: shownName(who.person.name) } : null;
/** What a line of chat says, in the reader's language if it is a quick word. */
export const saidIn = ({ text, word }: Pick<Said, "text" | "word">, quick: Record<QuickWord, string>): string =>
  (word && quick[word]) ?? text;

export const botOf = (who: Who | undefined): string | null => (who && "bot" in who ? who.bot : null);

export class Shared {
  /** Null until the first events have come. */
  state = $state.raw<SharedView | null>(null);
  game = $state.raw<SharedGame | null>(null);
  said = $state.raw<Said[]>([]);
  ratings = $state.raw<RatingChange[]>([]);
  /** Presence: the ids of connected players, and the number of other viewers; for the host also who those are. */
  people = $state.raw<string[]>([]);
  watchers = $state(0);
  spectators = $state.raw<Person[]>([]);
  /** Whether others may claim the game, because the player to move has been away for a while. */
  claimable = $state(false);
  /** Why the server refuses to show the table. */
  refusal = $state.raw<Problem | null>(null);
  /** How often the copy differed from the server's. */
  resyncs = $state(0);
  /** Called with new events, once they are applied and shown. */
  onevents: (events: readonly Numbered[]) => void = () => undefined;

  #table: SharedTable | null = null;
  /** The last event that the copy has; the page shows a history only when it is complete. */
  #applied = 0;
  #unseen: Numbered[] = [];
  /** How often in a row the copy differed. */
  #mismatches = 0;
  /** Until it fires, what comes is ignored. */
  #resyncTimer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: (() => void) | null = null;
  #claimTimer: ReturnType<typeof setTimeout> | undefined;

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
    return this.#applied;
  }

  subscribe(): void {
    this.#unsubscribe ??= live.subscribe(this.id, this);
  }

  unsubscribe(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    clearTimeout(this.#resyncTimer);
    this.#discard();
  }

  act(command: Act): Promise<string | undefined> {
    return live.act(this.id, command);
  }

  onRefused(problem: Problem): void {
    this.refusal = problem;
    // The host has removed this person: to ask again would change nothing.
    if (problem.code !== "removed") return;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  onPresence({ people, watchers, spectators, claim }: Extract<ServerMessage, { is: "present" }>): void {
    this.people = people;
    this.watchers = watchers;
    this.spectators = spectators ?? [];
    this.awaitClaim(claim ?? null);
  }

  /** The milliseconds until others may claim the game; null: they may not. */
  awaitClaim(wait: number | null): void {
    clearTimeout(this.#claimTimer);
    this.claimable = false;
    if (wait !== null) this.#claimTimer = setTimeout(() => (this.claimable = true), wait);
  }

  onEvents({ events, hash }: Extract<ServerMessage, { is: "events" }>, more = false): void {
    this.refusal = null;
    // Events may come twice: broadcast, and with the answer to a request.
    const fresh = events.filter(({ v }) => v > this.version);
    const first = fresh[0];
    if (this.#resyncTimer !== undefined || (first ?? this.#unseen[0]) === undefined) return;
    if (first && first.v !== this.version + 1) return live.resync(this.id);
    try {
      if (this.#table) this.#table.apply(fresh);
      else this.#table = this.engine.SharedTable.open(this.id, fresh);
    } catch (thrown) {
      console.warn(thrown);
      return this.#resync();
    }
    this.#applied += fresh.length;
    this.#unseen.push(...fresh);
    if (more) return;
    const state = this.#table.state();
    if (hash !== undefined && state.hash !== hash) return this.#resync();
    this.#mismatches = 0;
    this.#show(state, this.#unseen.splice(0));
  }

  /** Lines may come twice: the latest ones are sent again after every reconnect. */
  onChat({ lines }: Extract<ServerMessage, { is: "chat" }>): void {
    this.#add(
      lines.map(({ n, at, by, text, word, table = "" }) => ({ key: `chat ${table} ${n}`, at, by, text, word })),
    );
  }

  #add(lines: readonly Said[]): void {
    const known = new Set(this.said.map(({ key }) => key));
    const fresh = lines.filter(({ key }) => !known.has(key));
    if (fresh.length > 0)
      this.said = [...this.said, ...fresh].sort((one, other) => one.at - other.at).slice(-MOST_LINES);
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
    const me = identity.me?.id;
    if (fresh.some((event) => event.is === "removed" && event.person === me))
      this.onRefused({ code: "removed", why: { en: en.removedWhy, fr: fr.removedWhy } });
  }

  #discard(): void {
    this.#applied = 0;
    this.#unseen = [];
    this.state = null;
    this.game = null;
    this.said = [];
    this.ratings = [];
    this.awaitClaim(null);
    this.#table?.free();
    this.#table = null;
  }

  #resync(): void {
    this.resyncs++;
    this.#discard();
    // Once may be an accident. A server with other rules than this page would be asked forever.
    if (this.#mismatches++ === 0) return live.resync(this.id);
    const pause = Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** (this.#mismatches - 2));
    this.#resyncTimer = setTimeout(() => {
      this.#resyncTimer = undefined;
      live.resync(this.id);
    }, pause);
  }
}
