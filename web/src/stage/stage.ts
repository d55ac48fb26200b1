/** The table in three dimensions: shows scenes, lets people point at it. It draws only when something has changed. */
import { NeutralToneMapping, PCFShadowMap, Raycaster, Scene as World, Vector2, Vector3, WebGLRenderer } from "three";
import type { Scene, Solid, Target } from "../engine/pkg/tablee_wasm.js";
import { roomOf } from "../look/palette";
import { Boxes, boxUniforms, solidMesh } from "./boxes";
import { Gestures } from "./gestures";
import { Ghost } from "./ghost";
import { Glow } from "./glow";
import { Marks, Sheet } from "./marks";
import { Orbit, type Insets } from "./orbit";
import { firstHit, placeHit, type Ray, type Vec3 } from "./pick";
import { boundsOf, Pieces, solidsOf } from "./pieces";
import { Room } from "./room";

export type Cell = [number, number];

interface Prefs {
  dark: boolean;
  motion: boolean;
}

interface StageEvents {
  /** The mouse is over a cell (`over`; null when it left), or a cell was clicked or tapped with a finger (`tap`). */
  onCell(cell: Cell | null, how: "over" | "tap"): void;
  /** The pointer tapped a piece that lies on the table (only pieces whose ids were given by `pickable`). */
  onPiece(id: string): void;
  /**
   * The wheel or a two-finger twist asks to turn the ghost by one way, +1 or -1 (only while a ghost is shown; otherwise
   * the wheel zooms).
   */
  onTurn(by: 1 | -1): void;
}

/** So near to an offered place, in pixels, a finger or a mouse still means it. */
const NEAR_ENOUGH = { coarse: 28, fine: 10 };
/** So long offered places breathe, then they rest: three breaths. */
const BREATHING = 7200;
const FINEST = 2;
/** After this time, in milliseconds, every animation has ended. */
const LATEST = 1500;

