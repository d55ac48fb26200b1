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
  const { others } = seatingFor(window(900, 600), company(4, 4));
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

  /** Where 44 pixels do not fit. */
  const isSmall = ({ height }: Room): boolean => height < 700;

  test("the others' pieces have at least 44 pixels; in a small window small ones that grow to them", () => {
    const hands = [[2, 3], [4, 4], [2, 8], [4, 7], [5, 6], [6, 6], ...[2, 3, 4, 5, 6].map((seats) => [seats, 11])] as [
      number,
      number,
    ][];
    for (const room of DESKTOPS)
      for (const [seats, each] of hands)
        for (const { grid, large, compact } of seatingFor(room, company(seats, each, { shapely: each > 8 })).others) {
          const told = `${seats} × ${each} at ${room.width}×${room.height}`;
          expect(large.slot, told).toBeGreaterThanOrEqual(44);
          expect(grid.slot, told).toBeGreaterThanOrEqual(compact ? 22 : 44);
          if (compact) expect(isSmall(room), told).toBe(true);
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

  test("a rack that is pointed at grows", () => {
    for (const seats of [2, 3, 4])
      for (const { grid, large } of seatingFor(window(1440, 900), company(seats, 4)).others)
        expect(large.slot).toBeGreaterThanOrEqual(Math.max(64, grid.slot));
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
        expect(aside[0]! + aside[1]!, told).toBeLessThan(room.width * 0.48);
        expect(heightOf(front.grid), told).toBeLessThan(room.height * (front.side === "right" ? 0.8 : 0.25));
      }
});

test("silhouettes are for pieces that are told apart by their shapes", () => {
  const silhouettes = (shapely: boolean) =>
    seatingFor(window(390, 844), company(5, 11, { shapely })).others.map(({ silhouette }) => silhouette);
  expect(silhouettes(true)).toEqual([true, true, true, true]);
  expect(silhouettes(false)).toEqual([false, false, false, false]);
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

test("a rack that is pointed at covers neither board nor neighbour, unless its pieces are too small to see", () => {
  for (const room of DESKTOPS)
    for (const seats of [2, 3, 4, 6])
      for (const { side, grid, large, compact } of seatingFor(room, company(seats, 11, { shapely: true })).others) {
        if (compact) continue;
        expect(heightOf(large)).toBeLessThanOrEqual(heightOf(grid) + 18);
        if (side !== "top") expect(widthOf(large)).toBeLessThanOrEqual(widthOf(grid));
      }
});

test("on a phone every hand lies open in a slim rack, and a small one grows when it is pressed", () => {
  for (const room of PHONES)
    for (const seats of [2, 3, 4, 5, 6])
      for (const each of HANDS) {
        const { others } = seatingFor(room, company(seats, each, { shapely: each > 8 }));
        const told = `${seats} × ${each} at ${room.width}×${room.height}`;
        expect(racksFor(others).length, told).toBe(seats - 1);
        for (const { side, grid, large, high, compact } of others) {
          expect(grid.slot, told).toBeGreaterThanOrEqual(compact ? 10 : 36);
          if (!compact) continue;
          expect(large.slot, told).toBeGreaterThanOrEqual(36);
          if (side === "top") expect(high, told).toBeLessThanOrEqual(56);
        }
      }
});

test("on a phone one opponent's pieces have at least 44 pixels, and fewer pieces have more room", () => {
  for (const each of HANDS)
    expect(seatingFor(window(390, 844), company(2, each)).others[0]!.grid.slot).toBeGreaterThanOrEqual(44);
  const at = (held: number) => seatingFor(window(320, 640), company(6, 11, { held: Array(6).fill(held) })).others[0]!;
  expect(at(4).grid.slot).toBeGreaterThan(at(11).grid.slot);
  expect(at(4).high).toBe(at(11).high);
});
