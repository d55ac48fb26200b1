// What the page says in passing: short notes that go away, and sentences for a screen reader.

import { untrack } from "svelte";

interface Note {
  id: number;
  text: string;
  /** Whether it goes with the player's next act, because it is about the one before. */
  passing?: boolean;
}

/** How many sentences are kept for a screen reader: several may come at once. */
const KEPT = 4;

class Notices {
  notes = $state.raw<readonly Note[]>([]);
  /** The last sentences for a screen reader, each its own element, so that it is read when it is added. */
  spoken = $state.raw<readonly Note[]>([]);
  #last = 0;

  /** Shows a sentence for a while; it is spoken too. */
  show(text: string, seconds = 6, passing = false): void {
    const id = ++this.#last;
    this.notes = [...this.notes.filter((note) => note.text !== text).slice(-2), { id, text, passing }];
    this.speak(text);
    setTimeout(() => this.drop(id), seconds * 1000);
  }

  /** Says why something cannot be done. The sentence goes with the next act. */
  refuse(text: string): void {
    this.acted();
    this.show(text, 6, true);
  }

  /** The player has done something else: what was refused before no longer matters. */
  acted(): void {
    if (untrack(() => this.notes).some(({ passing }) => passing))
      this.notes = this.notes.filter((note) => !note.passing);
  }

  drop(id: number): void {
    this.notes = this.notes.filter((note) => note.id !== id);
  }

  /** Only for screen readers. */
  speak(text: string): void {
    this.spoken = [...untrack(() => this.spoken).slice(1 - KEPT), { id: ++this.#last, text }];
  }
}

export const notices = new Notices();
