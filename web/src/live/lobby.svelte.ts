// The tables that anyone may sit down at or watch, as they are now.

import type { Summary } from "../engine/pkg/tablee_wasm.js";
import { api } from "./api";
import { live } from "./socket";

/** How often to ask again while there is no connection over which it would be told. */
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

  /** Some of them have changed, or these are all there are. */
  told(tables: readonly Summary[], all: boolean): void {
    const changed = new Set(tables.map(({ table }) => table));
    const others = all ? [] : (this.tables ?? []).filter(({ table }) => !changed.has(table));
    this.tables = [...others, ...tables].filter(({ state }) => state === "open" || state === "playing");
    this.trouble = null;
  }

  async ask(): Promise<void> {
    try {
      const [open, playing] = await Promise.all([api.tables({ state: "open" }), api.tables({ state: "playing" })]);
      this.told([...open.tables, ...playing.tables], true);
    } catch (thrown) {
      this.trouble = thrown;
    }
  }

  /** Keeps up with what happens, until the function that it returns is called. */
  follow(): () => void {
    const again = (): void => {
      if (!document.hidden && live.connection !== "open") void this.ask();
    };
    void this.ask();
    const unwatch = live.watchLobby((tables, all) => this.told(tables, all));
    const timer = setInterval(again, PAUSE);
    document.addEventListener("visibilitychange", again);
    return () => {
      unwatch();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }
}
