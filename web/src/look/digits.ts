/**
 * Figures, drawn as lines of one width as if cut by a router: so they look the same on every machine, on the table and
 * in small pictures.
 */
import data from "./drawings.json";
import type { Stroke } from "./shapes";

/** Each in a box 60 wide and 100 high. The server reads them too, and places them in the same way (crates/picture). */
const FIGURES: readonly string[] = data.figures;

/** Fits a figure into its place on the sheet. */
function placed(d: string, left: number, top: number, scale: number): string {
  return d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => {
    const fit = (value: string, start: number) => Math.round((start + Number(value) * scale) * 10) / 10;
    return `${fit(x, left)} ${fit(y, top)}`;
  });
}

/** A number from 0 to 99; none if it is none. */
export function numberDrawing(name: string): Stroke[] | null {
  if (!/^\d{1,2}$/.test(name)) return null;
  const figures = [...name].map((figure) => FIGURES[Number(figure)] ?? "");
  if (figures.length === 2) {
    const scale = 0.8;
    return figures.map((d, index) => ({ d: placed(d, 1 + index * 50, 10, scale), width: 11 }));
  }
  // Seen from across the table these two are each other's image.
  if (name === "6" || name === "9") {
    return [...figures.map((d) => ({ d: placed(d, 24, -2, 0.87), width: 12 })), { d: "M36 93L64 93", width: 8 }];
  }
  return figures.map((d) => ({ d: placed(d, 20, 0, 1), width: 13 }));
}
