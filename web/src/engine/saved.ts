// The tables that this browser remembers: each a record, with what the record does not say.

const INDEX = "tablee.tables";
const PREFIX = "tablee.table.";
const MOST = 24;

export interface SavedTable {
  id: string;
  game: string;
  /** When something last happened there. */
  when: number;
  plies: number;
  over: boolean;
  /** Whether the player has seen draws that were undone: such a game does not count. */
  practice?: boolean;
  /** By seat: the name of a person, or the bot. Tables of earlier versions do not have it. */
  players?: readonly { name: string; bot?: string | undefined }[];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** All of them, the latest first. */
export function savedTables(): SavedTable[] {
  try {
    const list: unknown = JSON.parse(read(INDEX) ?? "[]");
    return Array.isArray(list) ? list.filter(isSaved).sort((a, b) => b.when - a.when) : [];
  } catch {
    return [];
  }
}

function isSaved(value: unknown): value is SavedTable {
  return typeof value === "object" && value !== null && "id" in value && "game" in value && "when" in value;
}

export function savedTable(id: string): SavedTable | undefined {
  return savedTables().find((table) => table.id === id);
}

export function savedRecord(id: string): string | null {
  return read(PREFIX + id);
}

/** Saves a table; returns whether the browser could. */
export function saveTable(table: SavedTable, record: string): boolean {
  try {
    const others = savedTables().filter((other) => other.id !== table.id);
    // Finished games go first, then the oldest.
    const kept = others.sort((a, b) => Number(a.over) - Number(b.over) || b.when - a.when).slice(0, MOST - 1);
    for (const other of others) if (!kept.includes(other)) localStorage.removeItem(PREFIX + other.id);
    localStorage.setItem(PREFIX + table.id, record);
    localStorage.setItem(INDEX, JSON.stringify([table, ...kept]));
    return true;
  } catch {
    return false;
  }
}

/** Forgets a table and its record. */
export function forgetTable(id: string): void {
  try {
    localStorage.setItem(INDEX, JSON.stringify(savedTables().filter((table) => table.id !== id)));
    localStorage.removeItem(PREFIX + id);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join("");
}

/** The latest table of a game that is not finished. */
export function unfinished(game: string): SavedTable | undefined {
  return savedTables().find((table) => table.game === game && !table.over && table.plies > 0);
}
