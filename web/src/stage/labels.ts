/** Small labels that stay with pieces on the table, as elements over the canvas. */

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

  /** Moves every label to where its piece is on the screen; one whose piece is gone is hidden. */
  place(where: (id: string) => { x: number; y: number } | null): void {
    if (this.labels.length === 0) return;
    const { left, top } = this.layer.getBoundingClientRect();
    this.labels.forEach(({ id }, index) => {
      const element = this.elements[index];
      const at = where(id);
      if (!element) return;
      element.hidden = at === null;
      if (at) element.style.transform = `translate(${at.x - left}px, ${at.y - top}px) translate(-50%, -50%)`;
    });
  }
}
