// The HTTP API, one method per endpoint. The types are those of crates/protocol.

import type {
  Act,
  Acted,
  Credentials,
  Export,
  KeyView,
  Me,
  NewShare,
  NewTable,
  NewToken,
  Problem,
  Profile,
  Progress,
  RatingView,
  ShareMade,
  SignedIn,
  TableOpened,
  Tables,
  TableView,
  Text,
  TokenMade,
} from "../engine/pkg/tablee_wasm.js";
import { en } from "../words/en";
import { fr } from "../words/fr";

/** Thrown for a refused request: the server's problem, and its sentence in both languages. */
interface Refusal extends Problem, Text {}

export function isRefusal(thrown: unknown): thrown is Refusal {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && "why" in thrown && "en" in thrown;
}

/** The timeout of a request, in milliseconds. */
const PATIENCE = 20_000;

export interface Search {
  state: Progress;
  game?: string;
  player?: string;
  /** Where this page begins: `next` of the page before. */
  next?: string;
}

class Api {
  /** The secret that identifies this person; the identity sets it. */
  key: string | null = null;
  /** Called when the server no longer knows the key. */
  onBadKey: () => void = () => undefined;

  async #ask(method: string, path: string, body?: unknown, invite?: string): Promise<Response> {
    const headers = new Headers();
    // New people and people who sign in have no key yet.
    const key = path === "people" || path === "sign-in" ? null : this.key;
    if (key !== null) headers.set("Authorization", `Bearer ${key}`);
    if (invite !== undefined) headers.set("Tablee-Invite", invite);
    if (body !== undefined) headers.set("Content-Type", "application/json");
    const request: RequestInit = {
      method,
      headers,
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(PATIENCE),
    };
    if (body !== undefined) request.body = JSON.stringify(body);
    const response = await fetch(`/api/${path}`, request).catch(() => {
      throw unreachable();
    });
    if (response.ok) return response;
    const refusal = await refusalOf(response);
    // Unless the person has signed in with another key meanwhile.
    if (refusal.code === "bad-key" && key !== null && key === this.key) this.onBadKey();
    throw refusal;
  }

  async #read<T>(method: string, path: string, body?: unknown, invite?: string): Promise<T> {
    const response = await this.#ask(method, path, body, invite);
    return (await response.json().catch(() => {
      throw unreachable();
    })) as T;
  }

  // This person

  makeGuest(name: string): Promise<SignedIn> {
    return this.#read("POST", "people", { name });
  }

  signIn(credentials: Credentials): Promise<SignedIn> {
    return this.#read("POST", "sign-in", credentials);
  }

  async signOut(): Promise<void> {
    await this.#ask("POST", "sign-out");
  }

  me(): Promise<Me> {
    return this.#read("GET", "me");
  }

  rename(name: string): Promise<Me> {
    return this.#read("PATCH", "me", { name });
  }

  makeAccount(credentials: Credentials): Promise<Me> {
    return this.#read("POST", "me/account", credentials);
  }

  async erase(): Promise<void> {
    await this.#ask("DELETE", "me");
  }

  export(): Promise<Export> {
    return this.#read("GET", "me/export");
  }

  myTables(): Promise<Tables> {
    return this.#read("GET", "me/tables");
  }

  /** A page of this person's finished tables, the latest first. */
  myFinishedTables(next?: string): Promise<Tables> {
    return this.#read("GET", `me/tables?state=over${next === undefined ? "" : `&next=${encodeURIComponent(next)}`}`);
  }

  keys(): Promise<KeyView[]> {
    return this.#read("GET", "me/keys");
  }

  makeToken(token: NewToken): Promise<TokenMade> {
    return this.#read("POST", "me/keys", token);
  }

  async revoke(id: string): Promise<void> {
    await this.#ask("DELETE", `me/keys/${encodeURIComponent(id)}`);
  }

  // Tables

  tables(search: Search): Promise<Tables> {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
    return this.#read(
      "GET",
      `tables?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`,
    );
  }

  openTable(table: NewTable): Promise<TableOpened> {
    return this.#read("POST", "tables", table);
  }

  /** The table, with the events after a version. */
  table(id: string, from: number): Promise<TableView> {
    return this.#read("GET", `tables/${encodeURIComponent(id)}?from=${from}`);
  }

  async record(id: string, invite?: string): Promise<string> {
    return (await this.#ask("GET", `tables/${encodeURIComponent(id)}/record`, undefined, invite)).text();
  }

  act(id: string, command: Act): Promise<Acted> {
    return this.#read("POST", `tables/${encodeURIComponent(id)}`, command);
  }

  // Shared games

  share(record: string): Promise<ShareMade> {
    const share: NewShare = { record };
    return this.#read("POST", "shares", share);
  }

  async sharedRecord(id: string): Promise<string> {
    return (await this.#ask("GET", `shares/${encodeURIComponent(id)}`)).text();
  }

  // Others

  person(id: string): Promise<Profile> {
    return this.#read("GET", `people/${encodeURIComponent(id)}`);
  }

  ratings(game: string): Promise<RatingView[]> {
    return this.#read("GET", `ratings/${encodeURIComponent(game)}`);
  }
}

export const api = new Api();

/** The sentence of a refusal; with it, when to try again. */
export function refusal(problem: Problem): Refusal {
  const { why, wait } = problem;
  if (wait === undefined) return { ...problem, ...why };
  return { ...problem, en: `${why.en}; ${en.tryAgainIn(wait)}`, fr: `${why.fr} ; ${fr.tryAgainIn(wait)}` };
}

/** The server cannot be reached, or something else answers in its place. */
function unreachable(): Refusal {
  return refusal({ code: "unavailable", why: { en: en.needsNetwork, fr: fr.needsNetwork } });
}

async function refusalOf(response: Response): Promise<Refusal> {
  const problem: unknown = await response.json().catch(() => null);
  if (!isProblem(problem)) return unreachable();
  const after = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  return refusal(problem.wait === undefined && !Number.isNaN(after) ? { ...problem, wait: after } : problem);
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== "object" || value === null || !("code" in value) || !("why" in value)) return false;
  const { why } = value;
  return typeof why === "object" && why !== null && "en" in why && "fr" in why;
}
