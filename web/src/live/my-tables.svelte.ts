// The games that one takes part in, and whether it is one's turn anywhere.

import type { Summary } from "../engine/pkg/tablee_wasm.js";
import { api } from "./api";
import { identity } from "./identity.svelte";
import { tellTurn } from "./notify";
import { live } from "./socket";

/** How often to ask again, since nothing is told on pages without a connection. */
const PAUSE = 30_000;

/** Whether it is this person's turn at a table. */
export function isTurnOf(person: string, { turn, seats }: Summary): boolean {
  const who = turn === undefined ? undefined : seats[turn]?.who;
  return who != null && "person" in who && who.person.id === person;
}

class Mine {
  /** Null until the first answer, and for whoever is nobody yet. */
  tables = $state.raw<Summary[] | null>(null);
  trouble = $state.raw<unknown>(null);
  /** Those where one is on turn. */
  waiting = $derived(this.#waiting(this.tables));

  #waiting(tables: readonly Summary[] | null): Summary[] {
    const me = identity.me?.id;
    return me === undefined ? [] : (tables ?? []).filter((table) => isTurnOf(me, table));
  }

  async ask(): Promise<void> {
    const key = identity.key;
    if (key === null) {
      this.tables = null;
      return;
    }
    try {
      const { tables } = await api.myTables();
      if (key !== identity.key) return;
      const known = this.tables && new Set(this.waiting.map(({ table }) => table));
      this.tables = tables;
      this.trouble = null;
      // What was so already when the page was opened is told by the page itself.
      if (known) for (const { table, game } of this.waiting) if (!known.has(table)) tellTurn(table, game);
    } catch (thrown) {
      this.trouble = thrown;
    }
  }

  /** Keeps up with what happens, until the function that it returns is called. */
  follow(): () => void {
    void this.ask();
    const again = (): void => void this.ask();
    // Also while the page is hidden: that is when one wants to be told.
    const timer = setInterval(again, PAUSE);
    addEventListener("online", again);
    live.onTurn(again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
      this.tables = null;
    };
  }
}

export const mine = new Mine();
