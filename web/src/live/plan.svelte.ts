// What is chosen for a table that people elsewhere are to come to.

import type { Clock, SeatPlan } from "../engine/pkg/tablee_wasm.js";
import { w } from "../words/words.svelte";

/** The choice for a seat in the form of a new table: `me`, `open`, `kept`, or a bot such as `level3`. */
interface Chair {
  who: string;
  /** For whom it is kept. */
  name: string;
}

const MOST_SEATS = 8;

/** Clocks that people are used to, by kind; the second of each is what is proposed. */
export const CLOCKS: Record<Clock["kind"], readonly Clock[]> = {
  none: [{ kind: "none" }],
  move: [30, 60, 120, 300].map((seconds) => ({ kind: "move", seconds })),
  game: (
    [
      [5, 3],
      [10, 5],
      [15, 10],
      [30, 20],
      [60, 0],
    ] as const
  ).map(([minutes, increment]) => ({ kind: "game", seconds: minutes * 60, increment })),
  days: [1, 2, 3, 7].map((days) => ({ kind: "days", days })),
};

export class TablePlan {
  chairs = $state<Chair[]>(
    Array.from({ length: MOST_SEATS }, (_, seat) => ({ who: seat === 0 ? "me" : "open", name: "" })),
  );
  clock = $state.raw<Clock>({ kind: "none" });
  public = $state(false);
  rated = $state(false);

  constructor(isPublic: boolean) {
    this.public = isPublic;
  }

  /** One sits on one seat only. */
  choose(seat: number, who: string): void {
    if (who === "me") for (const chair of this.chairs) if (chair.who === "me") chair.who = "open";
    const chair = this.chairs[seat];
    if (chair) chair.who = who;
  }

  chooseClock(kind: Clock["kind"]): void {
    const proposed = CLOCKS[kind][1] ?? CLOCKS[kind][0];
    if (proposed) this.clock = proposed;
  }

  seats(count: number): SeatPlan[] {
    return this.chairs.slice(0, count).map(({ who, name }): SeatPlan => {
      if (who === "me" || who === "open") return who;
      return who === "kept" ? { reserved: name.trim() || w().aFriend } : { bot: who };
    });
  }
}
