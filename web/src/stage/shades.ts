/** Soft shadows under what lies on racks, as one mesh. */
import { BufferAttribute, Color, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, ShaderMaterial } from "three";
import { shadeFragment, shadeVertex } from "./shaders";

interface Shade {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
  /** How far it fades out, how round its corners are, how dark it is. */
  soft: number;
  round: number;
  dark: number;
}

export class Shades {
  readonly mesh: Mesh;
  private readonly geometry = new InstancedBufferGeometry();
  private readonly uniforms = { colour: { value: new Color("#140d06") } };

  constructor() {
    this.geometry.setAttribute(
      "position",
      new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3),
    );
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.geometry.instanceCount = 0;
    const material = new ShaderMaterial({
      vertexShader: shadeVertex,
      fragmentShader: shadeFragment,
      uniforms: this.uniforms,
      transparent: true,
      depthWrite: false,
      depthTest: false,
      toneMapped: false,
    });
    this.mesh = new Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
  }

  show(shades: readonly Shade[]): void {
    const rects = shades.flatMap(({ x, y, halfWidth, halfHeight }) => [x, y, halfWidth, halfHeight]);
    const soft = shades.flatMap((shade) => [shade.soft, shade.round, shade.dark]);
    this.geometry.dispose();
    this.geometry.setAttribute("rect", new InstancedBufferAttribute(new Float32Array(rects), 4));
    this.geometry.setAttribute("soft", new InstancedBufferAttribute(new Float32Array(soft), 3));
    this.geometry.instanceCount = shades.length;
    this.mesh.visible = shades.length > 0;
  }
}
