// What the page says in passing: short notes that go away, and sentences for a screen reader.

import { untrack } from "svelte";

interface Note {
  id: number;
  text: string;
}

class Notices {
  notes = $state.raw<Note[]>([]);
  spoken = $state("");
  #last = 0;

  /** Shows a sentence for a while; it is spoken too. */
  show(text: string, seconds = 6): void {
    const id = ++this.#last;
    this.notes = [...this.notes.filter((note) => note.text !== text).slice(-2), { id, text }];
    this.speak(text);
    setTimeout(() => this.drop(id), seconds * 1000);
  }

  drop(id: number): void {
    this.notes = this.notes.filter((note) => note.id !== id);
  }

  /** Only for screen readers. */
  speak(text: string): void {
    // The same sentence twice in a row would not be read again.
    const before = untrack(() => this.spoken);
    this.spoken = text === before ? `${text}\u00a0` : text;
  }
}

export const notices = new Notices();
