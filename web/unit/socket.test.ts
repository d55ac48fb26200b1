// The socket: greeting, subscriptions, reconnecting with back-off, answers in order, and requests whose answer never
// came.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Problem, ServerMessage } from "../src/engine/pkg/tablee_wasm.js";
import type { Subscriber } from "../src/live/socket";
import { FakeSocket, settle } from "./fake-socket";
import { freshPage } from "./page";

type Socket = typeof import("../src/live/socket");

const TABLE = "k3m9x2a7bqcd";
let socket: Socket;

/** A subscriber that records what it receives. */
function subscriber(version = 0): Subscriber & { version: number; told: string[] } {
  const told: string[] = [];
  return {
    version,
    invite: undefined,
    told,
    onChat: ({ lines }) => void told.push(`chat ${lines.map(({ text }) => text).join(" ")}`),
    onEvents: ({ events }, more) => void told.push(`events ${events.map(({ v }) => v).join(" ")}${more ? " …" : ""}`),
    onPresence: ({ watchers }) => void told.push(`present ${watchers}`),
    onRefused: ({ code }) => void told.push(`refused ${code}`),
  };
}

const left = (v: number, re?: number): ServerMessage =>
  ({ is: "events", ...(re && { re }), table: TABLE, events: [{ v, at: v, is: "left", seat: 1 }] }) as ServerMessage;

let page: EventTarget;
function goOffline(off: boolean): void {
  Object.assign(navigator, { onLine: !off });
  page.dispatchEvent(new Event(off ? "offline" : "online"));
}

/** Drops the connection; returns how long the page waits until it reconnects. */
function pauseAfterDrop(code?: number): number {
  const before = FakeSocket.all.length;
  FakeSocket.latest.close(code);
  let waited = 0;
  for (; FakeSocket.all.length === before; waited += 100) vi.advanceTimersByTime(100);
  return waited;
}

