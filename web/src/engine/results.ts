// The results of finished games, one small row each. They outlive the records: of those the browser keeps only a few.
//
// Results of games on this device are stored here and nowhere else. Results of shared tables are a copy of what the
// server says, so that they can be seen offline; the copy belongs to one person.

import type { GameInfo, Seat, View } from "./pkg/tablee_wasm.js";
import { levelOf } from "./game.svelte";

const HERE = "tablee.results";
const ONLINE = "tablee.results.online";
const VERSION = 1;
/** More than a game a day for five years; about 150 kB. */
const MOST = 2000;

/** Stands for an opponent who is a person, where bots have their level. */
export const PERSON = 0;
/** Stands for a bot without a level. */
export const OTHER_BOT = -1;

export interface Result {
  /** The id of the table. */
  id: string;
  game: string;
  /** When it ended, in milliseconds since 1970. */
  when: number;
  seats: number;
  /** The opponents: the level of each bot, PERSON or OTHER_BOT. Partners are not among them. */
  against: readonly number[];
  place: number;
  /** One's own points; with teams, those of the team. */
  score: number;
  /** The most points of an opponent, or of another team. */
  best: number;
  /** Whether an opponent has the same place. */
  shared: boolean;
  teams: boolean;
  practice: boolean;
  /** Whether it was played at a shared table. */
  online: boolean;
}

export type Outcome = "won" | "shared" | "lost";

export function outcomeOf({ place, shared }: Result): Outcome {
  if (place !== 1) return "lost";
  return shared ? "shared" : "won";
}

/** The level that a result counts for: that of the strongest bot, or PERSON if one played against people. */
export function levelOfResult({ against }: Result): number {
  return against.includes(PERSON) ? PERSON : Math.max(OTHER_BOT, ...against);
}

// How a row is stored: without names of fields, and with the flags as bits.
type Row = [string, string, number, number, number[], number, number, number, number];
const FLAGS = ["shared", "teams", "practice", "online"] as const;

function toRow(result: Result): Row {
  const { id, game, when, seats, against, place, score, best } = result;
  const flags = FLAGS.reduce((bits, flag, at) => bits + (result[flag] ? 2 ** at : 0), 0);
  return [id, game, when, seats, [...against], place, score, best, flags];
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

function isRow(row: unknown): row is Row {
  if (!Array.isArray(row) || row.length !== 9) return false;
  const [id, game, when, seats, against, ...figures] = row as unknown[];
  if (typeof id !== "string" || typeof game !== "string" || !Array.isArray(against)) return false;
  return [when, seats, ...(against as unknown[]), ...figures].every(isNumber);
}

function fromRow([id, game, when, seats, against, place, score, best, bits]: Row): Result {
  const [shared, teams, practice, online] = FLAGS.map((_, at) => (bits & (2 ** at)) !== 0) as [
    boolean,
    boolean,
    boolean,
    boolean,
  ];
  return { id, game, when, seats, against, place, score, best, shared, teams, practice, online };
}

interface Stored {
  version: number;
  /** Whether the finished tables of earlier versions have been read. */
  adopted?: boolean;
  /** The person whose results these are, at shared tables. */
  person?: string;
  rows: unknown[];
}

function load(key: string): Stored {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (typeof value === "object" && value !== null && "version" in value && "rows" in value) {
      const stored = value as Stored;
      if (Array.isArray(stored.rows)) return stored;
    }
  } catch {
    // Unreadable is as good as missing.
  }
  return { version: VERSION, rows: [] };
}

