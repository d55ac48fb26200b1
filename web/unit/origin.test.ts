// The first piece of an empty table goes to the pointer, and the view stays as it is.
import { describe, expect, test } from "vitest";
import { Origin } from "../src/stage/origin";
import { sights } from "../src/stage/sights";

const TABLE = { low: [-10, -8] as [number, number], high: [10, 8] as [number, number] };

describe("the table's origin", () => {
  test("brings a piece to where one points", () => {
    const origin = new Origin();
    origin.bring([1, 0.5, 0], [-4, 3, 0], TABLE);
    expect(origin.toRoom([1, 0.5, 0])).toEqual([-4, 3, 0]);
    expect(origin.toTable([-4, 3, 0])).toEqual([1, 0.5, 0]);
  });

  test("keeps the piece on the tabletop", () => {
    const origin = new Origin();
    origin.bring([0, 0, 0], [40, -40, 0], TABLE);
    expect(origin.toRoom([0, 0, 0])).toEqual([9, -7, 0]);
  });

  test("keeps the view while few pieces lie there, then centres on them", () => {
    const origin = new Origin();
    expect(origin.middleOfView(1)).toBeNull();
    origin.bring([0.5, 0.5, 0], [2.5, 0.5, 0], TABLE);
    const middle = origin.middleOfView(1);
    expect(middle).toEqual([-1.5, 0.5, 0]);
    expect(origin.middleOfView(9)).toBeNull();
    const seen = sights([], false, middle).map((point) => origin.toRoom(point));
    const rounded = (points: number[][]) => points.map((point) => point.map((part) => Math.round(1000 * part)));
    expect(rounded(seen)).toEqual(rounded(sights([], false)));
    origin.reset();
    expect(origin.middleOfView(1)).toBeNull();
  });
});
