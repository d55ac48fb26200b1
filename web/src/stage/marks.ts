/** Drawings on the sides of boxes: one sheet with all of them, one mesh that cuts them out and lays them on. */
import {
  BufferAttribute,
  CanvasTexture,
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  MeshStandardMaterial,
  type WebGLRenderer,
} from "three";
import type { Face, Mark } from "../engine/pkg/tablee_wasm.js";
import { drawingOf } from "../look/drawings";
import { patch } from "./boxes";
import { markFragment, markVertex } from "./shaders";

const SLOT = 128;
/** Room around each drawing, so that smaller copies of the sheet do not bleed into neighbours. */
const MARGIN = 10;
const COLUMNS = 16;
const ROWS = 8;

/** The sheet. Drawings come onto it when they are first asked for. */
export class Sheet {
  private readonly canvas = document.createElement("canvas");
  private readonly slots = new Map<string, number>();
  readonly texture: CanvasTexture;

  constructor({ capabilities }: WebGLRenderer) {
    this.canvas.width = SLOT * COLUMNS;
    this.canvas.height = SLOT * ROWS;
    this.texture = new CanvasTexture(this.canvas);
    this.texture.minFilter = LinearMipmapLinearFilter;
    this.texture.magFilter = LinearFilter;
    this.texture.anisotropy = Math.min(8, capabilities.getMaxAnisotropy());
    this.texture.premultiplyAlpha = true;
  }

  /** Where a drawing with its margin is on the sheet: left, bottom, right, top. */
  rect(name: string): [number, number, number, number] {
    let slot = this.slots.get(name);
    if (slot === undefined) {
      slot = this.slots.size % (COLUMNS * ROWS);
      this.slots.set(name, slot);
      this.draw(name, slot);
    }
    const [column, row] = [slot % COLUMNS, Math.floor(slot / COLUMNS)];
    return [column / COLUMNS, 1 - (row + 1) / ROWS, (column + 1) / COLUMNS, 1 - row / ROWS];
  }

  private draw(name: string, slot: number): void {
    const context = this.canvas.getContext("2d");
    if (!context) return;
    const scale = (SLOT - 2 * MARGIN) / 100;
    const [left, top] = [(slot % COLUMNS) * SLOT, Math.floor(slot / COLUMNS) * SLOT];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(left, top, SLOT, SLOT);
    context.setTransform(scale, 0, 0, scale, left + MARGIN, top + MARGIN);
    context.fillStyle = context.strokeStyle = "#fff";
    context.lineCap = context.lineJoin = "round";
    const drawing = drawingOf(name);
    // White is ink, black is the rim.
    for (const { d, rim } of drawing) {
      if (rim === undefined) continue;
      context.strokeStyle = "#000";
      context.lineWidth = rim;
      context.stroke(new Path2D(d));
    }
    context.strokeStyle = "#fff";
    for (const { d, width } of drawing) {
      const path = new Path2D(d);
      if (width === undefined) {
        context.fill(path, "evenodd");
      } else {
        context.lineWidth = width;
        context.stroke(path);
      }
    }
    this.texture.needsUpdate = true;
  }
}

/** How much larger than the drawing its slot is. */
const WITH_MARGIN = SLOT / (SLOT - 2 * MARGIN);

/** How far a drawing lies above its side. */
const ABOVE = 0.004;

type Vector = readonly [number, number, number];

/** For each side: which way is right and up for a viewer, and where it faces. */
const SIDES: Record<Face, { right: Vector; up: Vector; out: Vector }> = {
  top: { right: [1, 0, 0], up: [0, 1, 0], out: [0, 0, 1] },
  south: { right: [1, 0, 0], up: [0, 0, 1], out: [0, -1, 0] },
  north: { right: [-1, 0, 0], up: [0, 0, 1], out: [0, 1, 0] },
  east: { right: [0, 1, 0], up: [0, 0, 1], out: [1, 0, 0] },
  west: { right: [0, -1, 0], up: [0, 0, 1], out: [-1, 0, 0] },
};

/** The mesh of all drawings; rewritten together with the boxes. */
export class Marks {
  readonly mesh: Mesh;
  private readonly geometry = new InstancedBufferGeometry();
  private capacity = 0;
  private count = 0;
  private buffers: Record<"middle" | "right" | "up" | "rect" | "ink", InstancedBufferAttribute>;

  constructor(readonly sheet: Sheet) {
    this.geometry.setAttribute(
      "position",
      new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3),
    );
    this.geometry.setAttribute(
      "normal",
      new BufferAttribute(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]), 3),
    );
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.buffers = this.make(128);
    const material = new MeshStandardMaterial({
      roughness: 0.9,
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -1,
      polygonOffsetUnits: -2,
    });
    patch(material, "marks", { sheet: { value: sheet.texture } }, { vertex: markVertex, fragment: markFragment });
    this.mesh = new Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.receiveShadow = true;
  }

  begin(): void {
    this.count = 0;
  }

  /** A drawing on a box with this middle and size; `scale` is how many units of the world a cell is. */
  add(mark: Mark, middle: readonly number[], size: readonly number[], ink: Color, opacity: number, scale = 1): void {
    if (this.count === this.capacity) this.buffers = this.make(2 * this.capacity);
    const { right, up, out } = SIDES[mark.face];
    const at = [0, 0, 0];
    const [alongRight, alongUp] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    const half = (mark.size / 2) * WITH_MARGIN;
    // A quarter turn clockwise: what was up looks to the right.
    const angle = (mark.turns * Math.PI) / 2;
    const [cos, sin] = [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))];
    for (let axis = 0; axis < 3; axis++) {
      const [r, u, o, side] = [right[axis] ?? 0, up[axis] ?? 0, out[axis] ?? 0, size[axis] ?? 0];
      at[axis] =
        (middle[axis] ?? 0) + side * (r * (mark.at[0] - 0.5) + u * (mark.at[1] - 0.5) + o * 0.5) + o * ABOVE * scale;
      alongRight[axis] = half * (r * cos - u * sin);
      alongUp[axis] = half * (r * sin + u * cos);
    }
    const index = this.count++;
    const { buffers } = this;
    buffers.middle.set(at, index * 3);
    buffers.right.set(alongRight, index * 3);
    buffers.up.set(alongUp, index * 3);
    buffers.rect.set(this.sheet.rect(mark.drawing), index * 4);
    buffers.ink.setXYZW(index, ink.r, ink.g, ink.b, opacity);
  }

  end(): void {
    this.geometry.instanceCount = this.count;
    this.mesh.visible = this.count > 0;
    for (const buffer of Object.values(this.buffers)) buffer.needsUpdate = true;
  }

  private make(capacity: number): typeof this.buffers {
    const before = this.capacity > 0 ? this.buffers : null;
    this.geometry.dispose();
    const make = (name: keyof typeof this.buffers, attribute: string, width: number) => {
      const array = new Float32Array(capacity * width);
      if (before) array.set(before[name].array);
      const buffer = new InstancedBufferAttribute(array, width);
      buffer.setUsage(DynamicDrawUsage);
      this.geometry.setAttribute(attribute, buffer);
      return buffer;
    };
    this.capacity = capacity;
    return {
      middle: make("middle", "markMiddle", 3),
      right: make("right", "markRight", 3),
      up: make("up", "markUp", 3),
      rect: make("rect", "markRect", 4),
      ink: make("ink", "markInk", 4),
    };
  }
}
