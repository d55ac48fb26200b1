// The tables where this person plays, and those where it is their turn.

import type { Summary } from "../engine/pkg/tablee_wasm.js";
import { api } from "./api";
import { identity } from "./identity.svelte";
import { tellTurn } from "./notify";
import { live } from "./socket";

/** Pages without a socket poll this often, in milliseconds. */
const PAUSE = 30_000;

/** Whether it is this person's turn at a table. */
export function isTurnOf(person: string, { turn, seats }: Summary): boolean {
  const who = turn === undefined ? undefined : seats[turn]?.who;
  return who != null && "person" in who && who.person.id === person;
}

class MyTables {
  /** Null until the first answer, and without an identity. */
  tables = $state.raw<Summary[] | null>(null);
  trouble = $state.raw<unknown>(null);
  /** Those where it is this person's turn. */
  waiting = $derived(this.#waiting(this.tables));

  #waiting(tables: readonly Summary[] | null): Summary[] {
    const me = identity.me?.id;
    return me === undefined ? [] : (tables ?? []).filter((table) => isTurnOf(me, table));
  }

  async refresh(): Promise<void> {
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
      // Turns that began before the page was opened are shown in the page; they need no notification.
      if (known) for (const { table, game } of this.waiting) if (!known.has(table)) tellTurn(table, game);
    } catch (thrown) {
      this.trouble = thrown;
    }
  }

  /** Keeps the list up to date. Returns the function that stops. */
  subscribe(): () => void {
    void this.refresh();
    const again = (): void => void this.refresh();
    // Also while the page is hidden: that is when notifications matter.
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

export const myTables = new MyTables();
