// Opens a table for people elsewhere and goes there.

import { loadEngine } from "../engine/engine";
import { seatsOf } from "../engine/game.svelte";
import type { NewTable } from "../engine/pkg/tablee_wasm.js";
import { router } from "../router.svelte";
import { api } from "./api";
import { identity } from "./identity.svelte";

/** A random salt: this person's part of the shuffle, so that the server alone cannot decide it. */
export function freshSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The address of a table, with the secret of its invitation where no server sees it. */
export const addressOf = (table: string, invite?: string): string =>
  `/t/${table}${invite === undefined ? "" : `#i=${invite}`}`;

/** Throws a sentence. A person without an identity becomes a guest, with this name if there is one. */
export async function openTable(table: Omit<NewTable, "salt">, name?: string): Promise<void> {
  await identity.ensure(name);
  const opened = await api.openTable({ ...table, salt: freshSalt() });
  router.go(addressOf(opened.table, opened.invite));
}

/** Opens the smallest table of a game, with this person on a seat and the others open to everyone with the link. */
export async function invite(game: string): Promise<void> {
  const engine = await loadEngine();
  const seats = seatsOf(engine.optionForm(game, {}, ""));
  const others = Array.from({ length: seats - 1 }, () => "open" as const);
  await openTable({
    game,
    options: {},
    clock: { kind: "none" },
    public: false,
    rated: false,
    seats: ["me", ...others],
  });
}

/** Sits down at a table of the lobby and goes there. Throws a sentence. */
export async function sitDown(table: string, name?: string): Promise<void> {
  await identity.ensure(name);
  await api.act(table, { do: "sit", salt: freshSalt() });
  router.go(addressOf(table));
}
