// Between the racks on the page and the stage, which draws their pieces: the page lays out slots, and the stage fills
// them. Without a stage the slots show still pictures.

import { createContext } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { RackItem } from "../stage/racks";
import type { Stage } from "../stage/stage";
import { NOTHING, type Seen } from "./counting";
import type { Room, Shape } from "./seating";

/** The racks of the table that a component belongs to. */
export const [racksOfTable, setRacksOfTable] = createContext<Racks>();

/** The size of the window of the table that a component belongs to, and the shape that follows from it. */
export const [roomOfTable, setRoomOfTable] = createContext<{ readonly room: Room; readonly shape: Shape }>();

export class Racks {
  /** Whether the stage draws the pieces. */
  drawn = $state(false);
  #stage: Stage | null = null;
  readonly #items = new Map<HTMLElement, RackItem>();
  readonly #planks = new Set<HTMLElement>();
  #due = false;

  /** The stage that draws from now on; null: none. */
  attach(stage: Stage | null): void {
    this.#stage = stage;
    this.drawn = stage !== null;
    this.#tell();
  }

  /** For the element in which a piece lies. */
  slot(item: Omit<RackItem, "slot">): Attachment<HTMLElement> {
    return (slot) => {
      this.#items.set(slot, { ...item, slot });
      this.#tell();
      return () => {
        this.#items.delete(slot);
        this.#tell();
      };
    };
  }

  /** For an element behind which a wooden rack is drawn. */
  plank: Attachment<HTMLElement> = (plank) => {
    this.#planks.add(plank);
    this.#tell();
    return () => {
      this.#planks.delete(plank);
      this.#tell();
    };
  };

  /** Lights what is counted; null: no longer. */
  pointOut(seen: Seen | null): void {
    const { pieces, areas } = seen ?? NOTHING;
    this.#stage?.light(pieces, areas);
  }

  /** Something has moved slots. */
  moved(): void {
    this.#stage?.layoutChanged();
  }

  /** Once for all slots that change together. */
  #tell(): void {
    if (this.#due || this.#stage === null) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      this.#stage?.setRacks([...this.#items.values()], [...this.#planks]);
    });
  }
}
