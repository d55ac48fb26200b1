// A WebSocket whose other end is the test.

import { vi } from "vitest";
import type { ClientMessage, ServerMessage } from "../src/engine/pkg/tablee_wasm.js";

type Asked<Do extends ClientMessage["do"]> = Extract<ClientMessage, { do: Do }>;

export class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  /** Every socket since the last `install`, the latest last. */
  static all: FakeSocket[] = [];

  readyState = 0;
  readonly sent: ClientMessage[] = [];

  constructor(readonly url: string) {
    super();
    FakeSocket.all.push(this);
  }

  static install(): void {
    FakeSocket.all = [];
    vi.stubGlobal("WebSocket", FakeSocket);
  }

  static get latest(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  }

  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error("sent over a socket that is not open");
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(code = 1006): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  /** All requests of one kind, in order. */
  asked<Do extends ClientMessage["do"]>(kind: Do): Asked<Do>[] {
    return this.sent.filter((ask): ask is Asked<Do> => ask.do === kind);
  }

  tell(told: ServerMessage): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(told) }));
  }

  /** Answers a request, and lets the page act on it. */
  async answer(to: ClientMessage | undefined, answer: object): Promise<void> {
    if (!to) throw new Error("there is no such request");
    this.tell({ ...answer, re: to.id } as ServerMessage);
    await settle();
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  /** Opens the connection and answers the page's hello. */
  async welcome(now = Date.now()): Promise<void> {
    this.open();
    await vi.waitUntil(() => this.asked("hello").length > 0);
    await this.answer(this.asked("hello")[0], { is: "welcome", protocol: 1, server: "test", now });
  }
}

/** Lets everything that has been promised happen, without any time passing. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await Promise.resolve();
}
