/** Helpers to write drawings as path data on a sheet of 100 by 100, y downwards. */

/** A stroke or a filled shape; holes are where an even number of outlines surround a point. */
export interface Stroke {
  d: string;
  /** With a width it is a line, without it is filled. */
  width?: number;
  /** Around it runs a rim of this width in light or dark, whatever the ink is not: for what lies on many colours. */
  rim?: number;
}

export type Drawing = readonly Stroke[];

const round = (value: number): number => Math.round(value * 10) / 10;

/** Four curves rather than arcs, so that it can be mirrored as any other path. */
export function disc(x: number, y: number, across: number, down = across): string {
  const at = (dx: number, dy: number) => `${round(x + dx * across)} ${round(y + dy * down)}`;
  const k = 0.5523;
  const quarters = [
    [-1, -k, -k, -1, 0, -1],
    [k, -1, 1, -k, 1, 0],
    [1, k, k, 1, 0, 1],
    [-k, 1, -1, k, -1, 0],
  ] as const;
  const curves = quarters.map(([a, b, c, d, e, f]) => `C${at(a, b)} ${at(c, d)} ${at(e, f)}`);
  return `M${at(-1, 0)}${curves.join("")}z`;
}

/** The same path seen in a mirror that stands upright in the middle; only for absolute M, L, C, Q and Z. */
export function mirrored(d: string): string {
  return d.replace(/(-?[\d.]+)[ ,](-?[\d.]+)/g, (_, x: string, y: string) => `${round(100 - Number(x))} ${y}`);
}

export function both(d: string): string {
  return d + mirrored(d);
}

/** A star or a polygon whose points are alternately so far from the middle. */
export function star(points: number, outer: number, inner: number, middle = 50): string {
  const corners = Array.from({ length: 2 * points }, (_, index) => {
    const angle = (index * Math.PI) / points - Math.PI / 2;
    const radius = index % 2 === 0 ? outer : inner;
    return `${round(50 + radius * Math.cos(angle))} ${round(middle + radius * Math.sin(angle))}`;
  });
  return `M${corners.join("L")}z`;
}

/** The same shape so many times around the middle. */
export function around(times: number, shape: (x: number, y: number) => string, radius: number, from = -90): string {
  return Array.from({ length: times }, (_, index) => {
    const angle = ((from + (index * 360) / times) * Math.PI) / 180;
    return shape(round(50 + radius * Math.cos(angle)), round(50 + radius * Math.sin(angle)));
  }).join("");
}
