/**
 * Small still pictures of pieces and tables as SVG, from the same solids as the table itself. No three.js: they are
 * there at once.
 */
import type { Face, Mark, Solid, Tabletop } from "../engine/pkg/tablee_wasm.js";
import { drawingMarkup, rimOf } from "../look/drawings";
import { colourOf } from "../look/palette";

type Vec3 = readonly [number, number, number];
type Point = readonly [number, number];

/** How many units of the picture are one cell. */
const SCALE = 24;
/** The camera: as far around as the table's own, so that a piece in the hand looks like the one on the table. */
class PictureCamera {
  private readonly around: Point;
  private readonly tilt: Point;

  constructor(around: number, tilt: number) {
    this.around = [Math.sin(around), Math.cos(around)];
    this.tilt = [Math.sin(tilt), Math.cos(tilt)];
  }

  project([x, y, z]: Vec3): Point {
    const [[sa, ca], [st, ct]] = [this.around, this.tilt];
    return [SCALE * (ca * x + sa * y), -SCALE * (-ct * sa * x + ct * ca * y + st * z)];
  }
}

const ASIDE = new PictureCamera(0.5, 0.95);
/** What is flat has all it shows on top. */
const FROM_HIGHER = new PictureCamera(0.32, 0.6);

function cameraFor(solids: readonly Solid[]): PictureCamera {
  return solids.every((solid) => solid.at[2] + solid.size[2] < 0.45) ? FROM_HIGHER : ASIDE;
}

const round = (value: number): number => Math.round(value * 10) / 10 + 0;
const fine = (value: number): number => Math.round(value * 1000) / 1000 + 0;

/** A side that can be seen: where its left lower corner is, which way right and up are, and how much light it gets. */
interface Side {
  face: Face;
  origin: (low: Vec3, high: Vec3) => Vec3;
  right: Vec3;
  up: Vec3;
  light: number;
}

const SIDES: readonly Side[] = [
  { face: "south", origin: (low) => low, right: [1, 0, 0], up: [0, 0, 1], light: 0.86 },
  { face: "east", origin: (low, high) => [high[0], low[1], low[2]], right: [0, 1, 0], up: [0, 0, 1], light: 0.66 },
  { face: "top", origin: (low, high) => [low[0], low[1], high[2]], right: [1, 0, 0], up: [0, 1, 0], light: 1.06 },
];

interface Box {
  solid: Solid;
  low: Vec3;
  high: Vec3;
  /** What it covers of the picture: left, top, right, bottom. */
  area: readonly [number, number, number, number];
}

const TOUCHING = 1e-3;

