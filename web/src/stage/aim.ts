/** Between the screen and the table: what a point of the screen means, and where a thing of the table is seen. */
import { Raycaster, Vector2, Vector3, type Camera } from "three";
import type { Target } from "../engine/pkg/tablee_wasm.js";
import type { Origin } from "./origin";
import { firstHit, placeHit, type CellAt, type Ray, type Vec3 } from "./pick";
import type { Pieces } from "./pieces";

export interface ScreenPoint {
  x: number;
  y: number;
}

/** What a point of the screen means. */
export interface Meant {
  cell: CellAt | null;
  piece: string | null;
  /** Whether the cell is an offered place. */
  offered: boolean;
}

/** So near to an offered place, in pixels, a finger or a mouse still means it. */
const NEAR_ENOUGH = { coarse: 28, fine: 10 };

export class Aim {
  private readonly caster = new Raycaster();
  /** Where the canvas is on the page. */
  private place: DOMRect | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: Camera,
    private readonly pieces: Pieces,
    private readonly origin: Origin,
  ) {}

  /** Looks where the canvas is. Until the next look it is there: to ask between changes lays the page out each time. */
  look(): DOMRect {
    return (this.place = this.canvas.getBoundingClientRect());
  }

  onScreen(at: Vec3): ScreenPoint {
    const { left, top, width, height } = this.place ?? this.look();
    const point = new Vector3(...this.origin.toRoom(at)).project(this.camera);
    return { x: left + ((point.x + 1) / 2) * width, y: top + ((1 - point.y) / 2) * height };
  }

  private rayAt({ x, y }: ScreenPoint): Ray {
    const { left, top, width, height } = this.place ?? this.look();
    this.caster.setFromCamera(new Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2), this.camera);
    return { from: this.origin.toTable(this.caster.ray.origin.toArray()), along: this.caster.ray.direction.toArray() };
  }

  /**
   * The point under a point of the screen that is as far away as this one: so what starts there looks as large as where
   * it goes.
   */
  pointUnder(screen: ScreenPoint, like: Vec3): Vec3 {
    const { from, along } = this.rayAt(screen);
    const far = Math.hypot(...like.map((part, axis) => part - (from[axis] ?? 0)));
    const point = from.map((part, axis) => part + 0.92 * far * (along[axis] ?? 0)) as Vec3;
    point[2] = Math.max(point[2], 0.2);
    return point;
  }

  /** The point at a given height that is seen at a point of the screen. */
  pointAtHeight(screen: ScreenPoint, height: number): Vec3 {
    const { from, along } = this.rayAt(screen);
    const far = (from[2] - height) / Math.max(0.05, -along[2]);
    return [from[0] + far * along[0], from[1] + far * along[1], height];
  }

  /** The cell under a point of the screen, offered or not. */
  cellAt(screen: ScreenPoint): CellAt | null {
    return firstHit(this.rayAt(screen), this.pieces.boxes())?.cell ?? null;
  }

  /** What is meant by a point of the screen. With `anywhere`, the nearest place is meant however far it is. */
  meant(screen: ScreenPoint, targets: readonly Target[], coarse: boolean, anywhere: boolean): Meant {
    const ray = this.rayAt(screen);
    const hit = firstHit(ray, this.pieces.boxes());
    const place = placeHit(ray, [...targets], hit?.distance ?? Infinity);
    if (place) return { cell: place, piece: hit?.piece ?? null, offered: true };
    const isTarget = (cell: CellAt) =>
      targets.some((target) => target.cell[0] === cell[0] && target.cell[1] === cell[1]);
    if (hit && isTarget(hit.cell)) return { cell: hit.cell, piece: hit.piece, offered: true };
    let nearest: CellAt | null = null;
    let distance = anywhere ? Infinity : coarse ? NEAR_ENOUGH.coarse : NEAR_ENOUGH.fine;
    for (const { cell, top } of targets) {
      const at = this.onScreen([cell[0] + 0.5, cell[1] + 0.5, top]);
      const away = Math.hypot(at.x - screen.x, at.y - screen.y);
      if (away < distance) [nearest, distance] = [cell, away];
    }
    if (nearest) return { cell: nearest, piece: null, offered: true };
    return { cell: hit?.cell ?? null, piece: hit?.piece ?? null, offered: false };
  }
}
