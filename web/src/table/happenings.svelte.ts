// What happens at a table, told as it happens: points that rise from where they were made, what they are for, and
// announcements, one after another. Tables on this device, shared tables and replays tell it the same way.

import type { Announcement, PlyView, Seat } from "../engine/pkg/tablee_wasm.js";
import { sounds } from "../sound";
import { hurried } from "../testing";
import { sentenceCase, w } from "../words/words.svelte";
import { gainsOf } from "./history";

/** How long an announcement stays, in milliseconds: a headline, one with a sentence, one with a table to read. */
const STAYS = { headline: 2000, note: 3500, table: 5000 };
/** How long the words about a ply stay. */
const WORDS_STAY = 2600;
/** More moves than this came at once because someone was away: nobody could follow them one by one. */
const MOST_TOLD = 8;
/** More than this fly at once only if nothing draws them. */
const MOST_RISINGS = 24;

/** Points of a seat that rise from a piece; without one, from the plaque of the seat. */
export interface Rising {
  id: number;
  seat: Seat;
  points: number;
  piece: string | null;
}

/** What a ply brought, in words, beside its piece. */
export interface Caption {
  id: number;
  text: string;
  piece: string | null;
}

/** How long an announcement stays unless it is skipped. */
export function stays({ note, rows }: Announcement): number {
  if (rows.length > 0) return STAYS.table;
  return note === undefined ? STAYS.headline : STAYS.note;
}

export class Happenings {
  /** The announcement that is shown now. */
  announcement = $state.raw<Announcement | null>(null);
  risings = $state.raw<readonly Rising[]>([]);
  caption = $state.raw<Caption | null>(null);
  #next: Announcement[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #captionTimer: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];
  #pauses = new Set<() => void>();
  #last = 0;

  /** Tells plies that have just been shown. `words` says what a ply brought, a draw too. */
  tell(plies: readonly PlyView[], words: (ply: PlyView) => string): void {
    const lastMove = plies.findLastIndex(({ seat }) => seat !== undefined);
    const moves = plies.filter(({ seat }) => seat !== undefined).length;
    if (hurried() || plies.length === 0 || moves > MOST_TOLD) return;
    const risings = plies.flatMap((ply) =>
      gainsOf(ply).map(({ seat, points }) => ({
        ...{ id: ++this.#last, seat, points },
        piece: ply.piece ?? ply.drawn ?? null,
      })),
    );
    if (risings.length > 0) {
      this.risings = [...this.risings, ...risings].slice(-MOST_RISINGS);
      sounds.points(risings.some(({ points }) => points > 0));
    }
    const move = plies[lastMove];
    if (move) this.#say(words(move), move.piece ?? null);
    // What a draw brings belongs to the move before it.
    for (const draw of plies.slice(lastMove + 1)) this.#sayAlso(words(draw), draw.drawn ?? null);
    this.announce(plies.flatMap(({ announcements }) => announcements));
  }

  #sayAlso(text: string, piece: string | null): void {
    if (text === "") return;
    const { caption } = this;
    if (caption) this.#say(w().andThen(caption.text, text), caption.piece);
    else this.#say(sentenceCase(text), piece);
  }

  #say(text: string, piece: string | null): void {
    clearTimeout(this.#captionTimer);
    this.caption = text === "" ? null : { id: ++this.#last, text, piece };
    if (this.caption) this.#captionTimer = setTimeout(() => (this.caption = null), WORDS_STAY);
  }

  /** The points have arrived. */
  arrived(id: number): void {
    this.risings = this.risings.filter((rising) => rising.id !== id);
  }

  announce(announcements: readonly Announcement[]): void {
    this.#next.push(...announcements);
    if (this.announcement === null) this.skip();
  }

  /** On to the next announcement, if there is one. */
  skip(): void {
    const announcement = this.#next.shift() ?? null;
    this.announcement = announcement;
    clearTimeout(this.#timer);
    if (announcement === null) return this.#release();
    sounds.announce();
    this.#leaveAfter(stays(announcement));
  }

  #leaveAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.skip(), ms);
  }

  /** Keeps the announcement while someone points at it. */
  hold(on: boolean): void {
    if (this.announcement === null) return;
    if (on) clearTimeout(this.#timer);
    else this.#leaveAfter(STAYS.headline);
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Resolves once nothing is announced. */
  quiet(): Promise<void> {
    if (this.announcement === null) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Waits, unless someone hurries. In tests it takes no time, but what follows is a task of its own as well. */
  pause(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        this.#pauses.delete(over);
        resolve();
      };
      const timer = setTimeout(over, hurried() ? 0 : ms);
      this.#pauses.add(over);
    });
  }

  /** Skips what is waited for now; returns whether there was anything. */
  hurry(): boolean {
    if (this.announcement === null && this.#pauses.size === 0) return false;
    if (this.announcement !== null) this.skip();
    for (const over of [...this.#pauses]) over();
    return true;
  }

  /** Skips all announcements. */
  dismiss(): void {
    this.#next = [];
    if (this.announcement !== null) this.skip();
  }

  /** Nothing of this is true any more: a move was undone, another moment is shown, or the table is left. */
  clear(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#captionTimer);
    this.#next = [];
    this.announcement = null;
    this.risings = [];
    this.caption = null;
    this.#release();
    for (const over of [...this.#pauses]) over();
  }
}
