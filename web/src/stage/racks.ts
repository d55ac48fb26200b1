/**
 * The hands of all players and the stock, drawn in three dimensions over the table: each piece in its slot of the page,
 * always in sight, however the table is turned.
 *
 * The page lays the slots out; this reads where they are. One unit is one pixel here.
 */
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  OrthographicCamera,
  Scene as World,
  Vector3,
  type Camera,
  type WebGLRenderer,
} from "three";
import type { Solid } from "../engine/pkg/tablee_wasm.js";
import { colourOf, finishOf, roomOf } from "../look/palette";
import { Boxes, solidMesh, type BoxUniforms } from "./boxes";
import { dimmed } from "./dimmed";
import { drawn } from "./drawn";
import { Marks, type Sheet } from "./marks";
import { middleOf, type Vec3 } from "./pick";
import { boundsOf } from "./pieces";
import { Shades } from "./shades";

export interface RackItem {
  /** The piece's id; `stock:0` for a stock. */
  id: string;
  /** Where it is drawn. */
  slot: HTMLElement;
  solids: Solid[];
  /** How many pieces lie under it. */
  hidden: number;
  /** Whether pieces are drawn from it: a pile, a bag. */
  source?: boolean;
  /** A piece of the stock, face down; empty for pieces of a hand, and for a bag, which the page draws itself. */
  back: Solid[];
  /** Whether it does not fit now. */
  dim: boolean;
  /** Whether it is picked up, or pointed at. */
  lifted: boolean;
  /** Whether it is drawn plain, without its marks. */
  silhouette: boolean;
  /** How much larger than its neighbours it is drawn; 1 unless it is pointed at in another rack. */
  zoom?: number;
  /** A small piece is drawn at least this large, in pixels, if its slot has the room; 0: all have one scale. */
  least?: number;
}

/** Where something is on the screen, and how large. */
interface Spot {
  x: number;
  y: number;
  /** The side of its slot, in pixels. */
  size: number;
}

interface Flight {
  /** Where it comes from; null: it turns up in its own slot, out of what lies there. */
  from: Spot | null;
  start: number;
}

/** Angles of the camera for pieces in the hand: what is flat has all it shows on top. */
const ANGLES = { flat: { around: 0.07, tilt: 0.5 }, tall: { around: 0.42, tilt: 0.92 } };
/** How much of a slot its piece fills. */
const FILLS = 0.95;
const FLIGHT = 380;
/** The plank of a rack that has grown over another one. */
const GROWN = "[data-grown]";
/** No more pieces of a pile are drawn than this. */
const HIGHEST_PILE = 14;
const HIGHEST_STOCK = 6;

const smooth = (t: number): number => t * t * (3 - 2 * t);
const mixed = (from: Spot, to: Spot, t: number): Spot => ({
  x: from.x + (to.x - from.x) * t,
  y: from.y + (to.y - from.y) * t,
  size: from.size + (to.size - from.size) * t,
});

/** What turns up in a slot comes from below, and small. */
const turningUp = ({ x, y, size }: Spot): Spot => ({ x, y: y + 0.3 * size, size: 0.45 * size });

export class Racks {
  private readonly plankWorld = new World();
  private readonly pieceWorld = new World();
  private readonly flat = new OrthographicCamera();
  private readonly tilted = new OrthographicCamera();
  private readonly plankBoxes = new Boxes();
  private readonly pieceBoxes = new Boxes();
  private readonly marks: Marks;
  private readonly plankShades = new Shades();
  private readonly pieceShades = new Shades();
  private readonly lights: { sky: HemisphereLight; lamp: DirectionalLight }[] = [];
  private items: RackItem[] = [];
  private planks: HTMLElement[] = [];
  /** Where the canvas, the planks and the slots were on the page when they were looked for last. */
  private rects: DOMRect[] = [];
  /** What lay there before the racks were last set: pieces whose slot has moved meanwhile glide. */
  private known: ReadonlySet<string> = new Set();
  /** Where each piece was seen last, also after it has left its slot. */
  private readonly spots = new Map<string, Spot>();
  private readonly flights = new Map<string, Flight>();
  /** A piece that is being dragged, and where it is. */
  private carried: { id: string; at: Spot; solids: Solid[] } | null = null;
  /** The widest piece seen so far, in cells: all pieces have one scale, also when the widest is played. */
  private widest = 0;
  private lit: ReadonlySet<string> = new Set();
  private isFlat = true;
  private dark = false;
  private animate = false;

