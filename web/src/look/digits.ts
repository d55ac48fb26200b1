/**
 * Figures, drawn as lines of one width as if cut by a router: so they look the same on every machine, on the table and
 * in small pictures.
 */
import type { Stroke } from "./shapes";

/** Each in a box 60 wide and 100 high. */
const FIGURES: readonly string[] = [
  "M30 14C15 14 10 30 10 50C10 70 15 86 30 86C45 86 50 70 50 50C50 30 45 14 30 14z",
  "M14 30L33 15L33 86M17 86L49 86",
  "M12 33C12 20 20 14 30 14C41 14 49 21 49 33C49 50 22 63 11 86L50 86",
  "M12 22C18 16 24 14 30 14C41 14 48 20 48 31C48 42 40 48 28 48C42 48 50 56 50 67C50 79 41 86 29 86C21 86 14 83 10 77",
  "M38 86L38 14L8 65L52 65",
  "M47 14L17 14L14 46C19 42 25 40 31 40C43 40 51 49 51 62C51 77 42 86 29 86C21 86 14 83 9 77",
  "M45 18C41 15 36 14 32 14C17 14 10 33 10 56C10 76 18 86 31 86C43 86 51 77 51 64C51 51 43 43 32 43C21 43 13 50 10 60",
  "M10 14L50 14C37 34 27 58 24 86",
  "M30 47C19 47 13 40 13 31C13 21 20 14 30 14C40 14 47 21 47 31C47 40 41 47 30 47C17 47 10 55 10 66C10 78 18 86 30 86C42 86 50 78 50 66C50 55 43 47 30 47z",
  "M15 82C19 85 24 86 28 86C43 86 50 67 50 44C50 24 42 14 29 14C17 14 9 23 9 36C9 49 17 57 28 57C39 57 47 50 50 40",
];

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
