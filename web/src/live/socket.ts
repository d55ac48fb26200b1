// The WebSocket of the page. Requests have numbers, and answers name them. A page subscribes to tables and to the
// lobby. After a lost connection the socket reconnects and subscribes again, from the last version that each table
// knows. See docs/protocol.md.

import { createSubscriber } from "svelte/reactivity";
import { loadEngine } from "../engine/engine";
import type { Act, ClientMessage, Problem, Summary, ServerMessage } from "../engine/pkg/tablee_wasm.js";
import { updates } from "../updates.svelte";
import { identity } from "./identity.svelte";

/** `waiting`: disconnected, and about to reconnect. `outdated`: the server speaks another version of the protocol. */
export type Connection = "closed" | "connecting" | "open" | "waiting" | "outdated";

/** Why the server closed the connection, where that is worth a sentence. */
export type Dropped = "asked-too-much" | "fell-behind";

type EventsMessage = Extract<ServerMessage, { is: "events" }>;
type ChatMessage = Extract<ServerMessage, { is: "chat" }>;
type PresenceMessage = Extract<ServerMessage, { is: "present" }>;
type TurnMessage = Extract<ServerMessage, { is: "turn" }>;
/** Is notified of tables that have changed, or of all of them, and of those that the lobby no longer shows. */
type LobbyListener = (tables: Summary[], all: boolean, gone: string[]) => void;

/** A copy of a table that wants its events. */
export interface Subscriber {
  /** The number of the last event that it has applied. */
  readonly version: number;
  readonly invite: string | undefined;
  /** `more`: a page of a history, and the next one follows. */
  onEvents(message: EventsMessage, more: boolean): void;
  onChat(message: ChatMessage): void;
  onPresence(message: PresenceMessage): void;
  /** The server refused the subscription. */
  onRefused(problem: Problem): void;
}

/** The connection was lost before the answer came: the request may or may not have been carried out. */
export class ConnectionLost extends Error {}

/** A request that has no answer yet. */
interface Pending {
  /** Whether an answer follows after the events of the request. */
  more: boolean;
  resolve(message: ServerMessage): void;
  reject(reason: unknown): void;
}

// All in milliseconds. The pause before reconnecting doubles with every failure, until a connection has been of use.
const SHORTEST_PAUSE = 400;
const LONGEST_PAUSE = 20_000;
/** The reasons among the codes of close frames. */
const DROPPED: Record<number, Dropped> = { 1008: "asked-too-much", 1013: "fell-behind" };
/** The failures that such a reason counts for at once. */
const FAILURES_OF: Record<Dropped, number> = { "asked-too-much": 5, "fell-behind": 4 };
/** When to repeat a subscription that the server cannot take now, if it does not say, in seconds. */
const RETRY_AFTER = 5;
const PING_EVERY = 20_000;
/** A connection whose ping gets no answer within this time counts as lost. */
const PING_TIMEOUT = 10_000;
/** The path of a socket. With a table's id behind it, a proxy may choose the same server for all who are at that table. */
const PATH = "/api/live";
/** A socket without subscriptions is closed after this time. */
const IDLE_TIMEOUT = 5_000;

type Without<T> = T extends { id: number } ? Omit<T, "id"> : never;

