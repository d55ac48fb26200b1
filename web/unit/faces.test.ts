// Every bot has its own face.

import { expect, test } from "vitest";
import { botNames } from "../src/engine/catalogue";
import { FACES, faceMarkup, faceWords } from "../src/look/faces";

const all = botNames.flatMap((names, level) => names.map((name, seat) => ({ name, bot: `level${level + 1}`, seat })));

test("each name has a face, and no face is without a name", () => {
  expect(Object.keys(FACES)).toEqual(botNames.flat());
});

test("faces are made of words that mean something", () => {
  for (const [name, line] of Object.entries(FACES))
    expect([name, ...line.split(" ").filter((word) => !faceWords.has(word))]).toEqual([name]);
});

test("no two faces are alike", () => {
  expect(new Set(all.map(({ bot, seat }) => faceMarkup(bot, seat))).size).toBe(all.length);
});

test("every face has what a face needs", () => {
  for (const { bot, seat, name } of all) {
    const markup = faceMarkup(bot, seat);
    expect(markup, name).not.toMatch(/undefined|NaN|""/);
    expect(faceMarkup(bot, seat), name).toBe(markup);
  }
});

test("bots without a level are robots", () => {
  const robots = ["greedy", "search:200", "level99"].map((bot) => faceMarkup(bot, 0));
  expect(robots[0]).toContain("<rect");
  for (const robot of robots) expect(robot).not.toMatch(/undefined|NaN|""/);
});