  constructor(sheet: Sheet, uniforms: BoxUniforms) {
    this.marks = new Marks(sheet);
    for (const world of [this.plankWorld, this.pieceWorld]) {
      const sky = new HemisphereLight();
      sky.position.set(0, 0, 1);
      const lamp = new DirectionalLight();
      lamp.position.set(-0.6, -0.35, 1);
      world.add(sky, lamp, lamp.target);
      this.lights.push({ sky, lamp });
    }
    const [planks, pieces] = [solidMesh(this.plankBoxes, uniforms), solidMesh(this.pieceBoxes, uniforms)];
    for (const mesh of [planks, pieces]) mesh.castShadow = mesh.receiveShadow = false;
    this.marks.mesh.receiveShadow = false;
    this.plankShades.mesh.renderOrder = -1;
    this.pieceShades.mesh.renderOrder = 1;
    this.marks.mesh.renderOrder = 2;
    this.plankWorld.add(planks, this.plankShades.mesh, this.pieceShades.mesh);
    this.pieceWorld.add(pieces, this.marks.mesh);
  }

  setDark(dark: boolean): void {
    this.dark = dark;
    const room = roomOf(dark);
    for (const { sky, lamp } of this.lights) {
      sky.color.set(room.sky);
      sky.groundColor.set(room.ground);
      sky.intensity = room.bright.sky;
      lamp.color.set(room.lamp);
      lamp.intensity = room.bright.lamp * 0.92;
    }
  }

  /** What lies in the racks from now on. */
  set(items: RackItem[], planks: HTMLElement[], now: number, animate: boolean): void {
    this.animate = animate;
    const known = new Set(this.items.map((item) => item.id));
    if (animate)
      for (const [id, source] of drawn(this.items, items))
        this.flights.set(id, { from: source === null ? null : (this.spots.get(source) ?? null), start: now });
    this.known = animate ? known : new Set();
    this.isFlat = items.every(({ solids, back }) =>
      [...solids, ...back].every(({ at, size }) => at[2] + size[2] < 0.7),
    );
    this.items = items;
    this.planks = planks;
    for (const { solids, back } of items) this.widest = Math.max(this.widest, this.extent(solids), this.extent(back));
  }

  /** Lights pieces, as the count names them. */
  light(ids: readonly string[]): void {
    this.lit = new Set(ids);
  }

  /** The piece follows the pointer; null: it is let go. */
  carry(id: string | null, at: { x: number; y: number } | null, solids: Solid[], pixelsPerCell: number): void {
    if (id === null || at === null) this.carried = null;
    else this.carried = { id, at: { ...at, size: (pixelsPerCell * Math.max(this.widest, 0.01)) / FILLS }, solids };
  }

  /** Lets the carried piece fly back to its slot. */
  springHome(now: number): void {
    if (this.carried && this.animate) this.flights.set(this.carried.id, { from: this.carried.at, start: now });
    this.carried = null;
  }

  get carrying(): string | null {
    return this.carried?.id ?? null;
  }

  /** Where a piece was seen last. */
  lastSeen(id: string): { x: number; y: number } | null {
    return this.carried?.id === id ? this.carried.at : (this.spots.get(id) ?? null);
  }

  /** Looks where everything is on the page, given where the canvas is; whether anything has moved. */
  measure(canvas: DOMRect): boolean {
    const elements = [...this.planks, ...this.items.map(({ slot }) => slot)];
    const before = this.rects;
    this.rects = [canvas, ...elements.map((element) => element.getBoundingClientRect())];
    return this.rects.length !== before.length || this.rects.some((rect, index) => !sameRect(rect, before[index]));
  }

  /** Writes everything where it was measured; whether anything still moves. */
  write(now: number): boolean {
    const [canvas, ...places] = this.rects;
    if (!canvas) return false;
    this.frame(canvas);
    this.plankBoxes.begin();
    this.pieceBoxes.begin();
    this.marks.begin();
    const rects = places.slice(0, this.planks.length);
    const shades = this.writePlanks(rects, canvas);
    /** A rack that has grown lies on others: their pieces are under it. */
    const covered = (slot: HTMLElement, at: Spot): boolean =>
      this.planks.some((plank, index) => {
        const rect = plank.matches(GROWN) && !plank.contains(slot) ? rects[index] : undefined;
        return rect !== undefined && isInside(at, rect);
      });
    const under: Parameters<Shades["show"]>[0][number][] = [];
    let busy = false;
    for (const [index, item] of this.items.entries()) {
      const goal = spotIn(places[rects.length + index]);
      // A piece whose slot has moved since the racks were set glides there.
      const was = this.known.has(item.id) && !this.flights.has(item.id) ? this.spots.get(item.id) : undefined;
      if (was && !samePlace(was, goal)) this.flights.set(item.id, { from: was, start: now });
      const flight = this.flights.get(item.id);
      const t = flight ? Math.min(1, (now - flight.start) / FLIGHT) : 1;
      if (t >= 1) this.flights.delete(item.id);
      else busy = true;
      const at = flight && t < 1 ? mixed(flight.from ?? turningUp(goal), goal, smooth(t)) : goal;
      this.spots.set(item.id, goal);
      const seen = t < 1 || rects.length === 0 || rects.some((rect) => isInside(goal, rect));
      if (goal.size < 4 || !seen || covered(item.slot, goal)) continue;
      // Of a pile only the top is carried away.
      const away = this.carried?.id === item.id;
      if (!away || item.hidden > 0) this.writeItem(away ? { ...item, lifted: false } : item, at, canvas, under, away);
    }
    this.known = new Set();
    if (this.carried) {
      const { id, at, solids } = this.carried;
      const item = this.items.find((each) => each.id === id);
      const drawn = { id, solids, hidden: 0, back: [], dim: false, lifted: true, silhouette: false };
      if (item ?? solids.length > 0) this.writeItem({ ...drawn, slot: document.body }, at, canvas, []);
    }
    this.plankBoxes.end();
    this.pieceBoxes.end();
    this.marks.end();
    this.plankShades.show(shades);
    this.pieceShades.show(under);
    return busy;
  }

