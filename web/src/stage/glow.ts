/** The cells where a piece fits, as glowing squares on what is there. */
import {
  BufferAttribute,
  Color,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  NormalBlending,
  ShaderMaterial,
} from "three";
import { glowFragment, glowVertex } from "./shaders";

const ABOVE = 0.008;
/** One breath, in milliseconds. */
const BREATH = 2400;

export class Glow {
  readonly mesh: Mesh;
  private readonly geometry = new InstancedBufferGeometry();
  private readonly uniforms = { colour: { value: new Color() }, breath: { value: 0.5 } };

  constructor() {
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

  setColour(colour: string): void {
    this.uniforms.colour.value.set(colour);
  }

  show(places: { x: number; y: number; z: number; chosen: boolean }[]): void {
    const numbers = places.flatMap(({ x, y, z, chosen }) => [x + 0.5, y + 0.5, z + ABOVE, chosen ? 1 : 0]);
    this.geometry.dispose();
    this.geometry.setAttribute("place", new InstancedBufferAttribute(new Float32Array(numbers), 4));
    this.geometry.instanceCount = places.length;
    this.mesh.visible = places.length > 0;
  }

  /** Null: it rests. */
  breathe(since: number | null): void {
    this.uniforms.breath.value = since === null ? 0.5 : 0.5 + 0.5 * Math.sin((since / BREATH) * 2 * Math.PI);
  }
}
