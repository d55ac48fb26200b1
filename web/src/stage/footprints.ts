/** The rectangles of the table that a board stands on, for the soft shadows around it. */
import type { Solid } from "../engine/pkg/tablee_wasm.js";
import type { Rect } from "./orbit";

/** Parts that are nearer to each other, in cells, stand there as one. */
const JOINED = 0.15;
/** The table shades around no more than this. */
export const MOST_FOOTPRINTS = 12;

const near = (a: number, b: number): boolean => Math.abs(a - b) < JOINED;

/** Both as one rectangle, if they lie side by side and are equally long there; otherwise null. */
function joined(a: Rect, b: Rect): Rect | null {
  for (const axis of [0, 1] as const) {
    const other = axis === 0 ? 1 : 0;
    const alike = near(a.low[other], b.low[other]) && near(a.high[other], b.high[other]);
    if (!alike || !(near(a.high[axis], b.low[axis]) || near(b.high[axis], a.low[axis]))) continue;
    return {
      low: [Math.min(a.low[0], b.low[0]), Math.min(a.low[1], b.low[1])],
      high: [Math.max(a.high[0], b.high[0]), Math.max(a.high[1], b.high[1])],
    };
  }
  return null;
}

/** What stands on the table itself, as few rectangles; none if it would take too many. */
export function footprints(board: readonly Pick<Solid, "at" | "size">[]): Rect[] {
  const lowest = Math.min(...board.map(({ at }) => at[2]));
  const rects: Rect[] = [];
  for (const { at, size } of board.filter((solid) => solid.at[2] < lowest + 0.01)) {
    let rect: Rect = { low: [at[0], at[1]], high: [at[0] + size[0], at[1] + size[1]] };
    for (let again = true; again;) {
      again = false;
      for (const [index, other] of rects.entries()) {
        const both = joined(rect, other);
        if (!both) continue;
        rects.splice(index, 1);
        [rect, again] = [both, true];
        break;
      }
    }
    rects.push(rect);
  }
  return rects.length > MOST_FOOTPRINTS ? [] : rects;
}