  get scenes(): [World, Camera][] {
    return [
      [this.plankWorld, this.flat],
      [this.pieceWorld, this.tilted],
    ];
  }

  render(renderer: WebGLRenderer): void {
    if (this.items.length === 0 && this.planks.length === 0) return;
    renderer.autoClear = false;
    renderer.clearDepth();
    renderer.render(this.plankWorld, this.flat);
    renderer.clearDepth();
    renderer.render(this.pieceWorld, this.tilted);
    renderer.autoClear = true;
  }

  private frame({ width, height }: DOMRect): void {
    const { around, tilt } = this.isFlat ? ANGLES.flat : ANGLES.tall;
    for (const [camera, angles] of [
      [this.flat, { around: 0, tilt: 0 }],
      [this.tilted, { around, tilt }],
    ] as const) {
      camera.left = -width / 2;
      camera.right = width / 2;
      camera.top = height / 2;
      camera.bottom = -height / 2;
      camera.near = -4000;
      camera.far = 4000;
      const { back, up } = axesOf(angles);
      camera.position.copy(back);
      camera.up.copy(up);
      camera.lookAt(0, 0, 0);
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
    }
  }

  private writePlanks(rects: DOMRect[], canvas: DOMRect): Parameters<Shades["show"]>[0][number][] {
    const oak = new Color(roomOf(this.dark).oak);
    const shades: Parameters<Shades["show"]>[0][number][] = [];
    rects.forEach((rect, index) => {
      if (rect.width < 8 || rect.height < 8) return;
      const x = rect.left + rect.width / 2 - canvas.left - canvas.width / 2;
      const y = canvas.height / 2 - (rect.top + rect.height / 2 - canvas.top);
      const look = { lit: 0, presence: 1, faint: false, grain: 1, roughness: 0.7, scale: 90 };
      this.plankBoxes.add([x, y, 0], [rect.width, rect.height, 26], index * 0.37, oak, look);
      // The groove in which the pieces lie.
      const inner = [rect.width - 18, rect.height - 18, 26];
      if (inner[0]! > 12 && inner[1]! > 12)
        this.plankBoxes.add([x, y, 0.6], inner, index * 0.61, oak.clone().multiplyScalar(0.78), { ...look, scale: 40 });
      shades.push({
        x: x + 3,
        y: y - 9,
        halfWidth: rect.width / 2 - 6,
        halfHeight: rect.height / 2 - 6,
        soft: 16,
        round: 14,
        dark: 0.42,
      });
    });
    return shades;
  }

