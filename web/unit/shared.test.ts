// A shared table as the page keeps it: events applied in order, optimistic updates, refusals and resync. Socket and
// clock are fake, the engine is real.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Event, Numbered, SharedTable, ServerMessage } from "../src/engine/pkg/tablee_wasm.js";
import type { Shared } from "../src/live/shared.svelte";
import type { SharedController } from "../src/live/shared-controller.svelte";
import { FakeSocket, settle } from "./fake-socket";
import { freshPage } from "./page";

const TABLE = "k3m9x2a7bqcd";
const ADA = { id: "ada", name: "Ada" };
const BEN = { id: "ben", name: "Ben" };

/** The server's copy of the table: it numbers events, and knows the hash of the position. */
class Server {
  readonly events: Numbered[] = [];
  #copy: SharedTable | null = null;

  constructor(
    readonly engine: typeof import("../src/engine/pkg/tablee_wasm.js"),
    rated = false,
  ) {
    const options = { players: "2" };
    const terms = { clock: { kind: "none" }, public: true, rated } as const;
    this.happen({ is: "opened", game: "rumis", options, seats: 2, host: ADA, ...terms } as Event);
    this.happen({ is: "sat", seat: 0, who: { person: ADA } } as Event);
    this.happen({ is: "sat", seat: 1, who: { person: BEN } } as Event);
    this.happen({ is: "begun", setup: "" } as Event);
  }

