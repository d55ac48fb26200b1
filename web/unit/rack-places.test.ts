// Pieces keep their places in a rack, and so their keys.

import { expect, test } from "vitest";
import { placesOf, RackPlaces } from "../src/table/rack-places";
import { gameAfter } from "./tables";

const rack = (): ((hand: string) => string) => {
  const places = new RackPlaces();
  return (hand) =>
    places
      .arrange(0, [...hand])
      .map((piece) => piece ?? "·")
      .join("");
};

test("a hand that is dealt lies in the order of the game", () => {
  const arrange = rack();
  expect(arrange("d")).toBe("d");
  expect(arrange("bd")).toBe("bd");
  expect(arrange("abd")).toBe("abd");
});

test("a piece that was played leaves a gap, and the next one that is drawn fills it", () => {
  const arrange = rack();
  arrange("acd");
  expect(arrange("ad")).toBe("a·d");
  expect(arrange("ad"), "the same hand again").toBe("a·d");
  expect(arrange("abd")).toBe("abd");
  expect(arrange("ab")).toBe("ab·");
  expect(arrange("abz")).toBe("abz");
});

test("after an undo a piece returns to its place", () => {
  const arrange = rack();
  arrange("abcd");
  expect(arrange("ad")).toBe("a··d");
  expect(arrange("acd")).toBe("a·cd");
  expect(arrange("abcd")).toBe("abcd");
});

test("a new hand begins a new row", () => {
  const arrange = rack();
  arrange("abc");
  arrange("c");
  expect(arrange("")).toBe("···");
  expect(arrange("x")).toBe("x");
  expect(arrange("wx")).toBe("wx");
});

test("each seat has its own rack", () => {
  const places = new RackPlaces();
  places.arrange(0, ["a", "b"]);
  places.arrange(1, ["c", "d"]);
  expect(places.arrange(0, ["b"])).toEqual([null, "b"]);
  expect(places.arrange(1, ["c", "d"])).toEqual(["c", "d"]);
});

test("a game that is opened again keeps the gaps, where nothing is drawn", () => {
  const game = gameAfter("rumis", 4);
  const first = game.viewAt(0).scene.table.hands[0]?.pieces.map(({ piece }) => piece.id) ?? [];
  const now = game.view.scene.table.hands[0]?.pieces.map(({ piece }) => piece.id) ?? [];
  expect(now.length).toBeLessThan(first.length);
  const row = placesOf(game).row(0, game.view.scene.table.hands[0]?.pieces ?? []);
  expect(row).toEqual(first.map((id) => (now.includes(id) ? id : null)));
  expect(placesOf(game), "there is one for a game").toBe(placesOf(game));
});

test("a hand that is looked back to lies as it lay then, and so does the one of now", () => {
  const arrange = rack();
  const [first, later] = [arrange("abc"), arrange("ac")];
  const next = arrange("xyz");
  expect([arrange("ac"), arrange("abc"), arrange("xyz")]).toEqual([later, first, next]);
});

test("a pile keeps its place and its key when another is empty, and when it shows another piece", () => {
  const game = gameAfter("kumata", 2);
  const held = game.view.scene.table.hands[0]?.pieces ?? [];
  expect(held.length).toBeGreaterThan(1);
  expect(held.map(({ place }) => place)).toEqual(held.map((_, at) => at));
  const [first, ...others] = held.map(({ piece }) => piece.id);
  const places = new RackPlaces();
  expect(places.row(0, held)).toEqual([first, ...others]);
  // Pile 1 is empty, then pile 2 shows the next domino, then all are gone.
  expect(places.row(0, held.slice(1))).toEqual([null, ...others]);
  const next = held.slice(1).map((each, at) => (at === 0 ? { ...each, piece: { ...each.piece, id: "next" } } : each));
  expect(places.row(0, next)).toEqual([null, "next", ...others.slice(1)]);
  expect(places.row(0, [])).toEqual([null, ...others.map(() => null)]);
});

test("a hand without piles keeps its pieces in their places", () => {
  const held = gameAfter("rumis", 0).view.scene.table.hands[0]?.pieces ?? [];
  const ids = held.map(({ piece }) => piece.id);
  const places = new RackPlaces();
  expect(places.row(0, held)).toEqual(ids);
  expect(places.row(0, held.slice(1))).toEqual([null, ...ids.slice(1)]);
});
