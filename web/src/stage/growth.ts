/** The tabletop grows with what lies on it, gently. */
import type { Rect } from "./orbit";

/** How fast it follows: the part of the way that is left after a millisecond. */
const DAMPING = 0.993;

export class Growth {
  private top: Rect | null = null;

  /** Grows towards a size for this many milliseconds, or jumps to it. */
  step(goal: Rect, elapsed: number, motion: boolean): { top: Rect; growing: boolean } {
    const before = this.top;
    const left = before && motion ? Math.pow(DAMPING, elapsed) : 0;
    const towards = (end: "low" | "high", axis: 0 | 1): number =>
      goal[end][axis] + ((before?.[end][axis] ?? 0) - goal[end][axis]) * left;
    const top: Rect = { low: [towards("low", 0), towards("low", 1)], high: [towards("high", 0), towards("high", 1)] };
    const rest = Math.abs(top.low[0] - goal.low[0]) + Math.abs(top.high[1] - goal.high[1]);
    const growing = rest >= 0.002 * (goal.high[0] - goal.low[0]);
    this.top = growing ? top : goal;
    return { top: this.top, growing };
  }
}
