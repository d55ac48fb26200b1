/** The lamp, the light of the room and the table's surface. */
import {
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  PlaneGeometry,
  ShadowMaterial,
  Vector3,
  Vector4,
} from "three";
import { roomOf } from "../look/palette";
import { patch } from "./boxes";
import { MOST_FOOTPRINTS } from "./footprints";
import type { Bounds, Rect } from "./orbit";
import type { Vec3 } from "./pick";
import { tableFragment, tableVertex } from "./shaders";

/** Where the lamp is as one sits at the table: to the left, a little in front, high. */
const LAMP = new Vector3(-0.62, -0.2, 1).normalize();
const FILL = new Vector3(0.8, 0.25, 0.45).normalize();
const UP = new Vector3(0, 0, 1);
/** The side of the shadow map, in pixels: never finer than the picture needs, and not coarser than this. */
const SHADOW = { finest: 2048, coarsest: 256 };
/** How far shadows are blurred, in pixels of the finest map. */
const BLUR = 5;

export class Room {
  readonly group = new Group();
  private readonly sky = new HemisphereLight();
  private readonly lamp = new DirectionalLight();
  private readonly fill = new DirectionalLight();
  private readonly table: Mesh;
  private readonly uniforms = {
    floorColour: { value: new Color() },
    felt: { value: new Color() },
    feltFar: { value: new Color() },
    oak: { value: new Color() },
    shade: { value: new Color() },
    /** How far the lamp's light reaches. */
    reach: { value: 30 },
    /** The middle and the half sizes of the tabletop, from the middle of what lies on it. */
    top: { value: new Vector4(0, 0, 20, 20) },
    rim: { value: 1 },
    /** What the board stands on: the middle and the half sizes of each part. */
    board: { value: Array.from({ length: MOST_FOOTPRINTS }, () => new Vector4()) },
    shadeDepth: { value: 1 },
  };
  private middle = new Vector3();
  private reach = 5;

  constructor() {
    const material = new ShadowMaterial({ transparent: false, toneMapped: false });
    patch(material, "table", this.uniforms, { vertex: tableVertex, fragment: tableFragment });
    this.table = new Mesh(new PlaneGeometry(1, 1), material);
    this.table.receiveShadow = true;
    this.table.frustumCulled = false;
    // The light of a hemisphere comes from its own “up”.
    this.sky.position.set(0, 0, 1);
    this.lamp.castShadow = true;
    this.lamp.shadow.bias = -0.0004;
    this.lamp.shadow.normalBias = 0.025;
    this.lamp.shadow.intensity = 0.92;
    this.group.add(this.sky, this.lamp, this.lamp.target, this.fill, this.fill.target, this.table);
  }

  setDark(dark: boolean): void {
    const room = roomOf(dark);
    this.uniforms.floorColour.value.set(room.far);
    this.uniforms.felt.value.set(room.felt);
    this.uniforms.feltFar.value.set(room.feltFar);
    this.uniforms.oak.value.set(room.oak);
    this.uniforms.shade.value.set(room.shadow);
    this.uniforms.shadeDepth.value = dark ? 1 : 0.62;
    this.sky.color.set(room.sky);
    this.sky.groundColor.set(room.ground);
    this.sky.intensity = room.bright.sky;
    this.lamp.color.set(room.lamp);
    this.lamp.intensity = room.bright.lamp;
    this.fill.color.set(room.sky);
    this.fill.intensity = room.bright.fill;
  }

  /** Makes the shadows as fine as a picture whose longer side has this many pixels. */
  setFineness(pixels: number): void {
    const side = Math.min(SHADOW.finest, Math.max(SHADOW.coarsest, 2 ** Math.ceil(Math.log2(pixels))));
    this.lamp.shadow.mapSize.set(side, side);
    this.lamp.shadow.radius = (BLUR * side) / SHADOW.finest;
  }

  /** What lies there, and the height of the table's surface; there is shade around what the board stands on. */
  setBounds({ low, high }: Bounds, board: readonly Rect[]): void {
    this.middle.set((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, 0);
    const across = Math.hypot(high[0] - low[0], high[1] - low[1]);
    this.reach = across / 2 + (high[2] - low[2]) + 1;
    // A gap, so that the underside of what lies there does not flicker.
    this.table.position.set(this.middle.x, this.middle.y, low[2] - 0.002);
    const size = 60 * Math.max(across, 6);
    this.table.scale.set(size, size, 1);
    this.uniforms.board.value.forEach((part, index) => {
      const rect = board[index];
      if (!rect) return void part.set(0, 0, 0, 0);
      const [[west, south], [east, north]] = [rect.low, rect.high];
      const [x, y] = [(west + east) / 2 - this.middle.x, (south + north) / 2 - this.middle.y];
      part.set(x, y, (east - west) / 2, (north - south) / 2);
    });
    const { camera } = this.lamp.shadow;
    camera.left = camera.bottom = -this.reach;
    camera.right = camera.top = this.reach;
    camera.near = 0.5;
    camera.far = 4 * this.reach;
    camera.updateProjectionMatrix();
  }

  /** The edges of the tabletop: it is as large as the view of a person who has just sat down. */
  setTop({ low, high }: Rect): void {
    const [width, depth] = [high[0] - low[0], high[1] - low[1]];
    const { x, y } = this.table.position;
    this.uniforms.top.value.set((low[0] + high[0]) / 2 - x, (low[1] + high[1]) / 2 - y, width / 2, depth / 2);
    this.uniforms.rim.value = 0.032 * Math.sqrt(width * depth);
    this.uniforms.reach.value = 0.5 * Math.max(width, depth);
  }

  /** Whether a point of the room is on the felt, not on the frame or beyond it. */
  isInside([x, y]: Vec3): boolean {
    const { top, rim } = this.uniforms;
    const { x: east, y: north, z: half, w: depth } = top.value;
    const { position } = this.table;
    return Math.abs(x - position.x - east) < half - rim.value && Math.abs(y - position.y - north) < depth - rim.value;
  }

  /** The lamp stays where the player sits: it is the board that is turned. */
  follow(around: number): void {
    const place = (light: DirectionalLight, from: Vector3) => {
      light.position
        .copy(from)
        .applyAxisAngle(UP, around)
        .multiplyScalar(2 * this.reach)
        .add(this.middle);
      light.target.position.copy(this.middle);
      light.target.updateMatrixWorld();
    };
    place(this.lamp, LAMP);
    place(this.fill, FILL);
  }
}
