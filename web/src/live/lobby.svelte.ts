// The lobby: public tables that are open or being played, kept up to date.

import type { Summary } from "../engine/pkg/tablee_wasm.js";
import { api } from "./api";
import { live } from "./socket";

/** Without a connection the page polls this often, in milliseconds. */
const PAUSE = 15_000;

export class Lobby {
  /** Null until the first answer. */
  tables = $state.raw<Summary[] | null>(null);
  /** What went wrong when last asked. */
  trouble = $state.raw<unknown>(null);
  open = $derived(this.#of("open"));
  playing = $derived(this.#of("playing"));

  #of(state: Summary["state"]): Summary[] {
    return (this.tables ?? []).filter((table) => table.state === state).sort((a, b) => b.changed - a.changed);
  }

  /** Takes in tables that have changed, or the whole list; and the ids of those that are no longer shown. */
  update(tables: readonly Summary[], all: boolean, gone: readonly string[] = []): void {
    const changed = new Set([...tables.map(({ table }) => table), ...gone]);
    const others = all ? [] : (this.tables ?? []).filter(({ table }) => !changed.has(table));
    this.tables = [...others, ...tables].filter(({ state }) => state === "open" || state === "playing");
    this.trouble = null;
  }

  async refresh(): Promise<void> {
    try {
      const [open, playing] = await Promise.all([api.tables({ state: "open" }), api.tables({ state: "playing" })]);
      // The socket knows better which tables to show, and may have been faster.
      if (this.tables && live.connection === "open") this.trouble = null;
      else this.update([...open.tables, ...playing.tables], true);
    } catch (thrown) {
      this.trouble = thrown;
    }
  }

  /** Keeps the list up to date. Returns the function that stops. */
  subscribe(): () => void {
    const again = (): void => {
      if (!document.hidden && live.connection !== "open") void this.refresh();
    };
    void this.refresh();
    const unsubscribe = live.subscribeToLobby((tables, all, gone) => this.update(tables, all, gone));
    const timer = setInterval(again, PAUSE);
    document.addEventListener("visibilitychange", again);
    return () => {
      unsubscribe();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }
}
