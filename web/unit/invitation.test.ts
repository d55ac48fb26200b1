// The invitation to a shared table, as its host renews and revokes it: no link that is dead is kept anywhere.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event, Numbered } from "../src/engine/pkg/tablee_wasm.js";
import type { Invitation } from "../src/live/invitation.svelte";
import type { Shared } from "../src/live/shared.svelte";
import { FakeSocket, settle } from "./fake-socket";
import { freshPage } from "./page";

const TABLE = "k3m9x2a7bqcd";
const ADA = { id: "ada", name: "Ada" };

const fetchEngine = fetch;

let shared: Shared;
let invitation: Invitation;
/** The secret that the server gives to players and the host. */
let current: string | undefined;
let asked: string[];
let version: number;

/** Something happens at the table. */
function happen(...events: object[]): void {
  const numbered = events.map((event) => ({ ...event, v: ++version, at: version }) as unknown as Numbered);
  shared.onEvents({ is: "events", table: TABLE, events: numbered });
  invitation.follow();
}

/** A page at the address of an invitation. */
async function arrive(hash: string, me: string): Promise<void> {
  vi.resetModules();
  FakeSocket.install();
  freshPage();
  version = 0;
  asked = [];
  current = "first";
  vi.stubGlobal("fetch", (url: string | URL) => {
    if (!String(url).startsWith("/api/")) return fetchEngine(url);
    asked.push(String(url));
    const answer = { events: [], invite: current };
    return Promise.resolve({ ok: true, json: () => Promise.resolve(answer) });
  });
  location.href = `http://tablee.test/t/${TABLE}${hash}`;
  vi.stubGlobal("history", { replaceState: (_: null, __: string, url: URL) => (location.href = url.href) });
  localStorage.setItem(
    "tablee.identity",
    JSON.stringify({ key: "key", me: { ...ADA, id: me, account: false }, name: "" }),
  );
  const { loadEngine } = await import("../src/engine/engine");
  const { Shared } = await import("../src/live/shared.svelte");
  const { Invitation } = await import("../src/live/invitation.svelte");
  const secret = new URLSearchParams(hash.slice(1)).get("i") ?? undefined;
  shared = new Shared(await loadEngine(), TABLE, secret);
  invitation = new Invitation(shared);
  const opened = { is: "opened", game: "rumis", options: { players: "2" }, seats: 2, host: ADA };
  happen({ ...opened, clock: { kind: "none" }, public: false, rated: false } as Event);
  await settle();
}

beforeEach(() => arrive("#i=first", "ada"));
afterEach(() => void vi.restoreAllMocks());

test("the host gets the secret from the server, and keeps the address", async () => {
  expect([invitation.secret, location.hash]).toEqual(["first", "#i=first"]);
  expect(asked).toEqual([`/api/tables/${TABLE}?from=1`]);
  happen({ is: "sat", seat: 0, who: { person: ADA } });
  await settle();
  expect(asked).toHaveLength(1);
});

test("a renewed invitation replaces the secret everywhere, also in the address", async () => {
  invitation.seats = { 1: "for the seat" };
  current = "second";
  happen({ is: "renewed" });
  expect([invitation.secret, invitation.seats, location.hash]).toEqual([undefined, {}, ""]);
  await settle();
  expect(invitation.secret).toBe("second");
  expect(invitation.link(invitation.secret)).toBe(`${location.origin}/t/${TABLE}#i=second`);
  expect(invitation.link("of a seat", 1)).toBe(`${location.origin}/t/${TABLE}#i=of a seat&s=2`);
});

test("a revoked invitation leaves no secret, until there is a new one", async () => {
  happen({ is: "revoked" });
  await settle();
  expect([invitation.secret, location.hash, asked.length]).toEqual([undefined, "", 1]);
  current = "third";
  happen({ is: "renewed" });
  await settle();
  expect(invitation.secret).toBe("third");
});

test("an address with an old secret is corrected when the page opens", async () => {
  await arrive("#i=old", "ada");
  expect([invitation.secret, location.hash]).toEqual(["first", ""]);
});

test("a guest with the link passes it on, and asks for nothing before sitting down", async () => {
  await arrive("#i=first", "ben");
  expect([invitation.secret, asked]).toEqual(["first", []]);
  happen({ is: "sat", seat: 1, who: { person: { id: "ben", name: "Ben" } } });
  await settle();
  expect(asked).toHaveLength(1);
});

test("the link to one seat is not passed on as that to the table", async () => {
  await arrive("#i=of-a-seat&s=2", "ben");
  expect([invitation.secret, invitation.shown, invitation.seat]).toEqual([undefined, "of-a-seat", 1]);
});

test("while the game is on, the secret is fetched only if the link is shown", async () => {
  await arrive("", "ada");
  asked = [];
  invitation.secret = undefined;
  happen({ is: "sat", seat: 0, who: { person: ADA } }, { is: "sat", seat: 1, who: { bot: "level1" } });
  happen({ is: "begun", setup: "" }, { is: "renewed" });
  await settle();
  expect(asked).toEqual([]);
  invitation.wanted = true;
  invitation.follow();
  await settle();
  expect(invitation.secret).toBe("first");
});
