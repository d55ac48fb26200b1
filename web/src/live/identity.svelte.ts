// The identity of this person: a guest or an account. The browser keeps the name and the secret key. Guests are created
// when needed.

import type { Credentials, Me, SignedIn, Text } from "../engine/pkg/tablee_wasm.js";
import { notices } from "../notices.svelte";
import { en } from "../words/en";
import { fr } from "../words/fr";
import { w } from "../words/words.svelte";
import { api, isRefusal } from "./api";

const KEPT = "tablee.identity";

interface Kept {
  key: string | null;
  me: Me | null;
  /** The last name, to be used again. */
  name: string;
}

function kept(): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    if (isKept(value)) return value;
  } catch {
    // Unreadable is as good as missing.
  }
  return { key: null, me: null, name: "" };
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === "object" &&
    value !== null &&
    "key" in value &&
    "me" in value &&
    "name" in value &&
    typeof value.name === "string"
  );
}

/** "Guest 4821": enough to tell two of them apart. */
const anyName = (): string => `${w().guest} ${1000 + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 9000)}`;

class Identity {
  me = $state.raw<Me | null>(null);
  key = $state.raw<string | null>(null);
  /** The current or last name; empty if there was none. */
  name = $state("");
  /** Whether the server has confirmed the key since the page was opened. */
  #confirmed = false;
  #coming: Promise<Me> | null = null;

  constructor() {
    this.#take(kept());
    api.onBadKey = () => this.#lose();
    // Signing in or out in one tab holds for all.
    addEventListener("storage", (event) => {
      if (event.key === KEPT || event.key === null) this.#take(kept());
    });
  }

  #take({ key, me, name }: Kept): void {
    if (key !== this.key) this.#confirmed = false;
    this.key = api.key = key;
    this.me = key === null ? null : me;
    this.name = name;
  }

  #keep(key: string | null, me: Me | null): void {
    const now: Kept = { key, me, name: me?.name ?? this.name };
    this.#take(now);
    try {
      localStorage.setItem(KEPT, JSON.stringify(now));
    } catch {
      // A browser that keeps nothing still plays, until it is closed.
    }
  }

  #signedIn({ key, me }: SignedIn): Me {
    this.#keep(key, me);
    this.#confirmed = true;
    return me;
  }

  /** The server does not know the key any more: it was revoked elsewhere, or everything was erased. */
  #lose(): void {
    if (this.key === null) return;
    this.#keep(null, null);
    notices.show(w().noLongerSignedIn);
  }

  /** This person according to the server; null without a valid key. */
  async refresh(): Promise<Me | null> {
    if (this.key === null) return null;
    try {
      const me = await api.me();
      this.#keep(this.key, me);
      this.#confirmed = true;
      return me;
    } catch (thrown) {
      if (isRefusal(thrown) && thrown.code === "bad-key") return null;
      throw thrown;
    }
  }

  /** This person; creates a guest if there is no identity yet. Shows no dialog. */
  ensure(name?: string): Promise<Me> {
    this.#coming ??= this.#someone(name?.trim() ?? "").finally(() => (this.#coming = null));
    return this.#coming;
  }

  async #someone(name: string): Promise<Me> {
    if (this.me && this.#confirmed) return this.me;
    const before = this.me;
    const me = await this.refresh();
    if (me) return me;
    // A person with an account must not become a guest without noticing.
    if (before?.account) throw { en: en.signInAgain, fr: fr.signInAgain } satisfies Text;
    if (name !== "") return this.#signedIn(await api.makeGuest(name));
    try {
      return this.#signedIn(await api.makeGuest(this.name || anyName()));
    } catch (thrown) {
      if (this.name === "" || !isRefusal(thrown) || thrown.code === "unavailable" || thrown.code === "too-much")
        throw thrown;
      // The last name is taken or refused: use another.
      return this.#signedIn(await api.makeGuest(anyName()));
    }
  }

  async rename(name: string): Promise<void> {
    this.#keep(this.key, await api.rename(name.trim()));
  }

  async makeAccount(credentials: Credentials): Promise<void> {
    await this.ensure(credentials.name);
    this.#keep(this.key, await api.makeAccount(credentials));
  }

  async signIn(credentials: Credentials): Promise<void> {
    this.#signedIn(await api.signIn(credentials));
  }

  async signOut(): Promise<void> {
    try {
      await api.signOut();
    } catch (thrown) {
      if (!isRefusal(thrown) || thrown.code !== "bad-key") throw thrown;
    }
    this.#keep(null, null);
  }

  /** Erases everything, here and on the server. */
  async erase(): Promise<void> {
    await api.erase();
    this.name = "";
    this.#keep(null, null);
  }
}

export const identity = new Identity();

/** Whether a name must be asked for before this person meets others; `typed` is what a form has for it. */
export const needsName = (typed = ""): boolean => identity.me === null && typed.trim() === "";