class LiveSocket {
  #connection: Connection = "closed";
  #changed = (): void => undefined;
  readonly #trackConnection = createSubscriber((update) => {
    this.#changed = update;
    return () => (this.#changed = () => undefined);
  });

  #socket: WebSocket | null = null;
  /** Whether the server has answered this connection's hello. */
  #welcomed = false;
  /** Whether the server is one of several. */
  #cluster = false;
  #connectedPath = PATH;
  /** The key that this connection said hello with; undefined before. */
  #connectedKey: string | null | undefined;
  #connectedAccount = false;
  #badKey: string | null = null;
  #lastId = 0;
  #failures = 0;
  #dropped: Dropped | null = null;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #pingTimeout: ReturnType<typeof setTimeout> | undefined;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  #clockOffset = 0;
  readonly #pending = new Map<number, Pending>();
  readonly #subscribers = new Map<string, Subscriber>();
  /** The subscriptions without an answer: until then the events of these tables are pages of their histories. */
  readonly #histories = new Map<string, symbol>();
  #lobbyListener: LobbyListener | null = null;
  #turnListener: ((message: TurnMessage) => void) | null = null;
  /** Requests that wait for a connection. */
  #queue: (() => void)[] = [];

  constructor() {
    addEventListener("offline", () => this.#disconnect());
    addEventListener("online", () => this.#reconnectNow());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#reconnectNow());
  }

  /** The state of the connection; reactive. */
  get connection(): Connection {
    this.#trackConnection();
    return this.#connection;
  }

  /** Why the server closed the connection, until there is another; reactive. */
  get dropped(): Dropped | null {
    this.#trackConnection();
    return this.#dropped;
  }

  /** The time by the server's clock. */
  now(): number {
    return Date.now() + this.#clockOffset;
  }

  /** Subscribes to a table's events. Returns the function that unsubscribes. */
  subscribe(table: string, subscriber: Subscriber): () => void {
    this.#subscribers.set(table, subscriber);
    this.#connect();
    if (this.#welcomed && !this.#reconnectAtTable()) this.#sendSubscription(table, subscriber);
    return () => {
      if (this.#subscribers.get(table) !== subscriber) return;
      this.#subscribers.delete(table);
      if (this.#welcomed && !this.#reconnectAtTable()) this.#ask({ do: "unwatch", table }).catch(() => undefined);
      this.#closeWhenIdle();
    };
  }

  /** Asks for the events after the subscriber's version: for all of them if it is 0. */
  resync(table: string): void {
    const subscriber = this.#subscribers.get(table);
    if (subscriber && this.#welcomed) this.#sendSubscription(table, subscriber);
  }

  /** Subscribes to open tables and current games. Returns the function that unsubscribes. */
  subscribeToLobby(listener: LobbyListener): () => void {
    this.#lobbyListener = listener;
    this.#connect();
    if (this.#welcomed) this.#sendLobbySubscription(listener);
    return () => {
      if (this.#lobbyListener !== listener) return;
      this.#lobbyListener = null;
      if (this.#welcomed && !this.#reconnectAtTable()) this.#ask({ do: "lobby", on: false }).catch(() => undefined);
      this.#closeWhenIdle();
    };
  }

  /** Sets who is notified that it is this person's turn at a table that the page does not show. */
  onTurn(listener: (message: TurnMessage) => void): void {
    this.#turnListener = listener;
  }

  /**
   * Sends an act to a table, as soon as there is a connection. Rejects with the problem if the server refuses it, and
   * with `ConnectionLost` if the answer does not come.
   */
  async act(table: string, act: Act): Promise<string | undefined> {
    this.#connect();
    if (!this.#welcomed) await new Promise<void>((resolve) => this.#queue.push(resolve));
    // The answer to these, a secret or an address, follows the events.
    const answered = act.do === "reserve" || act.do === "renew" || act.do === "rematch";
    const answer = await this.#ask({ do: "act", table, act }, answered);
    return answer.is === "done" ? answer.answer : undefined;
  }

  /** Reconnects if the person has signed in or out, or made an account, since the hello. */
  reconnectIfChanged(): void {
    if (this.#socket === null || this.#connectedKey === undefined) return;
    const account = identity.me?.account ?? false;
    if (this.#connectedKey === this.#usableKey && this.#connectedAccount === account) return;
    this.#reconnect();
  }

  #reconnect(): void {
    this.#failures = 0;
    this.#disconnect();
    this.#connect();
  }

  /** The path for what the page shows. Only a socket for a single table has that table's path. */
  get #path(): string {
    const [table, another] = this.#subscribers.keys();
    return table === undefined || another !== undefined || this.#lobbyListener ? PATH : `${PATH}/${table}`;
  }

  /**
   * Reconnects if there are several servers, and the socket is now for one table only but was opened for something else.
   * Returns whether it does.
   */
  #reconnectAtTable(): boolean {
    const path = this.#path;
    if (!this.#cluster || path === PATH || path === this.#connectedPath) return false;
    this.#reconnect();
    return true;
  }

  #set(connection: Connection): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#changed();
  }

  #connect(): void {
    if (this.#socket !== null || this.#connection === "outdated") return;
    // The server wants a pause. Nothing makes it shorter.
    if (this.#dropped !== null && this.#reconnectTimer !== undefined) return;
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = undefined;
    // Without a network there is nothing to try: the browser fires `online` when it is back.
    if (!navigator.onLine) return this.#set("waiting");
    if (this.#connection !== "waiting") this.#set("connecting");
    this.#connectedPath = this.#path;
    const origin = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
    const socket = new WebSocket(origin + this.#connectedPath);
    this.#socket = socket;
    this.#connectedKey = undefined;
    socket.addEventListener("open", () => void this.#sendHello(socket));
    socket.addEventListener(
      "message",
      ({ data }: MessageEvent<string>) => socket === this.#socket && this.#receive(data),
    );
    socket.addEventListener("close", ({ code }) => {
      if (socket !== this.#socket) return;
      this.#onDisconnect(DROPPED[code]);
    });
  }

  async #sendHello(socket: WebSocket): Promise<void> {
    const engine = await loadEngine();
    if (socket !== this.#socket) return;
    const sent = Date.now();
    const key = (this.#connectedKey = this.#usableKey);
    this.#connectedAccount = identity.me?.account ?? false;
    try {
      const protocol = engine.protocolVersion();
      const welcome = await this.#ask({ do: "hello", protocol, key: key ?? undefined, copy: true });
      if (welcome.is !== "welcome" || socket !== this.#socket) return;
      this.#setClock(welcome.now, sent);
      this.#cluster = welcome.cluster ?? false;
    } catch (problem) {
      if (problem instanceof ConnectionLost || socket !== this.#socket) return;
      const { code, wait } = problem as Problem;
      if (code === "version") return this.#onOutdated();
      if (code === "too-much") return this.#disconnect("asked-too-much", wait);
      if (code === "bad-key") {
        this.#badKey = key;
        identity.refresh().catch(() => undefined);
      }
      return this.#disconnect();
    }
    // The page may show something else by now.
    if (this.#reconnectAtTable()) return;
    this.#welcomed = true;
    this.#dropped = null;
    this.#set("open");
    clearInterval(this.#pingTimer);
    this.#pingTimer = setInterval(() => this.#ping(), PING_EVERY);
    for (const [table, subscriber] of this.#subscribers) this.#sendSubscription(table, subscriber);
    if (this.#lobbyListener) this.#sendLobbySubscription(this.#lobbyListener);
    for (const go of this.#queue.splice(0)) go();
  }

  #onOutdated(): void {
    this.#set("outdated");
    updates.outdated = true;
    this.#disconnect();
  }

  /** Sets our idea of the server's clock. Request and answer are taken to have travelled equally long. */
  #setClock(now: number, sent: number): void {
    this.#clockOffset = now - (sent + Date.now()) / 2;
  }

  /** The key; null if the server has refused it. Without one a person can still watch. */
  get #usableKey(): string | null {
    return identity.key === this.#badKey ? null : identity.key;
  }

  #sendSubscription(table: string, subscriber: Subscriber): void {
    const asked = Symbol(table);
    this.#histories.set(table, asked);
    const wanted = (): boolean => this.#subscribers.get(table) === subscriber;
    this.#ask({ do: "watch", table, from: subscriber.version, invite: subscriber.invite })
      .catch((problem: unknown) => {
        if (problem instanceof ConnectionLost || !wanted()) return;
        const again = (): void => void (wanted() && this.#sendSubscription(table, subscriber));
        if (!this.#retry(problem as Problem, again)) subscriber.onRefused(problem as Problem);
      })
      .finally(() => this.#histories.get(table) === asked && this.#histories.delete(table));
  }

  #sendLobbySubscription(listener: LobbyListener): void {
    const again = (): void => void (this.#lobbyListener === listener && this.#sendLobbySubscription(listener));
    this.#ask({ do: "lobby", on: true }).catch(
      (problem: unknown) => problem instanceof ConnectionLost || this.#retry(problem as Problem, again),
    );
  }

  /** Asks again over the same connection, if the server could not answer only now. */
  #retry({ code, wait = RETRY_AFTER }: Problem, again: () => void): boolean {
    if (code !== "too-much" && code !== "unavailable") return false;
    const socket = this.#socket;
    setTimeout(() => socket === this.#socket && again(), wait * 1000);
    return true;
  }

  #ping(): void {
    clearTimeout(this.#pingTimeout);
    this.#pingTimeout = setTimeout(() => this.#disconnect(), PING_TIMEOUT);
    const sent = Date.now();
    this.#ask({ do: "ping" }).then(
      (pong) => {
        clearTimeout(this.#pingTimeout);
        if (pong.is === "pong") this.#setClock(pong.now, sent);
      },
      () => undefined,
    );
  }

  #ask(ask: Without<ClientMessage>, more = false): Promise<ServerMessage> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return reject(new ConnectionLost());
      this.#pending.set(id, { more, resolve, reject });
      this.#socket.send(JSON.stringify({ ...ask, id }));
    });
  }

  #receive(data: string): void {
    const message = JSON.parse(data) as ServerMessage;
    // Any message shows that the connection is alive.
    clearTimeout(this.#pingTimeout);
    // A connection that is dropped after every welcome has not been of use yet.
    if (message.is === "pong" || (message.is === "events" && message.events.length > 0)) this.#failures = 0;
    // Events are applied before the request that caused them is answered.
    if (message.is === "events")
      this.#subscribers
        .get(message.table)
        ?.onEvents(message, message.re === undefined && this.#histories.has(message.table));
    else if (message.is === "chat") this.#subscribers.get(message.table)?.onChat(message);
    else if (message.is === "present") this.#subscribers.get(message.table)?.onPresence(message);
    else if (message.is === "lobby") {
      this.#lobbyListener?.(message.tables, message.re !== undefined, message.gone ?? []);
    } else if (message.is === "turn") this.#turnListener?.(message);
    if (!("re" in message) || message.re === undefined) return;
    const pending = this.#pending.get(message.re);
    if (pending?.more && message.is === "events") return;
    this.#pending.delete(message.re);
    if (message.is === "refused") pending?.reject(message satisfies Problem);
    else pending?.resolve(message);
  }

  /** Closes a connection, and does not wait for the browser to notice. */
  #disconnect(dropped?: Dropped, wait?: number): void {
    const socket = this.#socket;
    if (socket === null) return;
    this.#onDisconnect(dropped, wait);
    socket.close();
  }

  /** `wait`: for how many seconds the client must send nothing. */
  #onDisconnect(dropped?: Dropped, wait = 0): void {
    this.#socket = null;
    this.#welcomed = false;
    clearInterval(this.#pingTimer);
    clearTimeout(this.#pingTimeout);
    const unanswered = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of unanswered) reject(new ConnectionLost());
    if (this.#connection === "outdated") return;
    if (dropped) {
      this.#dropped = dropped;
      this.#failures = Math.max(this.#failures, FAILURES_OF[dropped]);
      this.#changed();
    }
    if (!this.#wanted) return this.#set("closed");
    this.#set("waiting");
    const pause = Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** this.#failures++);
    // With jitter, so that not all pages reconnect at once when a server comes back.
    const jittered = Math.max(wait * 1000, pause * (0.5 + Math.random()));
    this.#reconnectTimer = setTimeout(() => {
      this.#reconnectTimer = undefined;
      this.#connect();
    }, jittered);
  }

  get #wanted(): boolean {
    return this.#subscribers.size > 0 || this.#lobbyListener !== null || this.#queue.length > 0;
  }

  /** Reconnects without waiting for the timer: the network is back, or the page is visible again. */
  #reconnectNow(): void {
    if (this.#connection === "open") this.#ping();
    if (this.#connection !== "waiting" || this.#socket !== null) return;
    this.#connect();
  }

  /** Closes the socket after a while without subscriptions. */
  #closeWhenIdle(): void {
    setTimeout(() => {
      if (!this.#wanted) this.#disconnect();
    }, IDLE_TIMEOUT);
  }
}

export const live = new LiveSocket();
