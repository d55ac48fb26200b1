/** Outlines on what lies there: the places where a piece fits, or the parts of the table that are in its way. */
import {
  BufferAttribute,
  Color,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  NormalBlending,
  ShaderMaterial,
} from "three";
import type { Area } from "../engine/pkg/tablee_wasm.js";
import { OUTLINE } from "../look/palette";
import type { Pieces } from "./pieces";
import { glowFragment, glowVertex } from "./shaders";

const ABOVE = 0.008;
/** One pulse, in milliseconds. It stops after three. */
const PULSE = 2400;
const PULSING = 3 * PULSE;
/** How often it is drawn while nothing else moves, in ms: every second frame is enough for such a slow change. */
const FRAME = 30;

/** A rectangle to outline. */
export interface Outlined {
  x: number;
  y: number;
  z: number;
  width: number;
  depth: number;
  chosen: boolean;
}

/** A whole cell. */
export const outlinedCell = (cell: readonly [number, number], z: number, chosen: boolean): Outlined => ({
  x: cell[0],
  y: cell[1],
  z,
  width: 1,
  depth: 1,
  chosen,
});

/** Parts of the table, in thick lines on top of what stands there. */
export const outlinedAreas = (areas: readonly Area[], on: Pick<Pieces, "topOf">): Outlined[] =>
  areas.map(({ at, size }) => {
    const top = on.topOf([Math.floor(at[0] + size[0] / 2), Math.floor(at[1] + size[1] / 2)]);
    return { x: at[0], y: at[1], z: top + 0.01, width: size[0], depth: size[1], chosen: true };
  });

export class Glow {
  readonly mesh: Mesh;
  /** When it began to pulse; null: it does not. */
  private since: number | null = null;
  private pulsedAt = 0;
  private readonly geometry = new InstancedBufferGeometry();
  private readonly uniforms = {
    colour: { value: new Color() },
    pulse: { value: 0.5 },
    strength: { value: 1 },
    fill: { value: 1 },
    light: { value: new Color() },
    deep: { value: new Color(OUTLINE.deep) },
  };

  /** `fill` is how much light lies inside the lines: with none, only they are seen. */
  constructor(fill = 1) {
    this.uniforms.fill.value = fill;
    this.geometry.setAttribute(
      "position",
      new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3),
    );
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.geometry.instanceCount = 0;
    const material = new ShaderMaterial({
      vertexShader: glowVertex,
      fragmentShader: glowFragment,
      uniforms: this.uniforms,
      transparent: true,
      depthWrite: false,
      blending: NormalBlending,
      toneMapped: false,
    });
    this.mesh = new Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /** The colour of its light, and that of its lines. */
  setColour(colour: string, line: string = OUTLINE.light): void {
    this.uniforms.colour.value.set(colour);
    this.uniforms.light.value.set(line);
  }

  /** How visible it is, from 0 to 1. */
  setStrength(strength: number): void {
    this.uniforms.strength.value = strength;
  }

  show(places: readonly Outlined[]): void {
    const at = places.flatMap(({ x, y, z, width, depth, chosen }) => [
      x + width / 2,
      y + depth / 2,
      z + ABOVE,
      chosen ? 1 : 0,
    ]);
    const extent = places.flatMap(({ width, depth }) => [width, depth]);
    this.geometry.dispose();
    this.geometry.setAttribute("place", new InstancedBufferAttribute(new Float32Array(at), 4));
    this.geometry.setAttribute("extent", new InstancedBufferAttribute(new Float32Array(extent), 2));
    this.geometry.instanceCount = places.length;
    this.mesh.visible = places.length > 0;
  }

  /** Begins to pulse. */
  wake(now: number): void {
    this.since = now;
  }

  rest(): void {
    this.since = null;
  }

  get pulsing(): boolean {
    return this.since !== null;
  }

  /** Whether its next frame should be drawn now. */
  isDue(now: number): boolean {
    return this.since !== null && now - this.pulsedAt >= FRAME;
  }

  /** Sets its brightness for this moment. */
  pulse(now: number): void {
    this.pulsedAt = now;
    if (this.since !== null && now - this.since >= PULSING) this.rest();
    const phase = this.since === null ? 0 : (now - this.since) / PULSE;
    this.uniforms.pulse.value = 0.5 + 0.5 * Math.sin(phase * 2 * Math.PI);
  }
}
