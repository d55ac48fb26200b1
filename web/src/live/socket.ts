// The one socket of the page: what is asked is answered by its number, tables that are watched are told of whatever happens there, and a
// connection that was lost is made again, from where it was. See docs/protocol.md.

import { createSubscriber } from "svelte/reactivity";
import { loadEngine } from "../engine/engine";
import type { Act, Ask, Problem, Summary, Tell } from "../engine/pkg/tablee_wasm.js";
import { updates } from "../updates.svelte";
import { identity } from "./identity.svelte";

/** `waiting`: the connection was lost, and will be tried again. `outdated`: the server speaks another version of the protocol. */
export type Connection = "closed" | "connecting" | "open" | "waiting" | "outdated";

type EventsTold = Extract<Tell, { is: "events" }>;
type PresentTold = Extract<Tell, { is: "present" }>;
type TurnTold = Extract<Tell, { is: "turn" }>;

/** Who watches a table. */
export interface Watcher {
  /** The last version that it knows. */
  readonly version: number;
  readonly invite: string | undefined;
  events(told: EventsTold): void;
  present(told: PresentTold): void;
  /** The table cannot be watched. */
  refused(problem: Problem): void;
}

/** The connection was lost before the answer came: nobody knows whether it was done. */
export class Lost extends Error {}

interface Waiting {
  /** Whether something is told after the events that it makes. */
  more: boolean;
  resolve(told: Tell): void;
  reject(reason: unknown): void;
}

const SHORTEST_PAUSE = 400;
const LONGEST_PAUSE = 20_000;
const PING_EVERY = 20_000;
/** So long an answer to a ping may take before the connection counts as lost. */
const PATIENCE = 10_000;

type Without<T> = T extends { id: number } ? Omit<T, "id"> : never;