beforeEach(async () => {
  vi.resetModules();
  FakeSocket.install();
  page = freshPage();
  socket = await import("../src/live/socket");
  const { loadEngine } = await import("../src/engine/engine");
  await loadEngine();
  vi.useFakeTimers();
  // No jitter: a pause is exactly the back-off.
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("connecting", () => {
  test("opens one socket for everything, says hello with the protocol's version, then subscribes", async () => {
    socket.live.subscribe(TABLE, subscriber(7));
    socket.live.subscribe("another", subscriber());
    expect(FakeSocket.all.map(({ url }) => url)).toEqual([`ws://tablee.test/api/live/${TABLE}`]);
    expect(socket.live.connection).toBe("connecting");
    await FakeSocket.latest.welcome();
    expect(socket.live.connection).toBe("open");
    expect(FakeSocket.latest.sent.map((ask) => ask.do)).toEqual(["hello", "watch", "watch"]);
    expect(FakeSocket.latest.asked("hello")[0]).toMatchObject({ protocol: 1, copy: true });
    expect(FakeSocket.latest.asked("watch")[0]).toMatchObject({ table: TABLE, from: 7 });
  });

  test.each([
    { cluster: false, paths: ["/api/live"] },
    { cluster: true, paths: ["/api/live", `/api/live/${TABLE}`] },
  ])(
    "from the lobby to a table: at its own path if there are several servers ($cluster)",
    async ({ cluster, paths }) => {
      const leave = socket.live.subscribeToLobby(() => undefined);
      const lobby = FakeSocket.latest;
      lobby.open();
      await vi.waitUntil(() => lobby.sent.length > 0);
      await lobby.answer(lobby.sent[0], { is: "welcome", protocol: 1, server: "", now: 0, cluster });
      socket.live.subscribe(TABLE, subscriber());
      leave();
      expect(FakeSocket.all.map(({ url }) => url)).toEqual(paths.map((path) => `ws://tablee.test${path}`));
      if (cluster) await FakeSocket.latest.welcome();
      expect(FakeSocket.latest.asked("watch")).toMatchObject([{ table: TABLE }]);
    },
  );

  test("a server that speaks another version of the protocol is not tried again", async () => {
    socket.live.subscribe(TABLE, subscriber());
    const first = FakeSocket.latest;
    first.open();
    await vi.waitUntil(() => first.sent.length > 0);
    const why = { en: "too old", fr: "trop vieux" };
    await first.answer(first.sent[0], { is: "refused", code: "version", why });
    expect(socket.live.connection).toBe("outdated");
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("the server's time counts, half of the way there and back taken off", async () => {
    vi.setSystemTime(1_000_000);
    socket.live.subscribe(TABLE, subscriber());
    FakeSocket.latest.open();
    await settle();
    vi.setSystemTime(1_000_200);
    await FakeSocket.latest.answer(FakeSocket.latest.sent[0], {
      is: "welcome",
      protocol: 1,
      server: "",
      now: 5_000_000,
    });
    expect(socket.live.now()).toBe(5_000_100);
  });

  test("the socket is closed a while after the last subscription has gone", async () => {
    const stop = socket.live.subscribe(TABLE, subscriber());
    await FakeSocket.latest.welcome();
    stop();
    expect(FakeSocket.latest.asked("unwatch")).toMatchObject([{ table: TABLE }]);
    vi.advanceTimersByTime(4_900);
    expect(socket.live.connection).toBe("open");
    vi.advanceTimersByTime(200);
    expect(FakeSocket.latest.readyState).toBe(FakeSocket.CLOSED);
    expect(socket.live.connection).toBe("closed");
  });
});

describe("reconnecting", () => {
  test("a lost connection is made again, and subscribes from the version that is known by then", async () => {
    const table = subscriber(3);
    socket.live.subscribe(TABLE, table);
    await FakeSocket.latest.welcome();
    table.version = 9;
    FakeSocket.latest.close();
    expect(socket.live.connection).toBe("waiting");
    vi.advanceTimersByTime(399);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(2);
    await FakeSocket.latest.welcome();
    expect(FakeSocket.latest.asked("watch")).toMatchObject([{ table: TABLE, from: 9 }]);
    expect(socket.live.connection).toBe("open");
  });

  test("each failure doubles the pause, up to a limit; progress starts over", async () => {
    socket.live.subscribe(TABLE, subscriber());
    const pauses = Array.from({ length: 8 }, () => pauseAfterDrop());
    expect(pauses).toEqual([400, 800, 1600, 3200, 6400, 12_800, 20_000, 20_000]);
    await FakeSocket.latest.welcome();
    FakeSocket.latest.tell(left(1));
    expect(pauseAfterDrop()).toBe(400);
  });

  test("a page that is dropped after every welcome still backs off, until events or a pong come", async () => {
    socket.live.subscribe(TABLE, subscriber());
    const pauses: number[] = [];
    for (let dropped = 0; dropped < 5; dropped++) {
      await FakeSocket.latest.welcome();
      // An answer without events is not progress.
      const nothing = { is: "events", table: TABLE, events: [] };
      await FakeSocket.latest.answer(FakeSocket.latest.asked("watch")[0], nothing);
      pauses.push(pauseAfterDrop());
    }
    expect(pauses).toEqual([400, 800, 1600, 3200, 6400]);
    await FakeSocket.latest.welcome();
    vi.advanceTimersByTime(20_000);
    await FakeSocket.latest.answer(FakeSocket.latest.asked("ping")[0], { is: "pong", now: Date.now() });
    expect(pauseAfterDrop()).toBe(400);
  });
});

describe("a page that the server closes out", () => {
  test.each([
    ["for asking too much", 1008, "asked-too-much", 12_800],
    ["for falling behind", 1013, "fell-behind", 6_400],
  ])("%s waits longer at once, and says why", async (_, code, dropped, pause) => {
    socket.live.subscribe(TABLE, subscriber());
    await FakeSocket.latest.welcome();
    FakeSocket.latest.tell(left(1));
    expect(socket.live.dropped).toBe(null);
    expect(pauseAfterDrop(code)).toBe(pause);
    expect(socket.live.dropped).toBe(dropped);
    // The next attempt does not come through at all.
    expect(pauseAfterDrop()).toBe(Math.min(20_000, 2 * pause));
    expect(socket.live.dropped).toBe(dropped);
    await FakeSocket.latest.welcome();
    expect(socket.live.dropped).toBe(null);
  });

  test("nothing makes that pause shorter: no other table, no act, no look at the page, no network", async () => {
    socket.live.subscribe(TABLE, subscriber());
    await FakeSocket.latest.welcome();
    FakeSocket.latest.close(1008);
    socket.live.subscribe("another", subscriber());
    socket.live.act(TABLE, { do: "leave" }).catch(() => undefined);
    document.dispatchEvent(new Event("visibilitychange"));
    page.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(12_700);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(FakeSocket.all).toHaveLength(2);
    await FakeSocket.latest.welcome();
    expect(FakeSocket.latest.sent.map((ask) => ask.do)).toEqual(["hello", "watch", "watch", "act"]);
  });

  test("without a reason to wait, a look at the page reconnects at once", async () => {
    socket.live.subscribe(TABLE, subscriber());
    await FakeSocket.latest.welcome();
    FakeSocket.latest.close(1001);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("a hello that is too much is repeated when the server says", async () => {
    socket.live.subscribe(TABLE, subscriber());
    const first = FakeSocket.latest;
    first.open();
    await vi.waitUntil(() => first.sent.length > 0);
    await first.answer(first.sent[0], {
      is: "refused",
      code: "too-much",
      why: { en: "wait", fr: "attendez" },
      wait: 30,
    });
    expect(socket.live.dropped).toBe("asked-too-much");
    vi.advanceTimersByTime(29_900);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("a guest who makes an account says hello again", async () => {
    const { identity } = await import("../src/live/identity.svelte");
    socket.live.subscribe(TABLE, subscriber());
    await FakeSocket.latest.welcome();
    socket.live.reconnectIfChanged();
    expect(FakeSocket.all).toHaveLength(1);
    identity.me = { id: "ada", name: "Ada", account: true, scopes: [] };
    socket.live.reconnectIfChanged();
    expect(FakeSocket.all).toHaveLength(2);
    await FakeSocket.latest.welcome();
    socket.live.reconnectIfChanged();
    expect(FakeSocket.all).toHaveLength(2);
  });
});

describe("messages", () => {
  test("chat comes apart from the events", async () => {
    const table = subscriber();
    socket.live.subscribe(TABLE, table);
    await FakeSocket.latest.welcome();
    const by = { id: "ben", name: "Ben" };
    FakeSocket.latest.tell({ is: "chat", table: TABLE, lines: [{ n: 3, at: 1, by, text: "Bonjour" }] });
    expect(table.told).toEqual(["chat Bonjour"]);
  });
});

describe("subscriptions", () => {
  test("pages of a history say that more follow, and the answer ends it", async () => {
    const table = subscriber();
    socket.live.subscribe(TABLE, table);
    await FakeSocket.latest.welcome();
    const [watch] = FakeSocket.latest.asked("watch");
    FakeSocket.latest.tell(left(1));
    FakeSocket.latest.tell(left(2));
    FakeSocket.latest.tell(left(3, watch?.id));
    await settle();
    FakeSocket.latest.tell(left(4));
    expect(table.told).toEqual(["events 1 …", "events 2 …", "events 3", "events 4"]);
  });

  test.each(["too-much", "unavailable"])("a subscription that is refused as %s is repeated later", async (code) => {
    const table = subscriber();
    socket.live.subscribe(TABLE, table);
    socket.live.subscribeToLobby(() => undefined);
    await FakeSocket.latest.welcome();
    const why = { en: "wait", fr: "attendez" };
    await FakeSocket.latest.answer(FakeSocket.latest.asked("watch")[0], { is: "refused", code, why, wait: 3 });
    await FakeSocket.latest.answer(FakeSocket.latest.asked("lobby")[0], { is: "refused", code, why });
    vi.advanceTimersByTime(2_900);
    expect(FakeSocket.latest.asked("watch")).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(FakeSocket.latest.asked("watch")).toHaveLength(2);
    expect(FakeSocket.latest.asked("lobby")).toHaveLength(1);
    vi.advanceTimersByTime(2_000);
    expect(FakeSocket.latest.asked("lobby")).toHaveLength(2);
    expect(table.told).toEqual([]);
  });

  test("a subscription that is refused tells its table", async () => {
    const table = subscriber();
    socket.live.subscribe(TABLE, table);
    await FakeSocket.latest.welcome();
    const why = { en: "no such table", fr: "pas de telle table" };
    await FakeSocket.latest.answer(FakeSocket.latest.asked("watch")[0], {
      is: "refused",
      code: "unknown",
      why,
    });
    expect(table.told).toEqual(["refused unknown"]);
  });
});

describe("a connection that is lost", () => {
  test("without a network nothing is tried, and with its return at once", async () => {
    socket.live.subscribe(TABLE, subscriber());
    await FakeSocket.latest.welcome();
    goOffline(true);
    expect(FakeSocket.latest.readyState).toBe(FakeSocket.CLOSED);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    goOffline(false);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("a server that no longer answers pings counts as lost", async () => {
    socket.live.subscribe(TABLE, subscriber());
    await FakeSocket.latest.welcome();
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.latest.asked("ping")).toHaveLength(1);
    await FakeSocket.latest.answer(FakeSocket.latest.asked("ping")[0], { is: "pong", now: Date.now() });
    vi.advanceTimersByTime(20_000 + 9_900);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(socket.live.connection).toBe("waiting");
    expect(FakeSocket.all[0]?.readyState).toBe(FakeSocket.CLOSED);
  });

  test("what an old socket still says is ignored", async () => {
    const table = subscriber();
    socket.live.subscribe(TABLE, table);
    await FakeSocket.latest.welcome();
    const old = FakeSocket.latest;
    old.close();
    vi.advanceTimersByTime(400);
    await FakeSocket.latest.welcome();
    old.tell(left(1));
    old.dispatchEvent(new Event("close"));
    expect(table.told).toEqual([]);
    expect(socket.live.connection).toBe("open");
  });
});

describe("requests", () => {
  const move = { do: "move", v: 4, mv: "4-4:c4c5" } as const;

  test("a request made without a connection waits for one, and comes after the subscription", async () => {
    socket.live.subscribe(TABLE, subscriber());
    const done = socket.live.act(TABLE, move);
    await settle();
    expect(FakeSocket.latest.sent).toEqual([]);
    await FakeSocket.latest.welcome();
    expect(FakeSocket.latest.sent.map((ask) => ask.do)).toEqual(["hello", "watch", "act"]);
    FakeSocket.latest.tell(left(5, FakeSocket.latest.asked("act")[0]?.id));
    await expect(done).resolves.toBeUndefined();
  });

  test("the events of a request are applied before it is answered", async () => {
    const table = subscriber();
    socket.live.subscribe(TABLE, table);
    await FakeSocket.latest.welcome();
    const done = socket.live.act(TABLE, move).then(() => table.told.push("answered"));
    await settle();
    FakeSocket.latest.tell(left(5, FakeSocket.latest.asked("act")[0]?.id));
    await done;
    expect(table.told).toEqual(["events 5", "answered"]);
  });

  test("answers find their requests, in whatever order they come", async () => {
    socket.live.subscribe(TABLE, subscriber());
    await FakeSocket.latest.welcome();
    const order: string[] = [];
    const why = { en: "no", fr: "non" };
    const first = socket.live.act(TABLE, move).catch(({ code }: Problem) => order.push(`first ${code}`));
    const second = socket.live.act(TABLE, { do: "say", text: "hello" }).then(() => order.push("second"));
    await settle();
    const [one, two] = FakeSocket.latest.asked("act");
    await FakeSocket.latest.answer(two, { is: "done" });
    await FakeSocket.latest.answer(one, { is: "refused", code: "stale", why });
    await Promise.all([first, second]);
    expect(order).toEqual(["second", "first stale"]);
  });

  test("a rematch is answered after its events, with an address", async () => {
    const table = subscriber();
    socket.live.subscribe(TABLE, table);
    await FakeSocket.latest.welcome();
    const answer = socket.live.act(TABLE, { do: "rematch" });
    await settle();
    const [ask] = FakeSocket.latest.asked("act");
    FakeSocket.latest.tell(left(6, ask?.id));
    await FakeSocket.latest.answer(ask, { is: "done", answer: "newtable" });
    await expect(answer).resolves.toBe("newtable");
    expect(table.told).toEqual(["events 6"]);
  });

  test("a request whose connection is lost rejects with ConnectionLost: it may have been carried out", async () => {
    socket.live.subscribe(TABLE, subscriber());
    await FakeSocket.latest.welcome();
    const asked = socket.live.act(TABLE, move);
    await settle();
    FakeSocket.latest.close();
    await expect(asked).rejects.toBeInstanceOf(socket.ConnectionLost);
  });

  test("the secret of a renewed invitation follows the events", async () => {
    socket.live.subscribe(TABLE, subscriber());
    await FakeSocket.latest.welcome();
    const answer = socket.live.act(TABLE, { do: "renew" });
    await settle();
    const [ask] = FakeSocket.latest.asked("act");
    FakeSocket.latest.tell(left(6, ask?.id));
    await FakeSocket.latest.answer(ask, { is: "done", answer: "secret" });
    await expect(answer).resolves.toBe("secret");
  });
});