/** Stores results, the latest first. What a later version of these pages wrote is left alone. */
function store(key: string, stored: Stored, results: readonly Result[]): void {
  if (stored.version !== VERSION) return;
  const rows = [...results].sort((a, b) => b.when - a.when).slice(0, MOST);
  try {
    localStorage.setItem(key, JSON.stringify({ ...stored, rows: rows.map(toRow) }));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

const resultsIn = ({ version, rows }: Stored): Result[] => (version === VERSION ? rows.filter(isRow).map(fromRow) : []);

/** All results of games on this device, the latest first. */
export const resultsHere = (): Result[] => resultsIn(load(HERE));

/** The results of a person at shared tables, as far as this browser knows them. */
export function resultsOnline(person: string): Result[] {
  const stored = load(ONLINE);
  return stored.person === person ? resultsIn(stored) : [];
}

/** Stores a result. The first one of a game stands, whatever is undone afterwards. Returns whether it was new. */
export function recordResult(result: Result): boolean {
  const stored = load(HERE);
  const known = resultsIn(stored);
  if (known.some(({ id }) => id === result.id)) return false;
  store(HERE, stored, [result, ...known]);
  return true;
}

/** Adds results of shared tables to the copy of what the server knows. */
export function recordOnline(person: string, results: readonly Result[]): void {
  const known = resultsOnline(person).filter(({ id }) => results.every((result) => result.id !== id));
  store(ONLINE, { version: load(ONLINE).version, person, rows: [] }, [...results, ...known]);
}

/** Whether the finished tables of earlier versions still have to be read. */
export const mustAdopt = (): boolean => {
  const { version, adopted } = load(HERE);
  return version === VERSION && adopted !== true;
};

/** Takes results of earlier versions over, once. */
export function adopt(results: readonly Result[]): void {
  const stored = load(HERE);
  const known = resultsIn(stored);
  const fresh = results.filter((result) => known.every(({ id }) => id !== result.id));
  store(HERE, { ...stored, adopted: true }, [...fresh, ...known]);
}

/** Erases the results on this device, and the copy of those on the server. */
export function eraseResults(): void {
  store(HERE, { version: VERSION, adopted: true, rows: [] }, []);
  try {
    localStorage.removeItem(ONLINE);
  } catch {
    // Nothing was kept.
  }
}

interface Finished {
  id: string;
  game: string;
  when: number;
  own: Seat;
  /** By seat. */
  places: readonly number[];
  scores: readonly number[];
  teams: readonly number[];
  /** By seat: the bot; undefined for a person. */
  bots: readonly (string | undefined)[];
  practice: boolean;
  online: boolean;
}

const opponentOf = (bot: string | undefined): number => (bot === undefined ? PERSON : (levelOf(bot) ?? OTHER_BOT));

/** The result of a finished game for the seat `own`. */
export function resultFor({ own, places, scores, teams, bots, ...rest }: Finished): Result {
  const mine = teams[own];
  const isOther = (seat: Seat): boolean => seat !== own && (mine === undefined || teams[seat] !== mine);
  const total = (team: number | undefined): number =>
    scores.reduce((sum, score, seat) => sum + (teams[seat] === team ? score : 0), 0);
  const others = places.map((_, seat) => seat).filter(isOther);
  return {
    ...rest,
    seats: places.length,
    against: others.map((seat) => opponentOf(bots[seat])).sort((a, b) => a - b),
    place: places[own] ?? places.length,
    score: total(mine),
    best: Math.max(...others.map((seat) => total(teams[seat]))),
    shared: others.some((seat) => places[seat] === places[own]),
    teams: others.length < places.length - 1,
  };
}

/** The result of a finished game on this device; null unless one person played against bots. */
export function resultOf(
  { id, when, practice }: Pick<Result, "id" | "when" | "practice">,
  { game, players, looks, entered }: GameInfo,
  { places, scores }: Pick<View, "places" | "scores">,
): Result | null {
  const bots = players.map(({ bot }) => bot);
  const people = bots.flatMap((bot, seat) => (bot === undefined ? [seat] : []));
  const [own] = people;
  if (own === undefined || people.length > 1 || entered) return null;
  const teams = looks.map(({ team }) => team);
  return resultFor({ id, game, when, own, places, scores, teams, bots, practice, online: false });
}

/** How one has fared against a level of bots on this device: games won, lost and shared, and the wins in a row now. */
export function recordAgainst(
  game: string,
  level: number,
): { won: number; lost: number; shared: number; streak: number } {
  const outcomes = resultsHere()
    .filter((result) => result.game === game && !result.practice && levelOfResult(result) === level)
    .map(outcomeOf);
  const count = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  const end = outcomes.findIndex((outcome) => outcome !== "won");
  return {
    won: count("won"),
    lost: count("lost"),
    shared: count("shared"),
    streak: end === -1 ? outcomes.length : end,
  };
}