  get copy(): SharedTable {
    if (!this.#copy) throw new Error("nothing has happened yet");
    return this.#copy;
  }

  /** Appends an event. */
  happen(event: Event): Numbered {
    const v = this.events.length + 1;
    const numbered = { ...event, v, at: 1000 * v } as Numbered;
    if (this.#copy) this.#copy.apply([numbered]);
    else this.#copy = this.engine.SharedTable.open(TABLE, [numbered]);
    this.events.push(numbered);
    return numbered;
  }

  /** A move that the rules offer to the seat whose turn it is. */
  offered(choice = 0): string {
    const piece = this.copy.view().scene.playable.filter(({ ways }) => ways > 0)[choice]?.piece ?? "";
    return this.copy.targets(piece)[0]?.ways[0]?.mv ?? "";
  }

  play(mv = this.offered()): Numbered {
    return this.happen({ is: "move", seat: this.copy.state().turn ?? 0, mv } as Event);
  }

  /** The message that brings these events, or all after a version. */
  tell(events: readonly Numbered[], re?: number, hash = this.copy.state().hash): ServerMessage {
    return { is: "events", ...(re !== undefined && { re }), table: TABLE, events: [...events], hash } as ServerMessage;
  }

  since(version: number, re?: number): ServerMessage {
    return this.tell(this.events.slice(version), re);
  }
}

let server: Server;
let shared: Shared;
let controller: SharedController;
let socketModule: typeof import("../src/live/socket");

const socket = (): FakeSocket => FakeSocket.latest;
const acts = () => socket().asked("act");
const watches = () => socket().asked("watch");
const plies = (): string[] => controller.game.history.map(({ mv }) => mv);

beforeEach(async () => {
  vi.resetModules();
  FakeSocket.install();
  freshPage();
  localStorage.setItem("tablee.identity", JSON.stringify({ key: "key", me: { ...ADA, account: false }, name: "Ada" }));
  const { loadEngine } = await import("../src/engine/engine");
  const engine = await loadEngine();
  socketModule = await import("../src/live/socket");
  const { Shared } = await import("../src/live/shared.svelte");
  const { SharedController } = await import("../src/live/shared-controller.svelte");
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  server = new Server(engine);
  shared = new Shared(engine, TABLE, undefined);
  shared.subscribe();
  await socket().welcome();
  await socket().answer(watches()[0], server.since(0));
  if (!shared.game) throw new Error("the game is not there");
  controller = new SharedController(shared, shared.game);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("events", () => {
  test("make the table: seats, turn, version", () => {
    expect(shared.version).toBe(4);
    expect(shared.seat).toBe(0);
    expect(shared.hosting).toBe(true);
    expect(controller.mine).toBe(0);
    expect(controller.name(1)).toBe("Ben");
  });

  test("are applied in order, one at a time or many", () => {
    const [first, second, third] = [server.play(), server.play(), server.play()];
    socket().tell(server.tell([first, second, third]));
    expect(shared.version).toBe(7);
    expect(plies()).toEqual([first, second, third].map((event) => (event.is === "move" ? event.mv : "")));
    expect(controller.mine).toBe(null);
    expect(shared.resyncs).toBe(0);
  });

  test("that come twice are applied once", () => {
    const move = server.play();
    socket().tell(server.tell([move]));
    socket().tell(server.tell([move]));
    socket().tell(server.since(0));
    expect(shared.version).toBe(5);
    expect(plies()).toHaveLength(1);
    expect(shared.resyncs).toBe(0);
  });

  test("that were missed are asked for, from the version that is known", async () => {
    server.play();
    socket().tell(server.tell([server.play()]));
    expect(shared.version).toBe(4);
    expect(watches().at(-1)).toMatchObject({ table: TABLE, from: 4 });
    await socket().answer(watches().at(-1), server.since(4));
    expect(shared.version).toBe(6);
    expect(shared.resyncs).toBe(0);
  });

  test("chat is kept once, and does not touch the game", () => {
    const before = controller.game.view;
    const line = { n: 7, at: 2, by: BEN, text: "Bonsoir !" };
    socket().tell({ is: "chat", table: TABLE, lines: [line, { ...line, n: 9, at: 3, text: "À vous !" }] });
    socket().tell({ is: "chat", table: TABLE, lines: [line] });
    expect(shared.said.map(({ by, text }) => `${by.name}: ${text}`)).toEqual(["Ben: Bonsoir !", "Ben: À vous !"]);
    expect(controller.game.view).toBe(before);
  });

  test("quick words are those of the reader, and words that this page does not know as they were sent", async () => {
    const { saidIn } = await import("../src/live/shared.svelte");
    const { en } = await import("../src/words/en");
    const { fr } = await import("../src/words/fr");
    const line = { n: 7, at: 2, by: BEN, text: "Hello! · Bonjour !", word: "hello" } as const;
    const other = { ...line, n: 8, at: 3, text: "Bravo !", word: "bravo" };
    // A line of an earlier table of the series may have the number of one here.
    const earlier = { ...line, at: 1, text: "Bon.", word: undefined, table: "earlier" };
    socket().tell({ is: "chat", table: TABLE, lines: [line, other, earlier] } as ServerMessage);
    expect(shared.said.map((line) => saidIn(line, en.quick))).toEqual(["Bon.", "Hello!", "Bravo !"]);
    expect(shared.said.map((line) => saidIn(line, fr.quick))).toEqual(["Bon.", fr.quick.hello, "Bravo !"]);
  });

  test("chat among the events of an old table is kept", () => {
    const before = controller.game.view;
    socket().tell(server.tell([server.happen({ is: "said", by: BEN, text: "Bonjour !" } as Event)]));
    expect(shared.said.map(({ by, text }) => `${by.name}: ${text}`)).toEqual(["Ben: Bonjour !"]);
    expect(controller.game.view).toBe(before);
  });
});

describe("a long history", () => {
  /** Comes in pages: all but the last without hash and without the id of the request. */
  const pages = (events: readonly Numbered[], re: number | undefined): ServerMessage[] => {
    const page = (from: number): Numbered[] => events.slice(from, from + 100);
    const starts = events.flatMap((_, at) => (at % 100 === 0 ? [at] : []));
    return starts.map((from, at) =>
      at < starts.length - 1
        ? ({ is: "events", table: TABLE, events: page(from) } as ServerMessage)
        : server.tell(page(from), re),
    );
  };

  test("is shown once, when it is complete", async () => {
    for (let times = 0; times < 125; times++) {
      server.happen({ is: "asked", seat: 0, plies: 0 } as Event);
      server.happen({ is: "answered", seat: 1, yes: false } as Event);
    }
    socketModule.live.resync(TABLE);
    const spoken = vi.spyOn((await import("../src/notices.svelte")).notices, "show");
    const seen: number[] = [];
    const onevents = shared.onevents;
    shared.onevents = (events) => {
      seen.push(events.length);
      onevents(events);
    };
    const [first, second, last] = pages(server.events.slice(4), watches().at(-1)?.id);
    for (const message of [first, second]) {
      if (message) socket().tell(message);
      expect(shared.state?.version).toBe(4);
    }
    // Known events are not asked for again.
    expect(shared.version).toBe(204);
    if (last) socket().tell(last);
    await settle();
    expect([shared.version, shared.state?.version, shared.resyncs]).toEqual([254, 254, 0]);
    expect(seen).toEqual([250]);
    expect(spoken.mock.calls.length).toBeLessThan(12);
  });

  test("that breaks off goes on where it broke off", async () => {
    for (let times = 0; times < 75; times++) {
      server.happen({ is: "asked", seat: 0, plies: 0 } as Event);
      server.happen({ is: "answered", seat: 1, yes: false } as Event);
    }
    socketModule.live.resync(TABLE);
    const [first] = pages(server.events.slice(4), undefined);
    if (first) socket().tell(first);
    socket().close();
    vi.advanceTimersByTime(1000);
    await socket().welcome();
    expect(watches()).toMatchObject([{ from: 104 }]);
    await socket().answer(watches()[0], server.since(104));
    expect([shared.state?.version, shared.resyncs]).toEqual([154, 0]);
  });

  test("of chat is bounded", () => {
    const lines = Array.from({ length: 700 }, (_, n) => ({ n, at: n, by: BEN, text: `${n}` }));
    for (let from = 0; from < 700; from += 25)
      socket().tell({ is: "chat", table: TABLE, lines: lines.slice(from, from + 25) });
    expect([shared.said.length, shared.said[0]?.text, shared.said.at(-1)?.text]).toEqual([500, "200", "699"]);
  });
});

describe("resync", () => {
  test("a hash that differs throws the copy away and asks for everything", async () => {
    const move = server.play();
    socket().tell(server.tell([move], undefined, 12345));
    expect(shared.resyncs).toBe(1);
    expect(shared.version).toBe(0);
    expect(watches().at(-1)).toMatchObject({ from: 0 });
    await socket().answer(watches().at(-1), server.since(0));
    expect(shared.version).toBe(5);
    expect(shared.game?.plies).toBe(1);
  });

  test("a copy that differs again and again is asked for less and less often", async () => {
    const differ = (): Promise<void> =>
      socket().answer(watches().at(-1), { ...server.tell(server.events, undefined, 12345) });
    socket().tell(server.tell([server.play()], undefined, 12345));
    const pauses: number[] = [];
    for (let times = 0; times < 8; times++) {
      const before = watches().length;
      await differ();
      // New events meanwhile change nothing.
      socket().tell(server.tell([server.play()]));
      let waited = 0;
      for (; watches().length === before; waited += 500) {
        vi.advanceTimersByTime(500);
        for (const ping of socket().asked("ping")) await socket().answer(ping, { is: "pong", now: Date.now() });
      }
      pauses.push(waited);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    await socket().answer(watches().at(-1), server.since(0));
    expect(shared.version).toBe(server.events.length);
    const before = watches().length;
    socket().tell(server.tell([server.play()], undefined, 12345));
    expect(watches()).toHaveLength(before + 1);
  });

  test("an event that breaks the rules does too", () => {
    socket().tell(server.tell([{ is: "move", seat: 0, mv: "nonsense", v: 5, at: 5000 } as Numbered]));
    expect(shared.resyncs).toBe(1);
    expect(watches().at(-1)).toMatchObject({ from: 0 });
  });
});

describe("optimistic update", () => {
  test("the player's own move lies there at once, and is sent with the version that it answers to", async () => {
    const mv = server.offered();
    controller.play(mv);
    await settle();
    expect(plies()).toEqual([mv]);
    expect([shared.version, controller.sending, controller.mine]).toEqual([4, true, null]);
    expect(acts()).toMatchObject([{ table: TABLE, act: { do: "move", v: 4, mv } }]);
    const move = server.play(mv);
    socket().tell(server.tell([move], acts()[0]?.id));
    await settle();
    expect([shared.version, controller.sending]).toEqual([5, false]);
    expect(plies()).toEqual([mv]);
  });

  test("while it is under way no second move can be made", async () => {
    controller.play(server.offered());
    controller.play(server.offered(1));
    await settle();
    expect(acts()).toHaveLength(1);
    expect(plies()).toHaveLength(1);
  });

  test("a move that the rules forbid is refused here, and not sent", async () => {
    controller.play("nonsense");
    await settle();
    expect(acts()).toEqual([]);
    expect([plies(), controller.sending, controller.mine]).toEqual([[], false, 0]);
    const { notices } = await import("../src/notices.svelte");
    expect(notices.notes).toHaveLength(1);
  });

  test("a move that the server refuses is undone, with the server's sentence", async () => {
    controller.play(server.offered());
    await settle();
    const why = { en: "not now", fr: "pas maintenant" };
    await socket().answer(acts()[0], { is: "refused", code: "not-now", why });
    expect([plies(), controller.sending, controller.mine]).toEqual([[], false, 0]);
    const { notices } = await import("../src/notices.svelte");
    expect(notices.notes.map(({ text }) => text)).toEqual(["not now"]);
  });

  test("a move whose answer is lost is sent again with the same version after reconnecting", async () => {
    const mv = server.offered();
    controller.play(mv);
    await settle();
    socket().close();
    await settle();
    expect(plies()).toEqual([mv]);
    vi.advanceTimersByTime(1000);
    await socket().welcome();
    await settle();
    expect(FakeSocket.all).toHaveLength(2);
    expect(acts()).toMatchObject([{ act: { do: "move", v: 4, mv } }]);
    socket().tell(server.tell([server.play(mv)], acts()[0]?.id));
    await settle();
    expect([shared.version, controller.sending, plies()]).toEqual([5, false, [mv]]);
  });

  test("if the lost move had been played, the second sending is refused as stale, and nobody notices", async () => {
    const mv = server.offered();
    controller.play(mv);
    await settle();
    server.play(mv);
    server.play();
    socket().close();
    await settle();
    vi.advanceTimersByTime(1000);
    await socket().welcome();
    await socket().answer(watches()[0], server.since(4));
    expect(shared.version).toBe(6);
    const why = { en: "something has happened", fr: "quelque chose s’est passé" };
    await socket().answer(acts()[0], { is: "refused", code: "stale", why });
    expect([controller.sending, plies()[0], plies().length]).toEqual([false, mv, 2]);
    const { notices } = await import("../src/notices.svelte");
    expect(notices.notes.map(({ text }) => text)).not.toContain(why.en);
  });
});

test("a table that cannot be seen says why, until it can", async () => {
  const why = { en: "no such table", fr: "pas de telle table" };
  socketModule.live.resync(TABLE);
  await socket().answer(watches().at(-1), { is: "refused", code: "unknown", why });
  expect(shared.refusal?.code).toBe("unknown");
  socket().tell(server.tell([server.play()]));
  expect(shared.refusal).toBe(null);
});

describe("a person whom the host removes", () => {
  test("is told so at once, and does not come back in a loop", async () => {
    socket().tell(server.tell([server.happen({ is: "removed", person: "ada" } as Event)]));
    expect(shared.refusal?.code).toBe("removed");
    expect(socket().asked("unwatch")).toHaveLength(1);
    socket().close(1001);
    vi.advanceTimersByTime(120_000);
    await settle();
    expect(FakeSocket.all).toHaveLength(1);
    expect(socketModule.live.connection).toBe("closed");
  });

  test("is told so when coming back", async () => {
    socket().close(1001);
    vi.advanceTimersByTime(1000);
    await socket().welcome();
    const why = { en: "removed", fr: "exclu" };
    await socket().answer(watches()[0], { is: "refused", code: "removed", why });
    expect(shared.refusal?.code).toBe("removed");
    socket().close(1001);
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("if it is someone else, nothing changes here", () => {
    socket().tell(server.tell([server.happen({ is: "removed", person: "zoe" } as Event)]));
    expect(shared.refusal).toBe(null);
  });
});

test("the host sees who watches, others only how many", () => {
  const zoe = { id: "zoe", name: "Zoé", guest: true };
  socket().tell({ is: "present", table: TABLE, people: ["ada"], watchers: 2, spectators: [zoe] });
  expect([shared.watchers, shared.spectators]).toEqual([2, [zoe]]);
  socket().tell({ is: "present", table: TABLE, people: ["ada"], watchers: 0 });
  expect([shared.watchers, shared.spectators]).toEqual([0, []]);
});

test("a refusal that says when to try again is shown with it", async () => {
  const { sentenceOf } = await import("../src/live/shared-controller.svelte");
  const why = { en: "you write too fast", fr: "vous écrivez trop vite" };
  expect(sentenceOf({ code: "too-much", why, wait: 4 })).toBe("you write too fast; try again in 4 seconds");
  expect(sentenceOf({ code: "stale", why })).toBe("you write too fast");
});

test("a rated game has no undo, and says why", async () => {
  const { SharedController } = await import("../src/live/shared-controller.svelte");
  const { notices } = await import("../src/notices.svelte");
  const { w } = await import("../src/words/words.svelte");
  expect(controller.offersUndo).toBe(true);
  server = new Server(server.engine, true);
  const { Shared } = await import("../src/live/shared.svelte");
  const rated = new Shared(server.engine, TABLE, undefined);
  server.play();
  rated.onEvents(server.since(0) as Parameters<typeof rated.onEvents>[0]);
  if (!rated.game) throw new Error("the game is not there");
  const there = new SharedController(rated, rated.game);
  expect([there.offersUndo, there.canUndo]).toEqual([false, false]);
  there.undo();
  expect(notices.notes.map(({ text }) => text)).toEqual([w().noUndoWhy]);
  expect(acts()).toEqual([]);
});

test("leaving the table unsubscribes, and what still comes is ignored", () => {
  shared.unsubscribe();
  expect(socket().asked("unwatch")).toMatchObject([{ table: TABLE }]);
  socket().tell(server.tell([server.play()]));
  expect(shared.state).toBe(null);
});

describe("a player who is away", () => {
  const present = (claim?: number): ServerMessage =>
    ({
      is: "present",
      table: TABLE,
      people: ["ada"],
      watchers: 0,
      ...(claim !== undefined && { claim }),
    }) as ServerMessage;

  test("can be claimed from when the server says so, and not when they are back", () => {
    // It is one's own turn: others may claim, oneself not.
    socket().tell(present(0));
    vi.advanceTimersByTime(1);
    expect(controller.claimFrom).toBe(null);
    socket().tell(server.tell([server.play()]));
    socket().tell(present(60_000));
    vi.advanceTimersByTime(59_999);
    expect(controller.claimFrom).toBe(null);
    vi.advanceTimersByTime(1);
    expect([controller.claimFrom, controller.claimEnds]).toEqual([1, true]);
    socket().tell(present());
    expect(controller.claimFrom).toBe(null);
  });

  test("who has come back a moment ago is waited for again", async () => {
    socket().tell(server.tell([server.play()]));
    socket().tell(present(0));
    vi.advanceTimersByTime(1);
    controller.claim();
    const why = { en: "wait 42 s", fr: "attendez 42 s" };
    await socket().answer(acts()[0], { is: "refused", code: "cannot-claim", why, wait: 42 } as ServerMessage);
    await settle();
    expect(controller.claimFrom).toBe(null);
    vi.advanceTimersByTime(42_000);
    expect(controller.claimFrom).toBe(1);
  });

  test("an aborted game is over without a result", async () => {
    expect(shared.state?.may_abort).toBe(true);
    socket().tell(server.tell([server.happen({ is: "aborted", seat: 1 } as Event)]));
    await settle();
    expect([shared.state?.progress, shared.state?.how, shared.state?.may_abort]).toEqual(["over", "aborted", false]);
    expect([controller.game.over, controller.aborted]).toEqual([true, true]);
    const { notices } = await import("../src/notices.svelte");
    expect(notices.spoken.map(({ text }) => text)).toContain("Ben aborted the game.");
  });
});
