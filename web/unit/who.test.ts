// What people are called, and whether they must say so first.

import { afterEach, expect, test } from "vitest";
import { identity, needsName } from "../src/live/identity.svelte";
import { named, shownName } from "../src/live/who";
import { settings } from "../src/settings.svelte";

afterEach(() => {
  settings.lang = "en";
  identity.me = null;
});

test("a guest without a name is called one in the reader's language", () => {
  expect(shownName("Invité 5288")).toBe("Guest 5288");
  settings.lang = "fr";
  expect(shownName("Guest 5288")).toBe("Invité 5288");
  expect(named({ id: "g", name: "Guest 5288", guest: true })).toBe("Invité 5288 (invité)");
});

test("a name that somebody chose stays as it is", () => {
  settings.lang = "fr";
  for (const name of ["Guest", "Guest 52", "A Guest 5288", "Guestav 5288"]) expect(shownName(name)).toBe(name);
});

test("a name is asked for once: not of anyone who has one, or has typed it", () => {
  expect([needsName(), needsName("  "), needsName("Ada")]).toEqual([true, true, false]);
  identity.me = { id: "ada", name: "Ada", account: false } as typeof identity.me;
  expect(needsName()).toBe(false);
});
