/** Small labels that stay with pieces on the table, as elements over the canvas. */
import type { ScreenPoint } from "./aim";

export interface Label {
  /** The piece that it belongs to. */
  id: string;
  text: string;
  colour: string;
}

/** A piece laid since a person's last turn. */
export interface TrailMark {
  id: string;
  number: number;
  paint: string;
}

/** How large a label is, in pixels: less than half a cell, and no larger with larger text, so that it hides no value. */
const SIZE = { least: 17, most: 25, ofCell: 0.42 };
/** How far apart the middles of two labels are at least, in sizes. */
const APART = 1.06;

/** The size of labels, given that of a cell, both in pixels. */
export const labelSize = (cell: number): number => Math.min(SIZE.most, Math.max(SIZE.least, SIZE.ofCell * cell));

/** Labels that would hide one another move apart, each as little as needed; `least` is in pixels. */
export function apart(spots: readonly (ScreenPoint | null)[], least: number): (ScreenPoint | null)[] {
  const placed: ScreenPoint[] = [];
  return spots.map((spot) => {
    if (!spot) return null;
    const isFree = (at: ScreenPoint): boolean =>
      placed.every((other) => Math.hypot(at.x - other.x, at.y - other.y) >= least - 0.5);
    let free = spot;
    for (let far = least / 4; !isFree(free) && far < 8 * least; far += least / 4) {
      const around = Array.from({ length: 8 }, (_, eighth) => ({
        x: spot.x + far * Math.cos((eighth * Math.PI) / 4),
        y: spot.y - far * Math.sin((eighth * Math.PI) / 4),
      }));
      free = around.find(isFree) ?? spot;
    }
    placed.push(free);
    return free;
  });
}

export class Labels {
  private labels: Label[] = [];
  private elements: HTMLElement[] = [];

  constructor(private readonly layer: HTMLElement) {}

  set(labels: Label[]): void {
    this.labels = labels;
    this.elements.forEach((element) => element.remove());
    this.elements = labels.map(({ text, colour }) => {
      const element = document.createElement("span");
      element.textContent = text;
      element.style.setProperty("--seat", colour);
      this.layer.append(element);
      return element;
    });
  }

  /**
   * Moves every label to where its piece is on the screen; one whose piece is gone is hidden. A cell has so many pixels.
   */
  place(where: (id: string) => { x: number; y: number } | null, cell: number): void {
    if (this.labels.length === 0) return;
    const { left, top } = this.layer.getBoundingClientRect();
    const size = labelSize(cell);
    const spots = apart(
      this.labels.map(({ id }) => where(id)),
      APART * size,
    );
    this.layer.style.setProperty("--label", `${size}px`);
    this.elements.forEach((element, index) => {
      const at = spots[index] ?? null;
      element.hidden = at === null;
      if (at) element.style.transform = `translate(${at.x - left}px, ${at.y - top}px) translate(-50%, -50%)`;
    });
  }
}
