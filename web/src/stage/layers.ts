/** The heights at which pieces rest. No three.js: plain numbers. */
import type { Solid } from "../engine/pkg/tablee_wasm.js";

/** Whether another piece can rest on it. */
export const isWide = ({ size }: Pick<Solid, "size">): boolean => size[0] > 0.7 && size[1] > 0.7;

/** The heights at which pieces rest, from the table upwards. */
export function layersOf(solids: readonly Pick<Solid, "at" | "size">[]): number[] {
  const heights = solids
    .filter(isWide)
    .map(({ at }) => at[2])
    .sort((a, b) => a - b);
  return heights.filter((height, index) => index === 0 || height - (heights[index - 1] ?? 0) > 0.05);
}
