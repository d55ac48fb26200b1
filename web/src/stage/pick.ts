/** What a ray from the camera hits: boxes, the places that are offered, the bare table. No three.js: plain numbers. */
import type { Solid } from "../engine/pkg/tablee_wasm.js";

export type Vec3 = [number, number, number];
export type CellAt = [number, number];

export interface Ray {
  from: Vec3;
  /** Of length 1. */
  along: Vec3;
}

export function middleOf({ at, size }: Pick<Solid, "at" | "size">): Vec3 {
  return [at[0] + size[0] / 2, at[1] + size[1] / 2, at[2] + size[2] / 2];
}

/** How far along the ray a box begins; infinite if it is missed. */
function distanceToBox(ray: Ray, { at, size }: Pick<Solid, "at" | "size">): number {
  let [enter, leave] = [-Infinity, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const [from, along, low] = [ray.from[axis] ?? 0, ray.along[axis] ?? 0, at[axis] ?? 0];
    const high = low + (size[axis] ?? 0);
    if (Math.abs(along) < 1e-9) {
      if (from < low || from > high) return Infinity;
      continue;
    }
    const [a, b] = [(low - from) / along, (high - from) / along];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave && leave > 0 ? Math.max(enter, 0) : Infinity;
}

/** How far along the ray it comes down to this height. */
function distanceToHeight(ray: Ray, z: number): number {
  if (Math.abs(ray.along[2]) < 1e-9) return Infinity;
  const distance = (z - ray.from[2]) / ray.along[2];
  return distance > 0 ? distance : Infinity;
}

export function pointAt(ray: Ray, distance: number): Vec3 {
  return [0, 1, 2].map((axis) => (ray.from[axis] ?? 0) + distance * (ray.along[axis] ?? 0)) as Vec3;
}

function cellOf(x: number, y: number): CellAt {
  return [Math.floor(x), Math.floor(y)];
}

interface Hit {
  distance: number;
  /** The piece that was hit; none for the board and the bare table. */
  piece: string | null;
  cell: CellAt;
}

/** The nearest of these boxes, or the table at height 0. */
export function firstHit(
  ray: Ray,
  boxes: Iterable<{ solid: Pick<Solid, "at" | "size">; piece: string | null }>,
): Hit | null {
  let distance = distanceToHeight(ray, 0);
  let nearest: { solid: Pick<Solid, "at" | "size">; piece: string | null } | null = null;
  for (const box of boxes) {
    const to = distanceToBox(ray, box.solid);
    if (to < distance) [distance, nearest] = [to, box];
  }
  if (distance === Infinity) return null;
  const point = pointAt(ray, distance);
  if (!nearest) return { distance, piece: null, cell: cellOf(point[0], point[1]) };
  // On a side the point is between two cells: the box's own is meant.
  const { at, size } = nearest.solid;
  const inside = (axis: 0 | 1) => Math.min(Math.max(point[axis], at[axis] + 0.01), at[axis] + size[axis] - 0.01);
  return { distance, piece: nearest.piece, cell: cellOf(inside(0), inside(1)) };
}

/** The offered place whose surface the ray meets, unless something is before it. */
export function placeHit(ray: Ray, places: { cell: CellAt; top: number }[], before: number): CellAt | null {
  let best: CellAt | null = null;
  let nearest = before + 0.05;
  for (const { cell, top } of places) {
    const distance = distanceToHeight(ray, top);
    if (distance >= nearest) continue;
    const [x, y] = pointAt(ray, distance);
    if (x >= cell[0] && x < cell[0] + 1 && y >= cell[1] && y < cell[1] + 1) [best, nearest] = [cell, distance];
  }
  return best;
}