function boxOf(solid: Solid, camera: PictureCamera): Box {
  const low: Vec3 = solid.at;
  const high: Vec3 = [low[0] + solid.size[0], low[1] + solid.size[1], low[2] + solid.size[2]];
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
    camera.project([bits & 1 ? high[0] : low[0], bits & 2 ? high[1] : low[1], bits & 4 ? high[2] : low[2]]),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { solid, low, high, area: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
}

/**
 * Whether `a` has to be drawn before `b`: a plane between them has `b` on the camera's side, which is south, east and
 * above. If another plane says the opposite they do not cover each other at all.
 */
function isBehind(a: Box, b: Box): boolean {
  const behind =
    b.low[0] >= a.high[0] - TOUCHING || a.low[1] >= b.high[1] - TOUCHING || b.low[2] >= a.high[2] - TOUCHING;
  const before =
    a.low[0] >= b.high[0] - TOUCHING || b.low[1] >= a.high[1] - TOUCHING || a.low[2] >= b.high[2] - TOUCHING;
  if (behind !== before) return behind;
  // Neither: they run into each other, such as a printed line into its field. The higher one is seen.
  return !behind && a.high[2] < b.high[2];
}

const overlap = (a: Box["area"], b: Box["area"]): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** From the back to the front. */
function sorted(boxes: Box[]): Box[] {
  const order: Box[] = [];
  const behind = boxes.map((box) =>
    boxes.filter((other) => other !== box && overlap(box.area, other.area) && isBehind(other, box)),
  );
  const index = new Map(boxes.map((box, at) => [box, at]));
  const done = new Set<Box>();
  const visit = (box: Box) => {
    if (done.has(box)) return;
    done.add(box);
    for (const other of behind[index.get(box) ?? -1] ?? []) visit(other);
    order.push(box);
  };
  // Where nothing decides, from afar to near: so pictures do not depend on the order of the list.
  [...boxes].sort((a, b) => a.low[2] - b.low[2] || b.low[1] - a.low[1] || a.low[0] - b.low[0]).forEach(visit);
  return order;
}

/** Whether another box lies right against this side and covers all of it. */
function isCovered(box: Box, side: Side, boxes: Box[]): boolean {
  const axis = side.face === "top" ? 2 : side.face === "east" ? 0 : 1;
  const across = ([0, 1, 2] as const).filter((other) => other !== axis);
  return boxes.some((other) => {
    if (other === box) return false;
    const gap = side.face === "south" ? box.low[axis] - other.high[axis] : other.low[axis] - box.high[axis];
    return (
      Math.abs(gap) < TOUCHING &&
      across.every((i) => other.low[i] <= box.low[i] + TOUCHING && other.high[i] >= box.high[i] - TOUCHING)
    );
  });
}

/** A colour in more or less light; in shadow warmer, as everything on this table. */
function inLight(colour: string, light: number): string {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const lit = parts.map((part, index) => {
    const value = light > 1 ? part + (255 - part) * (light - 1) * 1.6 : part * light * (index === 2 ? 0.97 : 1);
    return Math.round(Math.min(255, Math.max(0, value)));
  });
  return `#${lit.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Drawings are written once a picture and used by reference; several pictures on a page need their own names. */
let pictures = 0;

class Sketch {
  private readonly camera: PictureCamera;
  private readonly prefix = `d${++pictures}-`;
  private readonly used = new Set<string>();
  private readonly parts: string[] = [];

  constructor(private readonly solids: readonly Solid[]) {
    this.camera = cameraFor(solids);
    this.draw(solids);
  }

  private draw(solids: readonly Solid[]): void {
    const boxes = solids.map((solid) => boxOf(solid, this.camera));
    for (const box of sorted(boxes)) {
      const colour = colourOf(box.solid.paint);
      for (const side of SIDES) if (!isCovered(box, side, boxes)) this.side(box, side, colour);
    }
  }

  private side(box: Box, side: Side, colour: string): void {
    const { size } = box.solid;
    const origin = side.origin(box.low, box.high);
    const along = (way: Vec3): Vec3 => [way[0] * size[0], way[1] * size[1], way[2] * size[2]];
    const [right, up] = [along(side.right), along(side.up)];
    const at = (u: number, v: number) =>
      this.camera.project([
        origin[0] + u * right[0] + v * up[0],
        origin[1] + u * right[1] + v * up[1],
        origin[2] + u * right[2] + v * up[2],
      ]);
    const corners = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)].map(([x, y]) => `${round(x)} ${round(y)}`);
    const fill = inLight(colour, side.light);
    // A thin line in its colour closes the hairlines between neighbours and rounds corners a little.
    this.parts.push(`<path d="M${corners.join("L")}z" fill="${fill}" stroke="${inLight(colour, side.light * 0.84)}"/>`);
    for (const mark of box.solid.marks) if (mark.face === side.face) this.mark(mark, side, at(mark.at[0], mark.at[1]));
  }

  private mark(mark: Mark, side: Side, middle: Point): void {
    this.used.add(mark.drawing);
    const scale = mark.size / 100;
    const [right, up] = [this.camera.project(side.right), this.camera.project(side.up)];
    const angle = (mark.turns * Math.PI) / 2;
    const [cos, sin] = [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))];
    // The drawing's own y goes down.
    const x: Point = [scale * (cos * right[0] - sin * up[0]), scale * (cos * right[1] - sin * up[1])];
    const y: Point = [-scale * (sin * right[0] + cos * up[0]), -scale * (sin * right[1] + cos * up[1])];
    const [e, f] = [middle[0] - 50 * (x[0] + y[0]), middle[1] - 50 * (x[1] + y[1])];
    const ink = inLight(colourOf(mark.ink), Math.min(1, side.light + 0.06));
    const matrix = [...x, ...y].map(fine).concat([e, f].map(round)).join(" ");
    this.parts.push(
      `<use href="#${this.prefix}${mark.drawing}" color="${ink}" stroke="${rimOf(ink)}" transform="matrix(${matrix})"/>`,
    );
  }

  private area(): [number, number, number, number] {
    const area: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const solid of this.solids) {
      const of = boxOf(solid, this.camera).area;
      for (const side of [0, 1] as const) area[side] = Math.min(area[side], of[side]);
      for (const side of [2, 3] as const) area[side] = Math.max(area[side], of[side]);
    }
    return area[0] === Infinity ? [0, 0, SCALE, SCALE] : area;
  }

  /** Where the picture begins, how wide and how high it is. */
  private frame(): [number, number, number, number] {
    const area = this.area();
    const margin = 2;
    const [left, top] = [Math.floor(area[0]) - margin, Math.floor(area[1]) - margin];
    return [left, top, Math.ceil(area[2]) + margin - left, Math.ceil(area[3]) + margin - top];
  }

  /** The longer side of the picture. */
  reach(): number {
    const [, , width, height] = this.frame();
    return Math.max(width, height);
  }

  /** So that a picture of this reach, by itself its own, has `size` pixels on its longer side. */
  markup(size: number, title: string | undefined, reach = this.reach()): string {
    const [left, top, width, height] = this.frame();
    const per = size / reach;
    const defs = [...this.used]
      .map((name) => `<g id="${this.prefix}${name}" fill="currentColor">${drawingMarkup(name)}</g>`)
      .join("");
    const [role, name] = title ? [' role="img"', `<title>${escaped(title)}</title>`] : [' aria-hidden="true"', ""];
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${round(width * per)}" height="${round(height * per)}"${role}>` +
      `${name}${defs ? `<defs>${defs}</defs>` : ""}<g stroke-width="0.7" stroke-linejoin="round">${this.parts.join("")}</g></svg>`
    );
  }
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/**
 * A piece, as large as fits into a square of this many pixels. With `reach`, a piece of that reach fits into it: so
 * several pieces have one scale.
 */
export function pictureOfPiece(
  solids: Solid[],
  options: { size?: number; title?: string; reach?: number | undefined } = {},
): string {
  return new Sketch(solids).markup(options.size ?? 64, options.title, options.reach);
}

/** How far a piece reaches in its picture. */
export const reachOfPiece = (solids: Solid[]): number => new Sketch(solids).reach();

/** A whole table with what lies on it. */
export function pictureOfTable(table: Tabletop, options: { size?: number; title?: string } = {}): string {
  const solids = [...table.board, ...table.pieces.flatMap((piece) => piece.solids)];
  return new Sketch(solids).markup(options.size ?? 320, options.title);
}
