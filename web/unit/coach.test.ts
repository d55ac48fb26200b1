// Coaching the first moves: when, and what to say next.

import { describe, expect, test } from "vitest";
import { coachStep, isFirstVisit } from "../src/table/coach";
import { engine } from "./tables";

const turn = { made: 0, toMove: true, canLay: true, picked: false, placed: false };

test("the coach follows the move: pick, choose a place, lay, wait", () => {
  expect(coachStep(turn)).toBe("pick");
  expect(coachStep({ ...turn, picked: true })).toBe("place");
  expect(coachStep({ ...turn, picked: true, placed: true })).toBe("lay");
  expect(coachStep({ ...turn, made: 1, toMove: false })).toBe("wait");
});
test("who can lay nothing is sent to the button", () => {
  expect(coachStep({ ...turn, canLay: false })).toBe("act");
});
test("after three moves the coach is done, no matter who is to move", () => {
  expect([coachStep({ ...turn, made: 3 }), coachStep({ ...turn, made: 3, toMove: false })]).toEqual(["done", "done"]);
});

describe("a first visit", () => {
  const visit = { game: "a", coached: [], results: [], people: 1, made: 0, entered: false };
  test("is a game that was neither coached nor finished here", () => {
    expect(isFirstVisit(visit)).toBe(true);
    expect(isFirstVisit({ ...visit, coached: ["b"], results: [{ game: "b" }] })).toBe(true);
    expect(isFirstVisit({ ...visit, coached: ["a"] })).toBe(false);
    expect(isFirstVisit({ ...visit, results: [{ game: "a" }] })).toBe(false);
  });
  test("is neither a game of several people, nor one that has begun, nor one with a real box", () => {
    expect(isFirstVisit({ ...visit, people: 2 })).toBe(false);
    expect(isFirstVisit({ ...visit, people: 0 })).toBe(false);
    expect(isFirstVisit({ ...visit, made: 1 })).toBe(false);
    expect(isFirstVisit({ ...visit, entered: true })).toBe(false);
  });
});

test("every game has three tips in both languages", () => {
  for (const { id } of engine.catalogue()) {
    const tips = engine.tips(id);
    expect(tips).toHaveLength(3);
    for (const { en, fr } of tips) expect([en.length > 0, fr.length > 0, en === fr]).toEqual([true, true, false]);
  }
});
