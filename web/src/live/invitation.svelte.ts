// The invitation to a shared table: its secret, if this person may know it, and the secrets of reserved seats.

import { untrack } from "svelte";
import { router } from "../router.svelte";
import { api } from "./api";
import { addressOf } from "./opening";
import type { Shared } from "./shared.svelte";

export class Invitation {
  /** The secret of the link to the table; undefined while it is not known, or revoked. */
  secret = $state<string | undefined>();
  /** The secrets of reserved seats, by seat. */
  seats = $state.raw<Readonly<Record<number, string>>>({});
  /** Whether the link is shown somewhere. */
  wanted = $state(false);
  /** The seat to which the link in the address leads, if it is for one seat only. */
  readonly seat: number | null;
  /** Counts the invitations; null before the first state of the table. */
  #generation: number | null = null;
  /** The invitation whose secret was asked for. */
  #asked: number | null = null;

  constructor(readonly shared: Shared) {
    const seat = Number(new URLSearchParams(router.hash.replace(/^#/, "")).get("s"));
    this.seat = seat > 0 ? seat - 1 : null;
    // The secret of a seat leads to no other.
    if (this.seat === null) this.secret = shared.invite;
  }

  /** Follows what the host does with the invitation; to be called in an effect. */
  follow(): void {
    const { state, seat, hosting } = this.shared;
    if (state === null) return;
    const { generation, revoked } = state.invitation;
    const ended = this.#generation !== null && this.#generation !== generation;
    this.#generation = generation;
    const ask = (seat !== null || hosting) && (this.wanted || state.progress === "open");
    untrack(() => {
      if (ended || revoked) this.#forget();
      if (ask && !revoked && this.#asked !== generation) void this.#ask(generation);
    });
  }

  /** Players and the host may know the secret, even if they came without it. */
  async #ask(generation: number): Promise<void> {
    this.#asked = generation;
    const view = await api.table(this.shared.id, this.shared.version).catch(() => null);
    if (generation !== this.#generation) return;
    if (view === null) this.#asked = null;
    else if (view.invite !== undefined) {
      if (this.secret !== undefined && this.secret !== view.invite) this.#forget();
      this.secret = view.invite;
    }
  }

  /** A link that no longer works stands nowhere, not even in the address of the page. */
  #forget(): void {
    this.secret = undefined;
    this.seats = {};
    const here = addressOf(this.shared.id);
    if (router.path === here && router.hash !== "") router.go(here, "replace");
  }

  /** What a person who sits down shows. */
  get shown(): string | undefined {
    return this.secret ?? this.shared.invite;
  }

  /** The link to the table, or to a reserved seat, for which its secret is needed. */
  link(secret?: string, seat?: number): string {
    return `${location.origin}${addressOf(this.shared.id, secret)}${seat === undefined ? "" : `&s=${seat + 1}`}`;
  }

  /** Reserves a seat, or asks again for the link to one that is reserved. Throws a problem. */
  async reserve(seat: number, name: string): Promise<void> {
    const secret = await this.shared.act({ do: "reserve", seat, name });
    if (secret !== undefined) this.seats = { ...this.seats, [seat]: secret };
  }

  /** Replaces the link; `follow` fetches the new one. Throws a problem. */
  async renew(): Promise<void> {
    await this.shared.act({ do: "renew" });
  }

  /** Ends the link. Throws a problem. */
  async revoke(): Promise<void> {
    await this.shared.act({ do: "revoke" });
  }
}
