/**
 * All that is drawn on pieces and stands for seats, as path data, by the names that scenes use. Drawn for this project.
 *
 * One ink each: what tells them apart is the outline, down to the size of a finger's nail. A colour has a mark that
 * identifies it without showing it; how many there are of something is what the numbered marks are about.
 *
 * The drawings are in drawings.json, on sheets of 100 by 100, y downwards. The server reads them too (crates/picture),
 * so they are written with absolute M, L, C and z only.
 */
import { numberDrawing } from "./digits";
import data from "./drawings.json";
import { colourOf, isPaint } from "./palette";
import type { Drawing, Stroke } from "./shapes";

const DRAWINGS: Record<string, Drawing> = data.drawings;

/** A ring, drawn where there is no drawing of that name. */
const UNKNOWN: Drawing = [
  { d: "M20 50C20 33.4 33.4 20 50 20C66.6 20 80 33.4 80 50C80 66.6 66.6 80 50 80C33.4 80 20 66.6 20 50z", width: 10 },
];

/** The names of all drawings there are; numbers up to 99 are drawn as themselves. */
export const drawingNames: readonly string[] = Object.keys(DRAWINGS);

export function drawingOf(name: string): Drawing {
  const drawing = DRAWINGS[name] ?? numberDrawing(name);
  if (drawing) return drawing;
  if (import.meta.env?.DEV) throw new Error(`there is no drawing “${name}”`);
  return UNKNOWN;
}

/** The colour of the rim around something in this ink: what differs most from it. */
export function rimOf(ink: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(ink.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 110 ? colourOf("ink") : colourOf("ivory");
}

function rimMarkup({ d, rim }: Stroke): string {
  return rim === undefined ? "" : `<path fill="none" stroke-width="${rim}" stroke-linejoin="round" d="${d}"/>`;
}

function strokeMarkup({ d, width }: Stroke): string {
  if (width === undefined) return `<path stroke="none" fill-rule="evenodd" d="${d}"/>`;
  return `<path fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
}

/** The paths of a drawing in SVG, filled with the current `color`; its rim, if it has one, has the current `stroke`. */
export function drawingMarkup(name: string): string {
  const drawing = drawingOf(name);
  return [...drawing.map(rimMarkup), ...drawing.map(strokeMarkup)].join("");
}

/** A drawing as a separate SVG document. The ink is a paint or a colour as CSS writes it. */
export function emblem(drawing: string, ink: string, options: { size?: number } = {}): string {
  const { size = 24 } = options;
  const colour = isPaint(ink) ? colourOf(ink) : ink;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${size}" height="${size}" ` +
    `color="${colour}" fill="currentColor" stroke="none" aria-hidden="true">${drawingMarkup(drawing)}</svg>`
  );
}
