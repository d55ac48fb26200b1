// Settings: what is kept, and what older versions kept.

import { beforeEach, expect, test, vi } from "vitest";

const KEY = "tablee.settings";

/** The settings of a page that opens with this in storage, on a wide screen or not. */
async function opened(kept: unknown, wide = false): Promise<(typeof import("../src/settings.svelte"))["settings"]> {
  vi.resetModules();
  localStorage.setItem(KEY, typeof kept === "string" ? kept : JSON.stringify(kept));
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: wide && query.includes("min-width") }),
  );
  return (await import("../src/settings.svelte")).settings;
}

const stored = (): unknown => JSON.parse(localStorage.getItem(KEY) ?? "null");

beforeEach(() => {
  Object.assign(document, { documentElement: { dataset: {} } });
});

test("what an older version kept is read, and the rest has its default", async () => {
  const settings = await opened({ lang: "fr", theme: "dark", motion: "calm", sound: true, notify: true });
  expect(settings).toMatchObject({ lang: "fr", theme: "dark", motion: "calm", sound: true, notify: true });
  expect(settings).toMatchObject({ pace: "normal", drop: "lay", coached: [], botPause: 1300 });
});

test.each(["no JSON", "null", "7", { pace: 5, drop: "throw", log: "yes", coached: [1, "x", null], sound: "on" }])(
  "nonsense in storage does no harm: %j",
  async (kept) => {
    const settings = await opened(kept);
    expect(settings).toMatchObject({ lang: "en", pace: "normal", drop: "lay", log: false, sound: false });
    expect(settings.coached.every((game) => game === "x")).toBe(true);
  },
);

test("each pace is slower than the next", async () => {
  const settings = await opened({});
  const pauses = (["slow", "normal", "fast"] as const).map((pace) => {
    settings.pace = pace;
    return settings.botPause;
  });
  expect(pauses).toEqual([...pauses].sort((a, b) => b - a));
  expect(new Set(pauses).size).toBe(3);
});

test("the list of moves is open on wide screens until someone chooses", async () => {
  expect((await opened({}, true)).log).toBe(true);
  const settings = await opened({}, false);
  expect(settings.log).toBe(false);
  settings.apply();
  expect(stored()).not.toHaveProperty("log");
  settings.log = true;
  settings.apply();
  expect(stored()).toHaveProperty("log", true);
  expect((await opened({ log: false }, true)).log).toBe(false);
});

test("stored settings are read again", async () => {
  const settings = await opened({});
  Object.assign(settings, { pace: "slow", drop: "preview", sound: true });
  settings.coach("chess");
  settings.coach("chess");
  settings.coach("go");
  settings.apply();
  const again = await opened(stored());
  expect(again).toMatchObject({ pace: "slow", drop: "preview", sound: true, coached: ["chess", "go"] });
});
