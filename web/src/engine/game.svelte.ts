// A game being played, as the page sees it: everything that shows it follows by itself.
// `Game` is what can be read of any; `LocalGame` is one that this page plays by itself.

import { freshSeed, type Engine } from "./engine";
import type {
  Departure,
  Effect,
  GameInfo,
  GameRequest,
  LocalTable,
  PlyView,
  ProofView,
  Seat,
  Target,
  Text,
  View,
  WhyNot,
} from "./pkg/tablee_wasm.js";

/** What can be read of every kind of table. */
type Readable = Pick<
  LocalTable,
  | "info"
  | "view"
  | "history"
  | "departures"
  | "targets"
  | "targetsOf"
  | "whyNot"
  | "whyNowhere"
  | "effect"
  | "record"
  | "prove"
  | "free"
>;

export class Game<Kind extends Readable = Readable> {
  readonly info: GameInfo;
  view: View = $state.raw() as View;
  history: PlyView[] = $state.raw([]);
  /** The players who left before the end, in order. */
  departures: Departure[] = $state.raw([]);

  constructor(protected readonly table: Kind) {
    this.info = table.info();
    this.look();
  }

  /** Reads the current position from the engine; the first `known` plies have not changed. */
  look(known = 0): void {
    this.view = this.table.view();
    this.history = [...this.history.slice(0, known), ...this.table.history(known)];
    this.departures = this.table.departures();
  }

  /** The seat whose turn it is; null if it is chance's, or the game is over. */
  get seat(): Seat | null {
    return this.view.turn.kind === "seat" ? this.view.turn.seat : null;
  }

  get over(): boolean {
    return this.view.turn.kind === "over";
  }

  get plies(): number {
    return this.history.length;
  }

  viewAt(ply: number): View {
    return this.table.view(ply);
  }

  targets(piece: string): Target[] {
    return this.table.targets(piece);
  }

  /** Where a piece in the hand of another seat could go. */
  targetsOf(seat: Seat, piece: string): Target[] {
    return this.table.targetsOf(seat, piece);
  }

  /** Why a piece does not fit on a cell; with a pose: as it is turned now. */
  whyNot(piece: string, [x, y]: readonly [number, number], pose?: number): WhyNot | undefined {
    return this.table.whyNot(piece, x, y, pose);
  }

  /** Why a piece in the hand of the player to move fits nowhere. */
  whyNowhere(piece: string): Text | undefined {
    return this.table.whyNowhere(piece);
  }

  /** What a move would bring. */
  effect(mv: string): Effect | undefined {
    return this.table.effect(mv);
  }

  record(): string {
    return this.table.record();
  }

  prove(): ProofView {
    return this.table.prove();
  }

  free(): void {
    this.table.free();
  }
}

export class LocalGame extends Game<LocalTable> {
  static open(engine: Engine, record: string): LocalGame {
    return new LocalGame(engine.LocalTable.open(record));
  }

  /** Throws a sentence in both languages; nothing has changed then. */
  play(mv: string): void {
    this.table.play(mv);
    this.look(this.plies);
  }

  draw(): boolean {
    const drawn = this.table.draw();
    if (drawn) this.look(this.plies);
    return drawn;
  }

  /** Undoes plies until this many are left. */
  undoTo(plies: number): void {
    for (let left = this.plies; left > plies; left--) this.table.undo();
    this.look(plies);
  }
}

export interface SeatRequest {
  name: string;
  bot: string | undefined;
}

/** A table where the program shuffles. */
export function shuffledTable(game: string, options: Record<string, string>, players: SeatRequest[]): GameRequest {
  return { game, options, players, seed: freshSeed(), setup: undefined, set: undefined };
}

/** How many seats a form asks for. */
export function seatsOf(fields: readonly { name: string; value: string }[]): number {
  return Number(fields.find((field) => field.name === "players")?.value ?? 2);
}

/** The level of a bot by its name, such as 3 for `level3`; null for others. */
export function levelOf(bot: string): number | null {
  const digits = /^level(\d+)$/.exec(bot)?.[1];
  return digits === undefined ? null : Number(digits);
}