  private writeItem(
    item: RackItem,
    spot: Spot,
    canvas: DOMRect,
    shades: Parameters<Shades["show"]>[0][number][],
    topless = false,
  ): void {
    const solids = item.back.length > 0 ? item.back : item.solids;
    const bounds = boundsOf(solids);
    if (!bounds) return;
    const { around, tilt } = this.isFlat ? ANGLES.flat : ANGLES.tall;
    const { back, right, up } = axesOf({ around, tilt });
    const thick = bounds.high[2] - bounds.low[2];
    const piled = Math.min(item.hidden, item.back.length > 0 ? HIGHEST_STOCK : HIGHEST_PILE);
    // A draw pile fits into its slot, however high it is.
    const high = item.back.length > 0 ? this.extent(solids) + piled * thick * Math.sin(tilt) : 0;
    const filling = spot.size * FILLS;
    const common = filling / Math.max(this.widest, high, 0.01);
    const least = Math.min(item.least ?? 0, filling) / Math.max(this.extent(solids), 0.01);
    const scale = Math.max(common, least) * (item.zoom ?? 1);
    const lift = item.lifted ? 0.06 * spot.size : 0;
    const [x, y] = [spot.x - canvas.left - canvas.width / 2, canvas.height / 2 - (spot.y - canvas.top) + lift];
    const middle = bounds.low.map((low, axis) => (low + bounds.high[axis as 0 | 1 | 2]) / 2);
    // A pile grows upwards, and stays in the middle of its slot.
    const raise = (piled * thick) / 2;
    const origin = new Vector3().addScaledVector(right, x).addScaledVector(up, y);
    // In front of its neighbours.
    if ((item.zoom ?? 1) > 1) origin.addScaledVector(back, 400);
    const place = (point: readonly number[], z: number): Vec3 => [
      origin.x + scale * ((point[0] ?? 0) - (middle[0] ?? 0)),
      origin.y + scale * ((point[1] ?? 0) - (middle[1] ?? 0)),
      origin.z + scale * ((point[2] ?? 0) - (middle[2] ?? 0) + z),
    ];
    const colour = new Color();
    const tone = (paint: string): Color => {
      colour.set(colourOf(paint, this.dark));
      return item.dim ? dimmed(colour) : colour;
    };
    const look = (paint: string) => ({
      lit: item.lifted || this.lit.has(item.id) ? 0.9 : 0,
      presence: 1,
      faint: false,
      scale,
      ...finishOf(paint),
    });
    const size = bounds.high.map((high, axis) => high - bounds.low[axis as 0 | 1 | 2]);
    for (let under = 0; under < piled; under++) {
      const z = raise - thick * (piled - under);
      const slim = size.map((side, axis) => scale * (axis === 2 ? side * 0.9 : side));
      // Nobody stacks quite straight.
      const nudge = [0.02 * Math.sin(under * 2.4), 0.02 * Math.cos(under * 1.7), 0];
      const at = place(
        middle.map((part, axis) => part + (nudge[axis] ?? 0)),
        z,
      );
      this.pieceBoxes.add(at, slim, under * 0.31, tone("back"), { ...look("back"), lit: 0 });
    }
    (topless ? [] : solids).forEach((solid, index) => {
      const at = place(middleOf(solid), raise);
      const scaled = solid.size.map((side) => side * scale);
      this.pieceBoxes.add(at, scaled, index * 0.29, tone(solid.paint), look(solid.paint));
      if (item.silhouette) return;
      for (const mark of solid.marks)
        this.marks.add({ ...mark, size: mark.size * scale }, at, scaled, tone(mark.ink), item.dim ? 0.55 : 1, scale);
    });
    const ground = 0.5 * scale * Math.max(size[0] ?? 0, size[1] ?? 0);
    shades.push({
      x: x + 2,
      y: y - lift - 0.34 * scale * (thick + raise) * Math.sin(tilt) - 4,
      halfWidth: ground * 0.92,
      halfHeight: 0.5 * scale * ((size[1] ?? 0) * Math.cos(tilt) + thick * Math.sin(tilt)) * 0.8,
      soft: 7 + lift,
      round: 6,
      dark: 0.34,
    });
  }

  /** How much of the screen a piece takes, in cells. */
  private extent(solids: readonly Solid[]): number {
    const bounds = boundsOf(solids);
    if (!bounds) return 0;
    const { right, up } = axesOf(this.isFlat ? ANGLES.flat : ANGLES.tall);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => {
      const at = ([0, 1, 2] as const).map((axis) => (bits & (1 << axis) ? bounds.high : bounds.low)[axis]);
      return new Vector3(...(at as [number, number, number]));
    });
    const spread = (way: Vector3) => {
      const along = corners.map((corner) => corner.dot(way));
      return Math.max(...along) - Math.min(...along);
    };
    return Math.max(spread(right), spread(up));
  }
}

function axesOf({ around, tilt }: { around: number; tilt: number }): { back: Vector3; right: Vector3; up: Vector3 } {
  const [sa, ca, st, ct] = [Math.sin(around), Math.cos(around), Math.sin(tilt), Math.cos(tilt)];
  return {
    back: new Vector3(st * sa, -st * ca, ct),
    right: new Vector3(ca, sa, 0),
    up: new Vector3(-ct * sa, ct * ca, st),
  };
}

function spotIn({ left, top, width, height } = new DOMRect()): Spot {
  return { x: left + width / 2, y: top + height / 2, size: Math.min(width, height) };
}

const samePlace = (a: Spot, b: Spot): boolean => Math.abs(a.x - b.x) < 2 && Math.abs(a.y - b.y) < 2;

const sameRect = (a: DOMRect, b: DOMRect | undefined): boolean =>
  a.x === b?.x && a.y === b.y && a.width === b.width && a.height === b.height;

const isInside = ({ x, y }: Spot, rect: DOMRect): boolean =>
  x >= rect.left - 1 && x <= rect.right + 1 && y >= rect.top - 1 && y <= rect.bottom + 1;