class Live {
  #connection: Connection = "closed";
  #changed = (): void => undefined;
  readonly #subscribe = createSubscriber((update) => {
    this.#changed = update;
    return () => (this.#changed = () => undefined);
  });

  #socket: WebSocket | null = null;
  #greeted = false;
  /** The key that this connection came with, once it has been said. */
  #as: string | null | undefined;
  #badKey: string | null = null;
  #lastId = 0;
  #failures = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #ahead = 0;
  readonly #answers = new Map<number, Waiting>();
  readonly #watchers = new Map<string, Watcher>();
  #lobby: ((tables: Summary[], all: boolean) => void) | null = null;
  #turn: ((told: TurnTold) => void) | null = null;
  /** Those who wait for a connection. */
  #queue: (() => void)[] = [];

  constructor() {
    addEventListener("offline", () => this.#drop());
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
  }

  /** How the connection is; whoever shows it is told when that changes. */
  get connection(): Connection {
    this.#subscribe();
    return this.#connection;
  }

  /** What time it is for the server. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  /** Is told of all that happens at a table until the returned function is called. */
  watch(table: string, watcher: Watcher): () => void {
    this.#watchers.set(table, watcher);
    this.#connect();
    if (this.#greeted) this.#resume(table, watcher);
    return () => {
      if (this.#watchers.get(table) !== watcher) return;
      this.#watchers.delete(table);
      if (this.#greeted) this.#ask({ do: "unwatch", table }).catch(() => undefined);
      this.#rest();
    };
  }

  /** Is told anew of what it does not know, or of everything if its version is 0. */
  rewatch(table: string): void {
    const watcher = this.#watchers.get(table);
    if (watcher && this.#greeted) this.#resume(table, watcher);
  }

  /** Is told of open tables and games until the returned function is called. */
  watchLobby(told: (tables: Summary[], all: boolean) => void): () => void {
    this.#lobby = told;
    this.#connect();
    if (this.#greeted) this.#ask({ do: "lobby", on: true }).catch(() => undefined);
    return () => {
      if (this.#lobby !== told) return;
      this.#lobby = null;
      if (this.#greeted) this.#ask({ do: "lobby", on: false }).catch(() => undefined);
      this.#rest();
    };
  }

  /** Is told when one is on turn at a table that this page does not show. */
  onTurn(told: (turn: TurnTold) => void): void {
    this.#turn = told;
  }

  /** Does something at a table, as soon as there is a connection. Rejects with the problem if it is refused, and with `Lost` if nobody knows. */
  async act(table: string, act: Act): Promise<string | undefined> {
    this.#connect();
    if (!this.#greeted) await new Promise<void>((resolve) => this.#queue.push(resolve));
    // These bring a secret or an address besides the event.
    const told = await this.#ask({ do: "act", table, act }, act.do === "reserve" || act.do === "rematch");
    return told.is === "done" ? told.answer : undefined;
  }

  /** Begins anew if one has become somebody else. */
  restart(): void {
    if (this.#socket === null || this.#as === undefined || this.#as === identity.key) return;
    this.#failures = 0;
    this.#drop();
    this.#connect();
  }

  #set(connection: Connection): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#changed();
  }

  #connect(): void {
    if (this.#socket !== null || this.#connection === "outdated") return;
    clearTimeout(this.#again);
    this.#again = undefined;
    // Without a network there is nothing to try: the browser says when it is back.
    if (!navigator.onLine) return this.#set("waiting");
    if (this.#connection !== "waiting") this.#set("connecting");
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    this.#socket = socket;
    this.#as = undefined;
    socket.addEventListener("open", () => void this.#greet(socket));
    socket.addEventListener("message", ({ data }: MessageEvent<string>) => socket === this.#socket && this.#hear(data));
    socket.addEventListener("close", () => socket === this.#socket && this.#lose());
  }

  async #greet(socket: WebSocket): Promise<void> {
    const engine = await loadEngine();
    if (socket !== this.#socket) return;
    const sent = Date.now();
    // A key that is no longer valid still lets one watch, without it.
    const key = identity.key === this.#badKey ? null : identity.key;
    this.#as = key;
    try {
      const welcome = await this.#ask({ do: "hello", protocol: engine.protocolVersion(), key: key ?? undefined });
      if (welcome.is !== "welcome" || socket !== this.#socket) return;
      this.#tellTime(welcome.now, sent);
    } catch (problem) {
      if (problem instanceof Lost || socket !== this.#socket) return;
      const { code } = problem as Problem;
      if (code === "version") return this.#outdated();
      if (code === "bad-key") {
        this.#badKey = key;
        identity.refresh().catch(() => undefined);
      }
      return this.#drop();
    }
    this.#greeted = true;
    this.#failures = 0;
    this.#set("open");
    clearInterval(this.#pinging);
    this.#pinging = setInterval(() => this.#ping(), PING_EVERY);
    for (const [table, watcher] of this.#watchers) this.#resume(table, watcher);
    if (this.#lobby) this.#ask({ do: "lobby", on: true }).catch(() => undefined);
    for (const go of this.#queue.splice(0)) go();
  }

  #outdated(): void {
    this.#set("outdated");
    updates.outdated = true;
    this.#drop();
  }

  /** The answer took some time each way. */
  #tellTime(now: number, sent: number): void {
    this.#ahead = now - (sent + Date.now()) / 2;
  }

  #resume(table: string, watcher: Watcher): void {
    this.#ask({ do: "watch", table, from: watcher.version, invite: watcher.invite }).catch((problem: unknown) => {
      if (!(problem instanceof Lost) && this.#watchers.get(table) === watcher) watcher.refused(problem as Problem);
    });
  }

  #ping(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#drop(), PATIENCE);
    const sent = Date.now();
    this.#ask({ do: "ping" }).then(
      (pong) => {
        clearTimeout(this.#silence);
        if (pong.is === "pong") this.#tellTime(pong.now, sent);
      },
      () => undefined,
    );
  }

  #ask(ask: Without<Ask>, more = false): Promise<Tell> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return reject(new Lost());
      this.#answers.set(id, { more, resolve, reject });
      this.#socket.send(JSON.stringify({ ...ask, id }));
    });
  }

  #hear(data: string): void {
    const told = JSON.parse(data) as Tell;
    // Whatever comes shows that somebody is there.
    clearTimeout(this.#silence);
    // First it is so, and only then is whoever asked told that it is.
    if (told.is === "events") this.#watchers.get(told.table)?.events(told);
    else if (told.is === "present") this.#watchers.get(told.table)?.present(told);
    else if (told.is === "lobby") this.#lobby?.(told.tables, told.re !== undefined);
    else if (told.is === "turn") this.#turn?.(told);
    if (!("re" in told) || told.re === undefined) return;
    const waiting = this.#answers.get(told.re);
    if (waiting?.more && told.is === "events") return;
    this.#answers.delete(told.re);
    if (told.is === "refused") waiting?.reject(told satisfies Problem);
    else waiting?.resolve(told);
  }

  /** Gives a connection up that may still look alive. */
  #drop(): void {
    const socket = this.#socket;
    if (socket === null) return;
    this.#lose();
    socket.close();
  }

  #lose(): void {
    this.#socket = null;
    this.#greeted = false;
    clearInterval(this.#pinging);
    clearTimeout(this.#silence);
    const lost = [...this.#answers.values()];
    this.#answers.clear();
    for (const { reject } of lost) reject(new Lost());
    if (this.#connection === "outdated") return;
    if (!this.#wanted) return this.#set("closed");
    this.#set("waiting");
    const pause = Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** this.#failures++);
    // Not all at once, when a server comes back.
    this.#again = setTimeout(() => this.#connect(), pause * (0.5 + Math.random()));
  }

  get #wanted(): boolean {
    return this.#watchers.size > 0 || this.#lobby !== null || this.#queue.length > 0;
  }

  /** Nobody waits any longer than needed once the network is back, or somebody looks. */
  #hurry(): void {
    if (this.#connection === "open") this.#ping();
    if (this.#connection !== "waiting" || this.#socket !== null) return;
    this.#failures = 0;
    this.#connect();
  }

  /** Without anybody who wants to know the socket is closed after a while. */
  #rest(): void {
    setTimeout(() => {
      if (!this.#wanted) this.#drop();
    }, 5000);
  }
}

export const live = new Live();
