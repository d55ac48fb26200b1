// Who sits where, and how large pieces are: on every size of window, with any number of players.

import { describe, expect, test } from "vitest";
import {
  heightOf,
  racksFor,
  seatingFor,
  shapeOf,
  toolsFor,
  widthOf,
  type Company,
  type Room,
} from "../src/table/seating";

const window = (width: number, height: number, rem = 16): Room => ({ width, height, rem });
const company = (seats: number, each: number, more: Partial<Company> = {}): Company => ({
  slots: Array.from({ length: seats }, () => each),
  front: 0,
  ...more,
});
const DESKTOPS = [window(900, 600), window(1280, 640), window(1280, 800), window(1440, 900), window(2560, 1440)];
const PHONES = [window(390, 844), window(320, 640), window(844, 390), window(640, 360)];
/** Hands as the games have them: few piles, a handful, many stones. */
const HANDS = [3, 4, 8, 11];

test("a window is a desk, or a phone upright or on its side; large text makes it a phone", () => {
  expect(DESKTOPS.map(shapeOf)).toEqual(["desk", "desk", "desk", "desk", "desk"]);
  expect(PHONES.map(shapeOf)).toEqual(["tall", "tall", "low", "low"]);
  expect(shapeOf(window(1280, 800, 32))).toBe("low");
  expect(shapeOf(window(768, 1024))).toBe("tall");
});

test("the others sit clockwise from the seat in front: the next one at the left", () => {
  const sides = (seats: number, front: number) =>
    seatingFor(window(1440, 900), company(seats, 4, { front })).others.map(({ seat, side }) => `${seat} ${side}`);
  expect(sides(2, 0)).toEqual(["1 top"]);
  expect(sides(3, 0)).toEqual(["1 left", "2 right"]);
  expect(sides(4, 2)).toEqual(["3 left", "0 top", "1 right"]);
  expect(sides(5, 0)).toEqual(["1 left", "2 left", "3 right", "4 right"]);
  expect(sides(6, 5)).toEqual(["0 left", "1 left", "2 top", "3 right", "4 right"]);
});

test("where title and tools leave no room between them, nobody sits at the top", () => {
  const { others } = seatingFor(window(900, 600), company(4, 7));
  expect(others.map(({ side }) => side)).toEqual(["left", "left", "right"]);
});

test("a text at the left leaves the left side to itself", () => {
  for (const seats of [2, 3, 4]) {
    const { others } = seatingFor(window(1440, 900), company(seats, 4, { textAtLeft: true }));
    expect(others.map(({ side }) => side)).not.toContain("left");
  }
});

describe("on a desktop", () => {
  test("one's own pieces have 96 to 120 pixels", () => {
    for (const room of [window(1280, 640), window(1440, 900), window(2560, 1440)])
      for (const each of HANDS) {
        const { slot } = seatingFor(room, company(2, each)).front.grid;
        expect(slot, `${each} pieces at ${room.width}`).toBeGreaterThanOrEqual(96);
        expect(slot).toBeLessThanOrEqual(120);
      }
  });

  test("at 900×600 one's own pieces take the whole width that there is", () => {
    const slots = HANDS.map((each) => seatingFor(window(900, 600), company(2, each)).front.grid.slot);
    expect(slots.slice(0, 2)).toEqual([96, 96]);
    expect(slots[2], "eight dominoes").toBeGreaterThanOrEqual(94);
    expect(slots[3], "eleven stones: in two rows of 96 they would leave the board 250 of 600 pixels").toBeGreaterThan(
      68,
    );
    for (const each of HANDS) {
      const { grid } = seatingFor(window(900, 600), company(2, each)).front;
      expect(-grid.gap, "slots overlap only where no piece is").toBeLessThanOrEqual(0.08 * grid.slot);
    }
  });

  test("the others' pieces have at least 44 pixels, but for many hands of many stones in a small window", () => {
    const hands = [[2, 3], [4, 4], [2, 8], [4, 7], [5, 6], [6, 6], ...[2, 3, 4, 5, 6].map((seats) => [seats, 11])] as [
      number,
      number,
    ][];
    for (const room of DESKTOPS)
      for (const [seats, each] of hands)
        for (const { grid, silhouette } of seatingFor(room, company(seats, each, { shapely: each > 8 })).others) {
          const told = `${seats} × ${each} at ${room.width}×${room.height}`;
          const isCrowded = seats >= 5 && each > 8 && room.width < 1280;
          expect(grid.slot, told).toBeGreaterThanOrEqual(isCrowded ? 27 : 44);
          expect(silhouette, `silhouettes: ${told}`).toBe(seats >= 5 && each > 8);
        }
  });

  test("no hand hides behind another one, with any number of players", () => {
    for (const room of DESKTOPS)
      for (const seats of [2, 3, 4, 5, 6])
        for (const each of HANDS)
          expect(
            seatingFor(room, company(seats, each)).others.some((plan) => plan.shared),
            `${seats} × ${each} at ${room.width}×${room.height}`,
          ).toBe(false);
  });

  test("beside two racks the list of moves shows some lines", () => {
    // The bar, the heading of the list, and three lines of text.
    const least = (3.8 + 3.4 + 3 * 1.2) * 16;
    for (const room of [window(1440, 900), window(2560, 1440)]) {
      const { others, front } = seatingFor(room, company(6, 11, { shapely: true }));
      const right = others.filter(({ side }) => side === "right");
      const racks = right.reduce((sum, { high, slim }) => sum + high + (slim ? 4.05 : 9.2) * 16, 0);
      expect(room.height - front.high - 5.6 * 16 - racks, `at ${room.width}`).toBeGreaterThan(least);
    }
  });

  test("a rack that is pointed at grows towards the board, and its neighbours' plaques stay in sight", () => {
    for (const room of DESKTOPS)
      for (const seats of [2, 3, 4, 5, 6])
        for (const each of HANDS)
          for (const { side, slim, grid, large } of seatingFor(room, company(seats, each)).others) {
            const told = `${seats} × ${each} at ${room.width}×${room.height}, ${side}`;
            expect(large.slot, told).toBeGreaterThan(grid.slot);
            if (side === "top") continue;
            expect(heightOf(large), told).toBeLessThanOrEqual(heightOf(grid) + (slim ? 10 : 18));
            expect(widthOf(large), told).toBeLessThanOrEqual(room.width * 0.38);
          }
  });
});

