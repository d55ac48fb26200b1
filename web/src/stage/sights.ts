/** What the camera must keep in sight. */
import type { Solid, Target } from "../engine/pkg/tablee_wasm.js";
import type { Vec3 } from "./pick";
import { boundsOf } from "./pieces";

/**
 * The points that should be seen: what lies there with room for the next piece on top. On a bare table there must be
 * room as well to lay something beside it; `middle` is what is in the middle then, if not the pieces.
 */
export function sights(solids: Solid[], hasBoard: boolean, middle: Vec3 | null = null): Vec3[] {
  const beside = hasBoard ? 0.1 : 0.8;
  const points: Vec3[] = [];
  const around = (at: readonly number[], size: readonly number[], [dx, dy]: [number, number], z: number) => {
    const [x = 0, y = 0] = at;
    const [width = 0, depth = 0] = size;
    for (const east of [x - dx, x + width + dx])
      for (const north of [y - dy, y + depth + dy]) points.push([east, north, z]);
  };
  for (const { at, size } of solids) {
    const top = at[2] + size[2];
    around(at, size, [beside, 0], Math.min(0, at[2]));
    around(at, size, [0, beside], Math.min(0, at[2]));
    // Rounded up, so that the camera does not move for small changes.
    if (top > 0.3) around(at, size, [0, 0], Math.ceil(top + 0.3));
  }
  // Room for a first piece on the board, so that it does not move when that is laid.
  const board = hasBoard ? boundsOf(solids) : null;
  if (board) {
    const [[west, south], [east, north]] = [board.low, board.high];
    around([west, south], [east - west, north - south], [0, 0], 1);
  }
  if (!hasBoard) {
    // Not so near that a single piece fills the screen.
    const { low, high } = boundsOf(solids) ?? { low: [0, 0], high: [1, 1] };
    around(middle ?? [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2], [0, 0], [2.6, 2.2], 0);
  }
  return points;
}

/** Where a piece could go, and how high it would stand there. */
export function sightsOfPlaces(targets: readonly Target[]): Vec3[] {
  return targets.flatMap(({ cell: [x, y], top, ways }): Vec3[] => {
    const height = Math.max(top, ...ways.flatMap(({ solids }) => solids.map(({ at, size }) => at[2] + size[2])));
    return [
      [x, y, top],
      [x + 1, y + 1, top],
      [x, y + 1, height],
    ];
  });
}

/** Of points at the same height, those around the others, anticlockwise. */
function hull(points: Vec3[]): Vec3[] {
  const along = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (ordered: Vec3[]): Vec3[] => {
    const kept: Vec3[] = [];
    for (const point of ordered) {
      for (let last = kept.at(-1), before = kept.at(-2); last && before; last = kept.at(-1), before = kept.at(-2)) {
        const turn = (last[0] - before[0]) * (point[1] - before[1]) - (last[1] - before[1]) * (point[0] - before[0]);
        if (turn > 0) break;
        kept.pop();
      }
      kept.push(point);
    }
    // The last one begins the other chain.
    return kept.length > 1 ? kept.slice(0, -1) : kept;
  };
  return along.length < 3 ? along : [...chain(along), ...chain(along.toReversed())];
}

/** The points without those that lie between others of their height: a camera that sees these sees all. */
export function outermost(points: readonly Vec3[]): Vec3[] {
  const levels = new Map<number, Vec3[]>();
  for (const point of points) {
    const level = levels.get(point[2]);
    if (level) level.push(point);
    else levels.set(point[2], [point]);
  }
  return [...levels.values()].flatMap(hull);
}
