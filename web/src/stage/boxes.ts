/**
 * All boxes of a table as one mesh, drawn by one call.
 *
 * A vertex does not know where it is: it knows its corner of the box and the way it faces. Where that is follows in the
 * shader from the box's own middle and size, so that edges are equally round on every box, and moving one is writing
 * three numbers.
 */
import {
  BufferAttribute,
  Color,
  DynamicDrawUsage,
  GreaterDepth,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshStandardMaterial,
  type Material,
} from "three";
import { boxFragment, boxVertex, throughFragment, type ShaderPatch } from "./shaders";

/** How a box looks besides its colour. */
interface BoxLook {
  /** How much it is lit, from 0 to 1. */
  lit: number;
  /** How much of it is there: 0 gone, 1 solid. */
  presence: number;
  /** Only its edges are seen, and hardly. */
  faint: boolean;
  grain: number;
  roughness: number;
  /** How many units of the world a cell is; 1 on the table. */
  scale?: number;
}

/** Three planes cut each corner into parts: corner, the two edges beside it, face. */
const RING = [
  { sign: -1, outer: true },
  { sign: -1, outer: false },
  { sign: 1, outer: false },
  { sign: 1, outer: true },
] as const;

/** A box with rounded edges: for each face its plane, and around it half of the rounding towards each neighbour. */
function roundedBox(): InstancedBufferGeometry {
  const corners: number[] = [];
  const normals: number[] = [];
  const edges: number[] = [];
  const index: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const start = edges.length;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      for (const row of RING) {
        for (const column of RING) {
          const corner = [0, 0, 0];
          const normal = [0, 0, 0];
          corner[axis] = normal[axis] = side;
          corner[u] = column.sign;
          corner[v] = row.sign;
          if (column.outer) normal[u] = column.sign;
          if (row.outer) normal[v] = row.sign;
          const length = Math.hypot(...normal);
          corners.push(...corner);
          normals.push(...normal.map((part) => part / length));
          edges.push(column.outer || row.outer ? 1 : 0);
        }
      }
      for (let row = 0; row < 3; row++) {
        for (let column = 0; column < 3; column++) {
          const [a, b] = [start + row * 4 + column, start + row * 4 + column + 4];
          if (side > 0) index.push(a, a + 1, b + 1, a, b + 1, b);
          else index.push(a, b + 1, a + 1, a, b, b + 1);
        }
      }
    }
  }
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute("edge", new BufferAttribute(new Float32Array(edges), 1));
  geometry.setIndex(index);
  return geometry;
}

/** Replaces parts of one of three's shaders. A part that is not there would be silently missed: that is an error. */
export function patch(
  material: Material,
  name: string,
  uniforms: Record<string, { value: unknown }>,
  changes: ShaderPatch,
): void {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    for (const [stage, parts] of [
      ["vertexShader", changes.vertex],
      ["fragmentShader", changes.fragment],
    ] as const) {
      for (const [chunk, code] of Object.entries(parts ?? {})) {
        if (!shader[stage].includes(chunk)) throw new Error(`${name}: the shader has no “${chunk}”`);
        shader[stage] = shader[stage].replace(chunk, code);
      }
    }
  };
  material.customProgramCacheKey = () => name;
}

export interface BoxUniforms {
  litColour: { value: Color };
  haze: { value: Color };
  amber: { value: Color };
  [name: string]: { value: unknown };
}

export const boxUniforms = (): BoxUniforms => ({
  litColour: { value: new Color() },
  haze: { value: new Color() },
  amber: { value: new Color() },
});

/** Boxes that can be rewritten at any time. */
export class Boxes {
  readonly geometry = roundedBox();
  private readonly meshes: Mesh[] = [];
  private capacity = 0;
  private count = 0;
  private middle = new InstancedBufferAttribute(new Float32Array(0), 3);
  private size = new InstancedBufferAttribute(new Float32Array(0), 4);
  private colour = new InstancedBufferAttribute(new Float32Array(0), 3);
  private look = new InstancedBufferAttribute(new Float32Array(0), 4);
  private finish = new InstancedBufferAttribute(new Float32Array(0), 2);

  constructor() {
    this.grow(64);
  }

  /** A mesh of all boxes. While there are none it is not drawn, and its shader is not compiled. */
  mesh(material: Material): Mesh {
    const mesh = new Mesh(this.geometry, material);
    mesh.frustumCulled = mesh.visible = false;
    this.meshes.push(mesh);
    return mesh;
  }

  begin(): void {
    this.count = 0;
  }

  /** The seed sets its grain apart from its neighbours', wherever it moves. */
  add(middle: readonly number[], size: readonly number[], seed: number, colour: Color, look: BoxLook): void {
    if (this.count === this.capacity) this.grow(2 * this.capacity);
    const at = this.count++;
    this.middle.setXYZ(at, middle[0] ?? 0, middle[1] ?? 0, middle[2] ?? 0);
    this.size.setXYZW(at, size[0] ?? 0, size[1] ?? 0, size[2] ?? 0, seed);
    this.colour.setXYZ(at, colour.r, colour.g, colour.b);
    this.look.setXYZW(at, look.lit, look.presence, look.faint ? 1 : 0, look.grain);
    this.finish.setXY(at, look.roughness, look.scale ?? 1);
  }

  end(): void {
    this.geometry.instanceCount = this.count;
    for (const mesh of this.meshes) mesh.visible = this.count > 0;
    for (const attribute of this.attributes()) attribute.needsUpdate = true;
  }

  private attributes(): InstancedBufferAttribute[] {
    return [this.middle, this.size, this.colour, this.look, this.finish];
  }

  private grow(capacity: number): void {
    const larger = (old: InstancedBufferAttribute) => {
      const array = new Float32Array(capacity * old.itemSize);
      array.set(old.array.subarray(0, this.count * old.itemSize));
      const attribute = new InstancedBufferAttribute(array, old.itemSize);
      attribute.setUsage(DynamicDrawUsage);
      return attribute;
    };
    this.capacity = capacity;
    this.middle = larger(this.middle);
    this.size = larger(this.size);
    this.colour = larger(this.colour);
    this.look = larger(this.look);
    this.finish = larger(this.finish);
    const names = ["boxMiddle", "boxSize", "boxColour", "boxLook", "boxFinish"];
    // The buffers of the former size are freed with the geometry's own list of them.
    this.geometry.dispose();
    this.attributes().forEach((attribute, index) => this.geometry.setAttribute(names[index] ?? "", attribute));
  }
}

/** The mesh of all that lies on the table. */
export function solidMesh(boxes: Boxes, uniforms: BoxUniforms): Mesh {
  const material = new MeshStandardMaterial({ roughness: 1, metalness: 0 });
  patch(material, "boxes", uniforms, { vertex: boxVertex(true), fragment: boxFragment });
  const depth = new MeshDepthMaterial();
  patch(depth, "boxes-depth", uniforms, { vertex: boxVertex(false) });
  const mesh = boxes.mesh(material);
  mesh.customDepthMaterial = depth;
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

/** What is hidden behind other things, drawn through them: only its edges and a tint of its colour. */
export function throughMesh(boxes: Boxes, uniforms: BoxUniforms): Mesh {
  const material = new MeshBasicMaterial({ transparent: true, depthWrite: false, toneMapped: false });
  material.depthFunc = GreaterDepth;
  patch(material, "through", uniforms, { vertex: boxVertex(true), fragment: throughFragment });
  const mesh = boxes.mesh(material);
  mesh.renderOrder = 5;
  return mesh;
}