test("no rack is wider than its window, and the board keeps its share", () => {
  for (const room of [...DESKTOPS, ...PHONES])
    for (const seats of [2, 3, 4, 5, 6])
      for (const each of HANDS) {
        const { front, others } = seatingFor(room, company(seats, each));
        const told = `${seats} × ${each} at ${room.width}×${room.height}`;
        for (const grid of [front.grid, ...others.flatMap(({ grid, large }) => [grid, large])]) {
          expect(grid.columns * grid.rows, told).toBeGreaterThanOrEqual(each);
          expect(widthOf(grid), told).toBeLessThanOrEqual(room.width);
          expect(grid.slot).toBeGreaterThanOrEqual(4);
        }
        const aside = ["left", "right"].map((side) =>
          Math.max(0, ...others.filter((plan) => plan.side === side).map(({ grid }) => widthOf(grid))),
        );
        expect(aside[0]! + aside[1]!, told).toBeLessThan(room.width * (room.height === 600 ? 0.55 : 0.48));
        // Between the racks, the bar and the line above the rack in front; boards are about square.
        const free = { wide: room.width - aside[0]! - aside[1]! - 64, high: room.height - heightOf(front.grid) - 150 };
        expect(free.wide, told).toBeGreaterThanOrEqual(0.9 * Math.min(free.high, room.width / 2));
        expect(heightOf(front.grid), told).toBeLessThan(room.height * (front.side === "right" ? 0.8 : 0.25));
      }
});

test("silhouettes are for five or six hands of pieces that are told apart by their shapes", () => {
  const silhouettes = (seats: number, shapely: boolean) =>
    seatingFor(window(390, 844), company(seats, 11, { shapely })).others.map(({ silhouette }) => silhouette);
  expect(silhouettes(5, true)).toEqual([true, true, true, true]);
  expect(silhouettes(5, false)).toEqual([false, false, false, false]);
  expect(silhouettes(4, true)).toEqual([false, false, false]);
});

test("tools that do not fit beside the title are in the menu", () => {
  const tools = (room: Room) => Object.values(toolsFor(room, shapeOf(room)));
  expect(tools(window(1440, 900))).toEqual([true, true, true, true]);
  expect(tools(window(844, 390))).toEqual([true, true, true, true]);
  expect(tools(window(390, 844))).toEqual([true, true, false, false]);
  expect(tools(window(390, 844, 32))).toEqual([false, false, false, false]);
  const { width } = window(390, 844, 32);
  expect(3 * 46).toBeLessThan(width / 2);
});

test("on a phone every hand lies open, or one below all plaques: its pieces can be told apart", () => {
  for (const room of PHONES)
    for (const seats of [2, 3, 4, 5, 6])
      for (const each of HANDS) {
        const { others } = seatingFor(room, company(seats, each, { shapely: each > 8 }));
        const told = `${seats} × ${each} at ${room.width}×${room.height}`;
        const shared = others[0]!.shared;
        expect(racksFor(others).length, told).toBe(shared ? 1 : seats - 1);
        if (shared) expect(seats, `few hands of few pieces all lie open: ${told}`).toBeGreaterThan(each > 8 ? 2 : 3);
        for (const { side, grid, large, high, compact } of others) {
          expect(grid.slot, told).toBeGreaterThanOrEqual(shared ? 34 : compact ? 24 : 36);
          expect(Math.max(grid.slot, large.slot), told).toBeGreaterThanOrEqual(shared ? 34 : 36);
          if (side === "top") expect(high, told).toBeLessThanOrEqual(room.height * 0.12);
        }
      }
});

test("on a phone four hands of stones lie open at 390 pixels, six take turns", () => {
  const shared = (seats: number) => seatingFor(window(390, 844), company(seats, 11)).others.map((plan) => plan.shared);
  expect(shared(4)).toEqual([false, false, false]);
  expect(shared(6)).toEqual([true, true, true, true, true]);
});

test("on a phone one opponent's pieces have at least 44 pixels, and fewer pieces have more room", () => {
  for (const each of HANDS)
    expect(seatingFor(window(390, 844), company(2, each)).others[0]!.grid.slot).toBeGreaterThanOrEqual(44);
  const at = (held: number) => seatingFor(window(320, 640), company(6, 11, { held: Array(6).fill(held) })).others[0]!;
  expect(at(4).grid.slot).toBeGreaterThan(at(11).grid.slot);
  expect(at(4).high).toBe(at(11).high);
});
