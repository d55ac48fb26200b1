// The next place in a direction, as it looks on the screen.

export interface Point {
  x: number;
  y: number;
}

export type Direction = "left" | "right" | "up" | "down";

const AHEAD: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/**
 * The number of the point that an arrow key goes to from another: the nearest ahead, where what lies aside counts
 * double. Without one ahead it is the farthest behind, so that the keys go round.
 */
export function nextPoint(points: readonly Point[], from: number | null, direction: Direction): number | null {
  const ahead = AHEAD[direction];
  const along = (point: Point): number => point.x * ahead.x + point.y * ahead.y;
  const start = from === null ? undefined : points[from];
  if (!start) return points.length > 0 ? middlemost(points) : null;
  let best: number | null = null;
  let bestCost = Infinity;
  let farthest = from;
  let farthestCost = Infinity;
  points.forEach((point, index) => {
    if (index === from) return;
    const forward = along(point) - along(start);
    const aside = Math.abs((point.x - start.x) * ahead.y) + Math.abs((point.y - start.y) * ahead.x);
    if (forward > 1) {
      const cost = forward + 2 * aside;
      if (cost < bestCost) [best, bestCost] = [index, cost];
    } else {
      const cost = forward + 2 * aside;
      if (cost < farthestCost) [farthest, farthestCost] = [index, cost];
    }
  });
  return best ?? farthest;
}

function middlemost(points: readonly Point[]): number {
  const middle = { x: mean(points.map((point) => point.x)), y: mean(points.map((point) => point.y)) };
  const away = points.map((point) => Math.hypot(point.x - middle.x, point.y - middle.y));
  return away.indexOf(Math.min(...away));
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
