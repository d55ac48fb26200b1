// Runs the browser tests, in one process with one server and one browser, several tests at once.
//
// npm test             all tests
// npm test lobby me    the tests of lobby.test.mjs and me.test.mjs
// TESTS_AT_ONCE=1      one after another

import { readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { describe, test } from "node:test";
import { registered } from "./support/registry.mjs";

// One process of the browser draws for all pages: more tests at once than processors gain nothing.
const AT_ONCE = Number(process.env.TESTS_AT_ONCE ?? Math.max(2, Math.min(availableParallelism(), 6)));
// The files with the longest tests: begun last, one of them would run alone at the end.
const FIRST = ["online-games", "games", "whole", "tour", "online-tour"];

const wanted = process.argv.slice(2);
const rank = (file) => (FIRST.includes(file) ? FIRST.indexOf(file) : FIRST.length);
const files = readdirSync(new URL(".", import.meta.url))
  .flatMap((name) => /^(.+)\.test\.mjs$/.exec(name)?.[1] ?? [])
  .filter((file) => wanted.length === 0 || wanted.includes(file))
  .sort((a, b) => rank(a) - rank(b));

// Screenshots of an earlier run are not this one's.
rmSync(new URL("../test-shots/", import.meta.url), { recursive: true, force: true });
for (const file of files) await import(`./${file}.test.mjs`);

const add = (tests) => {
  for (const { name, timeout, run } of tests) test(name, { timeout }, run);
};
describe(`${AT_ONCE} at once`, { concurrency: AT_ONCE }, () => add(registered.filter(({ alone }) => !alone)));
describe("one after another", { concurrency: 1 }, () => add(registered.filter(({ alone }) => alone)));