export class Stage {
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly orbit = new Orbit();
  private readonly room = new Room();
  private readonly boxes = new Boxes();
  private readonly uniforms = boxUniforms();
  private readonly pieces = new Pieces();
  private readonly marks: Marks;
  private readonly glow = new Glow();
  private readonly ghostly: Ghost;
  private readonly gestures: Gestures;
  private readonly watching: ResizeObserver;
  private readonly listening = new AbortController();
  private prefs: Prefs;
  /** What must be in sight. */
  private sights: Vec3[] = [];
  /** Whether the table has no board, so that it grows as it is played. */
  private open = false;
  private targets: Target[] = [];
  private ghostSolids: Solid[] | null = null;
  /** What is covered from now on, as soon as the table may move. */
  private insets: Insets | null = null;
  private overCell: Cell | null = null;
  private frame = 0;
  private lastFrame = 0;
  /** What the next frame has to redo. */
  private stale = { pieces: true, shadow: true };
  private breathingSince: number | null = null;
  private waiting: (() => void)[] = [];
  private lampAt = NaN;
  private counted = { calls: 0, triangles: 0 };
  private gone = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly events: StageEvents,
    prefs: Prefs,
  ) {
    this.prefs = prefs;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    // Counted over all passes of a frame, the shadow's too.
    this.renderer.info.autoReset = false;
    const sheet = new Sheet(Math.min(8, this.renderer.capabilities.getMaxAnisotropy()));
    this.marks = new Marks(sheet);
    this.ghostly = new Ghost(sheet, this.uniforms);
    this.glow.mesh.renderOrder = 1;
    this.marks.mesh.renderOrder = 2;
    this.world.add(
      this.room.group,
      solidMesh(this.boxes, this.uniforms),
      this.glow.mesh,
      this.marks.mesh,
      this.ghostly.group,
    );
    this.gestures = new Gestures(canvas, {
      turn: (dx, dy) => this.moved(() => this.orbit.turn(-dx * 0.006, -dy * 0.005, false)),
      slide: (dx, dy) => this.moved(() => this.orbit.slide(dx, dy)),
      zoom: (by) => this.moved(() => this.orbit.zoom(by)),
      twist: (by) => this.moved(() => this.orbit.turn(by, 0, false)),
      turnPiece: (by) => this.events.onTurn(by),
      canTurnPiece: () => this.ghostly.shown,
      over: (x, y) => this.over(x, y),
      out: () => this.leave(),
      tap: (x, y, coarse) => this.tap(x, y, coarse),
    });
    this.watching = new ResizeObserver(() => this.resize());
    this.watching.observe(canvas);
    const { signal } = this.listening;
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault(), { signal });
    // three.js recreates its own objects; our buffers have to be uploaded again.
    canvas.addEventListener("webglcontextrestored", () => this.redraw({ pieces: true, shadow: true }), { signal });
    this.setPrefs(prefs);
    this.resize();
  }

  show(scene: Scene, options: { animate?: boolean; from?: { x: number; y: number } | null } = {}): Promise<void> {
    const { from } = options;
    // A hidden page gets no animation frames.
    const animate = (options.animate ?? false) && this.prefs.motion && !document.hidden;
    this.pieces.set(scene.table, performance.now(), animate, from ? (to) => this.pointUnder(from, to) : null);
    const solids = solidsOf(scene.table);
    const bounds = boundsOf(solids) ?? { low: [0, 0, 0], high: [1, 1, 0.5] };
    const board = boundsOf(scene.table.board);
    this.room.setBounds(bounds, board);
    this.open = board === null;
    this.sights = sights(solids, board !== null);
    this.orbit.setSights(this.sights);
    if (!this.prefs.motion) this.orbit.arrive();
    this.lampAt = NaN;
    this.arrived();
    this.redraw({ pieces: true, shadow: true });
    if (!animate) return Promise.resolve();
    // A slow machine must not keep anyone waiting.
    const late = setTimeout(() => {
      this.pieces.settle();
      this.arrived();
      this.redraw({ pieces: true, shadow: true });
    }, LATEST);
    return new Promise((resolve) => {
      this.waiting.push(() => {
        clearTimeout(late);
        resolve();
      });
    });
  }

  /** On an open table, places can lie outside of the current view. */
  private takeIn(targets: Target[]): void {
    const corners = targets.flatMap(({ cell: [x, y], top }): Vec3[] => [
      [x, y, top],
      [x + 1, y + 1, top],
    ]);
    this.sights = [...this.sights, ...corners];
    this.orbit.setSights(this.sights);
    if (!this.prefs.motion) this.orbit.arrive();
  }

  offer(targets: Target[] | null, chosen: Cell | null): void {
    const were = this.targets.length;
    if (this.open && targets !== null && targets !== this.targets) this.takeIn(targets);
    this.targets = targets ?? [];
    const isChosen = (cell: readonly number[]) => chosen !== null && cell[0] === chosen[0] && cell[1] === chosen[1];
    this.glow.show(this.targets.map(({ cell, top }) => ({ x: cell[0], y: cell[1], z: top, chosen: isChosen(cell) })));
    if (this.targets.length === 0 || !this.prefs.motion) this.breathingSince = null;
    else if (this.targets.length !== were) this.breathingSince = performance.now();
    this.redraw();
  }

  ghost(solids: Solid[] | null): void {
    this.ghostSolids = solids;
    this.ghostly.show(solids, this.prefs.dark);
    if (!solids) this.makeRoom();
    this.redraw();
  }

  pickable(ids: string[], picked: string | null): void {
    this.pieces.setPickable(ids, picked, performance.now(), this.prefs.motion);
    this.redraw({ pieces: true, shadow: true });
  }

  light(ids: string[]): void {
    this.pieces.setLit(ids);
    this.redraw({ pieces: true });
  }

  setView(view: "free" | "top"): void {
    this.moved(() => this.orbit.setView(view));
  }

  turnCamera(byDegrees: number): void {
    this.moved(() => this.orbit.turn((byDegrees * Math.PI) / 180, 0, true));
  }

  /** By so many steps: nearer if above 0. */
  zoom(by: number): void {
    this.moved(() => this.orbit.zoom(1.25 ** by));
  }

  home(): void {
    this.moved(() => this.orbit.home());
  }

  /** How much of each side of the canvas is covered by other things, in pixels. */
  setInsets(insets: Insets): void {
    this.insets = insets;
    // While a ghost is shown the table stays: the panel about a place must not push that place away from the pointer.
    if (!this.ghostly.shown) this.makeRoom();
  }

  private makeRoom(): void {
    const { insets } = this;
    this.insets = null;
    if (insets) this.moved(() => this.orbit.setInsets(insets));
  }

  setLayer(top: number | null): void {
    this.pieces.setLayer(top);
    this.redraw({ pieces: true, shadow: true });
  }

  layers(): number {
    return this.pieces.layers().length;
  }

  setPrefs(prefs: Prefs): void {
    this.prefs = prefs;
    const room = roomOf(prefs.dark);
    this.pieces.dark = prefs.dark;
    this.room.setDark(prefs.dark);
    this.glow.setColour(room.glow);
    this.uniforms.litColour.value.set(room.lit);
    this.uniforms.amber.value.set(room.glow);
    this.uniforms.haze.value.set(room.sky).multiplyScalar(prefs.dark ? 0.9 : 1);
    this.renderer.setClearColor(room.far);
    this.ghostly.show(this.ghostSolids, prefs.dark);
    if (!prefs.motion) {
      this.breathingSince = null;
      this.pieces.settle();
      this.orbit.arrive();
      this.arrived();
    }
    this.redraw({ pieces: true, shadow: true });
  }

  screenOf(cell: Cell): { x: number; y: number } {
    const target = this.targets.find((other) => other.cell[0] === cell[0] && other.cell[1] === cell[1]);
    const top = target?.top ?? this.pieces.topOf(cell);
    return this.onScreen([cell[0] + 0.5, cell[1] + 0.5, top]);
  }

  stats(): { calls: number; triangles: number } {
    return this.counted;
  }

  dispose(): void {
    this.gone = true;
    cancelAnimationFrame(this.frame);
    this.arrived();
    this.gestures.dispose();
    this.watching.disconnect();
    this.listening.abort();
    this.renderer.dispose();
  }

  // Drawing.

  private redraw(stale: { pieces?: boolean; shadow?: boolean } = {}): void {
    this.stale.pieces ||= stale.pieces ?? false;
    this.stale.shadow ||= stale.shadow ?? false;
    if (this.frame === 0 && !this.gone) this.frame = requestAnimationFrame((now) => this.draw(now));
  }

  /** Something about the eye has changed: it goes there, or is there at once. */
  private moved(change: () => void): void {
    change();
    if (!this.prefs.motion) this.orbit.arrive();
    this.redraw();
  }

  private draw(now: number): void {
    this.frame = 0;
    // The first frame after a rest has no frame before it.
    const elapsed = Math.min(250, this.lastFrame ? now - this.lastFrame : 16);
    const turning = this.orbit.step(elapsed);
    const flying = this.pieces.step(now);
    if (flying || this.stale.pieces) {
      this.pieces.write(this.boxes, this.marks);
      this.stale.shadow = true;
    }
    // The lamp follows the camera: shadows are drawn again only if it moved.
    if (this.lampAt !== this.orbit.around) {
      this.lampAt = this.orbit.around;
      this.room.follow(this.lampAt);
      this.stale.shadow = true;
    }
    const breathing = this.breathingSince !== null && now - this.breathingSince < BREATHING;
    this.glow.breathe(breathing && this.breathingSince !== null ? now - this.breathingSince : null);
    this.renderer.shadowMap.needsUpdate = this.stale.shadow;
    this.renderer.info.reset();
    this.renderer.render(this.world, this.orbit.camera);
    const { calls, triangles } = this.renderer.info.render;
    // A frame without a new shadow costs less: the dearest one counts.
    if (this.stale.shadow || this.counted.calls === 0) this.counted = { calls, triangles };
    this.stale = { pieces: flying, shadow: false };
    if (!flying) this.arrived();
    const again = turning || flying || breathing;
    this.lastFrame = again ? now : 0;
    if (again) this.redraw();
  }

  private arrived(): void {
    const done = this.waiting;
    this.waiting = [];
    for (const resolve of done) resolve();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(FINEST, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.orbit.resize(width, height);
    this.orbit.arrive();
    this.redraw();
  }

  // Pointing.

  private onScreen([x, y, z]: Vec3): { x: number; y: number } {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const point = new Vector3(x, y, z).project(this.orbit.camera);
    return { x: left + ((point.x + 1) / 2) * width, y: top + ((1 - point.y) / 2) * height };
  }

  private rayAt(x: number, y: number): Ray {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2), this.orbit.camera);
    return { from: caster.ray.origin.toArray(), along: caster.ray.direction.toArray() };
  }

  /**
   * The point under a point of the screen that is as far away as this one: so what starts there looks as large as where
   * it goes.
   */
  private pointUnder(screen: { x: number; y: number }, like: Vec3): Vec3 {
    const { from, along } = this.rayAt(screen.x, screen.y);
    const far = Math.hypot(...like.map((part, axis) => part - (from[axis] ?? 0)));
    const point = from.map((part, axis) => part + 0.92 * far * (along[axis] ?? 0)) as Vec3;
    point[2] = Math.max(point[2], 0.2);
    return point;
  }

  /** What is meant by a point of the screen. */
  private meant(x: number, y: number, coarse: boolean): { cell: Cell | null; piece: string | null; offered: boolean } {
    const ray = this.rayAt(x, y);
    const hit = firstHit(ray, this.pieces.boxes());
    const place = placeHit(ray, this.targets, hit?.distance ?? Infinity);
    if (place) return { cell: place, piece: hit?.piece ?? null, offered: true };
    const isTarget = (cell: Cell) =>
      this.targets.some((target) => target.cell[0] === cell[0] && target.cell[1] === cell[1]);
    if (hit && isTarget(hit.cell)) return { cell: hit.cell, piece: hit.piece, offered: true };
    let nearest: Cell | null = null;
    let distance = coarse ? NEAR_ENOUGH.coarse : NEAR_ENOUGH.fine;
    for (const { cell, top } of this.targets) {
      const at = this.onScreen([cell[0] + 0.5, cell[1] + 0.5, top]);
      const away = Math.hypot(at.x - x, at.y - y);
      if (away < distance) [nearest, distance] = [cell, away];
    }
    if (nearest) return { cell: nearest, piece: null, offered: true };
    return { cell: hit?.cell ?? null, piece: hit?.piece ?? null, offered: false };
  }

  private over(x: number, y: number): void {
    const { cell, piece, offered } = this.meant(x, y, false);
    const touchable = offered || (piece !== null && this.pieces.isPickable(piece));
    this.canvas.style.cursor = touchable ? "pointer" : "grab";
    if (cell?.[0] === this.overCell?.[0] && cell?.[1] === this.overCell?.[1]) return;
    this.overCell = cell;
    this.events.onCell(cell, "over");
  }

  private leave(): void {
    if (this.overCell === null) return;
    this.overCell = null;
    this.events.onCell(null, "over");
  }

  private tap(x: number, y: number, coarse: boolean): void {
    const { cell, piece, offered } = this.meant(x, y, coarse);
    if (!offered && piece !== null && this.pieces.isPickable(piece)) this.events.onPiece(piece);
    else this.events.onCell(cell, "tap");
  }
}

/**
 * The points that should be seen: what lies there with room for the next piece on top. On a bare table there must be
 * room as well to lay something beside it.
 */
function sights(solids: Solid[], hasBoard: boolean): Vec3[] {
  const beside = hasBoard ? 0.1 : 0.8;
  const points: Vec3[] = [];
  const around = (at: readonly number[], size: readonly number[], [dx, dy]: Cell, z: number) => {
    const [x = 0, y = 0] = at;
    const [width = 0, depth = 0] = size;
    for (const east of [x - dx, x + width + dx])
      for (const north of [y - dy, y + depth + dy]) points.push([east, north, z]);
  };
  for (const { at, size } of solids) {
    const top = at[2] + size[2];
    around(at, size, [beside, 0], Math.min(0, at[2]));
    around(at, size, [0, beside], Math.min(0, at[2]));
    // Rounded up, lest the eye moves with every little thing.
    if (top > 0.3) around(at, size, [0, 0], Math.ceil(top + 0.3));
  }
  if (!hasBoard) {
    // Not so near that a single piece fills the screen.
    const { low, high } = boundsOf(solids) ?? { low: [0, 0], high: [1, 1] };
    around([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2], [0, 0], [2.4, 2.4], 0);
  }
  return points;
}
