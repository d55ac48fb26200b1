// Where a panel floats above the table: where it covers least of what matters.

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Something that a panel should not cover, and how bad it would be. */
export interface Kept {
  rect: Rect;
  weight: number;
}

export interface Spot {
  across: "left" | "middle" | "right";
  edge: "top" | "bottom";
}

/** In this order, if several are equally good: near the prompt first. */
const SPOTS: readonly Spot[] = (["bottom", "top"] as const).flatMap((edge) =>
  (["middle", "left", "right"] as const).map((across) => ({ across, edge })),
);

/** How much two rectangles have in common, in square pixels. */
export function overlap(a: Rect, b: Rect): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/** The smallest rectangle around points; null without any. */
export function around(points: readonly { x: number; y: number }[], margin = 0): Rect | null {
  if (points.length === 0) return null;
  const [x, y] = [points.map((point) => point.x), points.map((point) => point.y)];
  return {
    left: Math.min(...x) - margin,
    top: Math.min(...y) - margin,
    right: Math.max(...x) + margin,
    bottom: Math.max(...y) + margin,
  };
}

/** What a panel of a size would cover at a spot of the free part of the table. */
export function rectAt(spot: Spot, free: Rect, { width, height }: { width: number; height: number }): Rect {
  const spare = free.right - free.left - width;
  const left = free.left + { left: 0, middle: spare / 2, right: spare }[spot.across];
  const top = spot.edge === "top" ? free.top : free.bottom - height;
  return { left, top, right: left + width, bottom: top + height };
}

/** The spot at which a panel covers least. */
export function bestSpot(free: Rect, size: { width: number; height: number }, kept: readonly Kept[]): Spot {
  const cost = (spot: Spot): number => {
    const rect = rectAt(spot, free, size);
    return kept.reduce((sum, each) => sum + each.weight * overlap(rect, each.rect), 0);
  };
  let best = SPOTS[0]!;
  for (const spot of SPOTS) if (cost(spot) < cost(best) - 1) best = spot;
  return best;
}
