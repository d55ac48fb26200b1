/**
 * Where the table's own origin lies in the room. The first piece of an empty table goes to the pointer: then the
 * table moves, not the position.
 */
import { Group } from "three";
import type { Bounds, Rect } from "./orbit";
import type { Vec3 } from "./pick";

/** How far the middle of the first piece stays from the edge of the tabletop, in cells. */
const FROM_EDGE = 1;
/** With more pieces than this the table is centred like any other. */
const FEW = 4;

export class Origin {
  /** What lies on the table, at its origin. */
  readonly group = new Group();

  /** A point of the table in the room. */
  toRoom([x, y, z]: Vec3): Vec3 {
    const { position } = this.group;
    return [x + position.x, y + position.y, z];
  }

  /** A point of the room on the table. */
  toTable([x, y, z]: Vec3): Vec3 {
    const { position } = this.group;
    return [x - position.x, y - position.y, z];
  }

  boundsInRoom({ low, high }: Bounds): Bounds {
    return { low: this.toRoom(low), high: this.toRoom(high) };
  }

  reset(): void {
    this.group.position.set(0, 0, 0);
  }

  /** Brings a point of the table to a point of the room, as far as the tabletop reaches. */
  bring(point: Vec3, to: Vec3, { low, high }: Rect): void {
    const within = (axis: 0 | 1): number =>
      Math.max(low[axis] + FROM_EDGE, Math.min(high[axis] - FROM_EDGE, to[axis])) - point[axis];
    this.group.position.set(within(0), within(1), 0);
  }

  /** The middle of the view while few pieces lie where somebody put the first one; null: the middle of the pieces. */
  middleOfView(pieces: number): Vec3 | null {
    const { x, y } = this.group.position;
    return pieces <= FEW && (x !== 0 || y !== 0) ? this.toTable([0.5, 0.5, 0]) : null;
  }
}
