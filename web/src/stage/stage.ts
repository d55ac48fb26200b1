/** The table in three dimensions: shows scenes, lets people point at it. It draws only when something has changed. */
import { Scene as World, type Camera, type WebGLRenderer } from "three";
import type { Area, Scene, Solid, Target } from "../engine/pkg/tablee_wasm.js";
import { colourOf, outlineOf, roomOf } from "../look/palette";
import { Aim, type ScreenPoint } from "./aim";
import { Boxes, boxUniforms, solidMesh, throughMesh } from "./boxes";
import { footprints } from "./footprints";
import { Gestures } from "./gestures";
import { Ghost } from "./ghost";
import { Glow, outlinedAreas, outlinedCell } from "./glow";
import { Growth } from "./growth";
import { Labels, type TrailMark } from "./labels";
import { Marks, Sheet } from "./marks";
import { Orbit, type Insets } from "./orbit";
import { Origin } from "./origin";
import type { Vec3 } from "./pick";
import { boundsOf, Pieces, solidsOf } from "./pieces";
import { Pointing, type Cell, type PointingEvents } from "./pointing";
import { Racks, type RackItem } from "./racks";
import { compileAll, giveBack, takeRenderer, tidyUp } from "./renderers";
import { Room } from "./room";
import { sights, sightsOfPlaces } from "./sights";

export type { Cell };

interface Prefs {
  dark: boolean;
  motion: boolean;
}

interface StageEvents extends PointingEvents {
  /**
   * The wheel or a two-finger twist asks to turn the ghost by one way, +1 or -1 (only while a ghost is shown; otherwise
   * the wheel zooms).
   */
  onRotate(by: 1 | -1): void;
}

/** How long slots are watched after one starts to move, in ms. */
const WATCHING = 350;
const FINEST = 2;
/** After this time, in milliseconds, every animation has ended: a slow machine must not keep anyone waiting. */
const LATEST = 1600;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly orbit = new Orbit();
  private readonly room = new Room();
  private readonly boxes = new Boxes();
  private readonly throughBoxes = new Boxes();
  private readonly uniforms = boxUniforms();
  private readonly pieces = new Pieces();
  private readonly marks: Marks;
  private readonly glow = new Glow();
  /** Where pieces of others could go, and what is in the way of a piece. */
  private readonly faint = new Glow(0);
  private readonly blamed = new Glow(0);
  private readonly pointed = new Glow();
  private readonly ghostly: Ghost;
  private readonly racks: Racks;
  private readonly labels: Labels;
  private readonly aim: Aim;
  private readonly origin = new Origin();
  private readonly pointing: Pointing;
  private readonly growth = new Growth();
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
  private planks: HTMLElement[] = [];
  /** Of the canvas, and how fine it is. */
  private size = "";
  private frame = 0;
  private lastFrame = 0;
  /** Whether something has changed since the last frame, and what it has to redo. */
  private stale = { picture: true, pieces: true, shadow: true };
  /** Until when slots may move, because the page animates them. */
  private slotsMoveUntil = 0;
  private waiting: (() => void)[] = [];
  private lampAt = NaN;
  private counted = { calls: 0, triangles: 0 };
  private gone = false;

  /** Puts its canvas into `place`, before `labelLayer`. */
  constructor(
    place: HTMLElement,
    labelLayer: HTMLElement,
    private readonly events: StageEvents,
    prefs: Prefs,
  ) {
    this.prefs = prefs;
    this.renderer = takeRenderer();
    const canvas = (this.canvas = this.renderer.domElement);
    place.insertBefore(canvas, labelLayer);
    const sheet = new Sheet(this.renderer);
    this.marks = new Marks(sheet);
    this.ghostly = new Ghost(sheet, this.uniforms);
    this.racks = new Racks(sheet, this.uniforms);
    this.labels = new Labels(labelLayer);
    this.aim = new Aim(canvas, this.orbit.camera, this.pieces, this.origin);
    const { aim, orbit, origin, pieces } = this;
    this.pointing = new Pointing({
      ...{ canvas, aim, orbit, origin, pieces, events },
      targets: () => this.targets,
      ghost: () => this.ghostSolids,
      open: () => this.open,
      redraw: () => this.redraw(),
    });
    this.faint.mesh.renderOrder = this.glow.mesh.renderOrder = 1;
    this.pointed.mesh.renderOrder = this.blamed.mesh.renderOrder = 13;
    this.marks.mesh.renderOrder = 2;
    this.world.add(this.room.group, this.origin.group);
    this.origin.group.add(
      solidMesh(this.boxes, this.uniforms),
      throughMesh(this.throughBoxes, this.uniforms),
      this.faint.mesh,
      this.glow.mesh,
      this.blamed.mesh,
      this.pointed.mesh,
      this.marks.mesh,
      this.ghostly.group,
    );
    this.gestures = new Gestures(canvas, {
      turn: (dx, dy) => this.moved(() => this.orbit.turn(-dx * 0.006, -dy * 0.005, false)),
      slide: (dx, dy) => this.moved(() => this.orbit.slide(dx, dy)),
      zoom: (by) => this.moved(() => this.orbit.zoom(by)),
      twist: (by) => this.moved(() => this.orbit.turn(by, 0, false)),
      turnPiece: (by) => this.events.onRotate(by),
      canTurnPiece: () => this.ghostly.shown,
      over: (x, y) => this.pointing.over({ x, y }),
      out: () => this.pointing.leave(),
      grab: (event) => this.pointing.grab(event),
      tap: (x, y, coarse) => this.pointing.tap({ x, y }, coarse),
    });
    this.watching = new ResizeObserver(() => {
      this.resize();
      this.layoutChanged();
    });
    this.watching.observe(canvas);
    this.listen();
    this.setPrefs(prefs);
    compileAll(this.renderer, this.scenes);
    this.resize();
  }

  private listen(): void {
    const [canvas, { signal }] = [this.canvas, this.listening];
    // Our buffers have to be uploaded again.
    canvas.addEventListener("webglcontextrestored", () => this.redraw({ pieces: true, shadow: true }), { signal });
    // Slots move with transitions and scrolling of the page.
    const page = canvas.closest("main") ?? document.body;
    for (const name of ["transitionrun", "transitionend", "scroll"])
      page.addEventListener(name, () => this.layoutChanged(), { signal, capture: true, passive: true });
  }

  /** Shows a scene. New pieces come from where they lay in a rack; `from` says otherwise. */
  show(scene: Scene, options: { animate?: boolean; from?: ScreenPoint | null } = {}): Promise<void> {
    // A hidden page gets no animation frames.
    const animate = (options.animate ?? false) && this.prefs.motion && !document.hidden;
    if (scene.table.pieces.length === 0 && !this.pieces.isEmpty) this.origin.reset();
    this.pieces.set(scene.table, performance.now(), animate, (id, to) => {
      const from = options.from ?? this.racks.lastSeen(id);
      return from && this.aim.pointUnder(from, to);
    });
    const solids = solidsOf(scene.table);
    const bounds = boundsOf(solids) ?? { low: [-1, -1, 0], high: [2, 2, 0.5] };
    this.room.setBounds(this.origin.boundsInRoom(bounds), footprints(scene.table.board));
    this.open = scene.table.board.length === 0;
    const seen = sights(solids, !this.open, this.origin.middleOfView(scene.table.pieces.length));
    this.sights = seen.map((point) => this.origin.toRoom(point));
    this.orbit.setSights(this.sights);
    if (!this.prefs.motion) this.orbit.arrive();
    this.lampAt = NaN;
    this.arrived();
    this.redraw({ pieces: true, shadow: true });
    if (!animate) return Promise.resolve();
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
    this.sights = [...this.sights, ...sightsOfPlaces(targets).map((point) => this.origin.toRoom(point))];
    this.orbit.setSights(this.sights);
    if (!this.prefs.motion) this.orbit.arrive();
  }

  offer(targets: Target[] | null, chosen: Cell | null): void {
    const were = this.targets.length;
    if (this.open && targets !== null && targets !== this.targets) this.takeIn(targets);
    this.targets = targets ?? [];
    const isChosen = (cell: readonly number[]) => chosen !== null && cell[0] === chosen[0] && cell[1] === chosen[1];
    this.glow.show(this.targets.map(({ cell, top }) => outlinedCell(cell, top, isChosen(cell))));
    if (this.targets.length === 0 || !this.prefs.motion) this.glow.rest();
    else if (this.targets.length !== were) this.glow.wake(performance.now());
    this.redraw();
  }

  ghost(solids: Solid[] | null): void {
    this.ghostSolids = solids;
    this.ghostly.show(solids, this.prefs.dark);
    this.pointing.bringGhost();
    this.redraw();
  }

  /** Outlines where pieces of others could go, without any light on what lies there; null: no longer. */
  hintPlaces(targets: readonly Target[] | null, paint = "ivory"): void {
    const line = outlineOf(paint, this.prefs.dark);
    this.faint.setColour(line, line);
    this.faint.setStrength(0.9);
    this.faint.show((targets ?? []).map(({ cell, top }) => outlinedCell(cell, top, false)));
    this.redraw();
  }

  /** Lights the parts of the table that are in the way of a piece; null: no longer. */
  blame(areas: readonly Area[] | null): void {
    this.blamed.show(outlinedAreas(areas ?? [], this.pieces));
    this.redraw();
  }

  /** Outlines and numbers pieces; they are seen through others. */
  setTrail(trail: readonly TrailMark[]): void {
    this.pieces.trail = new Set(trail.map(({ id }) => id));
    this.labels.set(
      trail.map(({ id, number, paint }) => ({ id, text: `${number}`, colour: colourOf(paint, this.prefs.dark) })),
    );
    this.redraw({ pieces: true });
  }

  /** The pieces of all hands and the stock, each in its slot of the page, and the racks that they lie on. */
  setRacks(items: RackItem[], planks: HTMLElement[]): void {
    this.racks.set(items, planks, performance.now(), this.prefs.motion && !document.hidden);
    for (const plank of this.planks) if (!planks.includes(plank)) this.watching.unobserve(plank);
    for (const plank of planks) if (!this.planks.includes(plank)) this.watching.observe(plank);
    this.planks = planks;
    this.redraw();
  }

  /** Slots may be moving. */
  layoutChanged(): void {
    this.slotsMoveUntil = performance.now() + WATCHING;
    this.requestFrame();
  }

  /** A piece follows the pointer. */
  carry(id: string, at: ScreenPoint, solids: Solid[]): void {
    this.racks.carry(id, at, solids, this.orbit.pixelsPerCell());
    this.redraw();
  }

  /** Lays the first piece of an empty table at the pointer. */
  bringGhost(at: ScreenPoint): void {
    this.pointing.bringGhost(at);
  }

  /** The carried piece is let go: it flies home, or it is laid and shown by the next scene. */
  letGo(home: boolean): void {
    if (home) this.racks.springHome(performance.now());
    else this.racks.carry(null, null, [], 1);
    this.redraw();
  }

  pickable(ids: string[], picked: string | null): void {
    if (this.pieces.setPickable(ids, picked, performance.now(), this.prefs.motion))
      this.redraw({ pieces: true, shadow: true });
  }

  /** Lights pieces, on the table and in the racks, and parts of the table. */
  light(ids: readonly string[], areas: readonly Area[] = []): void {
    this.racks.light(ids);
    this.pointed.show(outlinedAreas(areas, this.pieces));
    this.redraw({ pieces: this.pieces.setLit(ids) });
  }

  setView(view: "free" | "top"): void {
    this.moved(() => this.orbit.setView(view));
  }

  turnCamera(byDegrees: number): void {
    this.moved(() => this.orbit.turn((byDegrees * Math.PI) / 180, 0, true));
  }

  /** Zooms by this many steps: nearer if above 0. */
  zoom(by: number): void {
    this.moved(() => this.orbit.zoom(1.25 ** by));
  }

  home(): void {
    this.moved(() => this.orbit.home());
  }

  /** How much of each side of the canvas is covered by racks and bars, in pixels. */
  setInsets(insets: Insets): void {
    this.moved(() => this.orbit.setInsets(insets));
  }

  /** To the view in which everything can be counted, or back. */
  scoringView(on: boolean): void {
    this.moved(() => this.orbit.setScoring(on));
  }

  /** A picture of what lies on the table, so near that it fills the picture; the racks are not in it. */
  picture({ width, height } = { width: 1200, height: 800 }): Promise<Blob | null> {
    const taken = this.orbit.inFrame(width, height, () => {
      this.renderer.setPixelRatio(1);
      this.renderer.setSize(width, height, false);
      this.room.setTop(this.orbit.tableTop());
      this.renderer.render(this.world, this.orbit.camera);
      return new Promise<Blob | null>((resolve) => this.canvas.toBlob(resolve, "image/png"));
    });
    this.size = "";
    this.resize();
    this.racks.measure(this.aim.look());
    this.draw(performance.now());
    return taken;
  }

  setLayer(top: number | null): void {
    this.pieces.setLayer(top);
    this.redraw({ pieces: true, shadow: true });
  }

  setPrefs(prefs: Prefs): void {
    this.prefs = prefs;
    const room = roomOf(prefs.dark);
    this.pieces.dark = prefs.dark;
    this.room.setDark(prefs.dark);
    this.racks.setDark(prefs.dark);
    for (const glow of [this.glow, this.pointed]) glow.setColour(room.glow);
    this.blamed.setColour(room.blame, room.blame);
    this.uniforms.litColour.value.set(room.lit);
    this.uniforms.amber.value.set(room.glow);
    this.uniforms.haze.value.set(room.sky).multiplyScalar(prefs.dark ? 0.9 : 1);
    this.renderer.setClearColor(room.far);
    this.ghostly.show(this.ghostSolids, prefs.dark);
    if (!prefs.motion) {
      this.glow.rest();
      this.pieces.settle();
      this.orbit.arrive();
      this.arrived();
    }
    this.redraw({ pieces: true, shadow: true });
  }

  screenOf(cell: Cell): { x: number; y: number } {
    const target = this.targets.find((other) => other.cell[0] === cell[0] && other.cell[1] === cell[1]);
    const top = target?.top ?? this.pieces.topOf(cell);
    return this.aim.onScreen([cell[0] + 0.5, cell[1] + 0.5, top]);
  }

  /** Where a point of the table is seen. */
  screenOfPoint(point: Vec3): ScreenPoint {
    return this.aim.onScreen(point);
  }

  /** Where a piece is seen, on the table or in a hand; its corner only on the table. Null if it is not there. */
  screenOfPiece(id: string, part: "middle" | "corner" = "middle"): ScreenPoint | null {
    const top = this.pieces.topOfPiece(id, part);
    return top ? this.aim.onScreen(top) : part === "middle" ? this.racks.lastSeen(id) : null;
  }

  /** Whether a point of the screen is on the tabletop, within its frame. */
  isOnTabletop(at: ScreenPoint): boolean {
    return this.room.isInside(this.origin.toRoom(this.aim.pointAtHeight(at, 0)));
  }

  /** The cell that is seen at a point of the screen. */
  cellAt(at: ScreenPoint): Cell | null {
    return this.aim.cellAt(at);
  }

  /** How many pixels a cell has on the screen, in the middle of the table. */
  pixelsPerCell(): number {
    return this.orbit.pixelsPerCell();
  }

  /** What the slowest frame cost, how often anything was drawn, and whether the camera has stopped. */
  stats(): { calls: number; triangles: number; drawn: number; steady: boolean } {
    return { ...this.counted, drawn: this.renderer.info.render.frame, steady: this.orbit.steady };
  }

  dispose(): void {
    this.gone = true;
    cancelAnimationFrame(this.frame);
    this.arrived();
    this.gestures.dispose();
    this.watching.disconnect();
    this.listening.abort();
    giveBack(this.renderer, this.scenes, this.marks.sheet.texture);
  }

  // Drawing.

  private redraw(stale: { pieces?: boolean; shadow?: boolean } = {}): void {
    this.stale.picture = true;
    this.stale.pieces ||= stale.pieces ?? false;
    this.stale.shadow ||= stale.shadow ?? false;
    this.requestFrame();
  }

  private requestFrame(): void {
    if (this.frame === 0 && !this.gone) this.frame = requestAnimationFrame((now) => this.onFrame(now));
  }

  /** The camera has a new target: animates to it, or jumps. */
  private moved(change: () => void): void {
    change();
    if (!this.prefs.motion) this.orbit.arrive();
    this.redraw();
  }

  /** Draws the table if anything about it has changed, and asks for another frame while anything may. */
  private onFrame(now: number): void {
    this.frame = 0;
    const slotsMoved = this.racks.measure(this.aim.look());
    if (this.stale.picture || slotsMoved || this.glow.isDue(now)) this.draw(now);
    if (this.stale.picture || this.glow.pulsing || now < this.slotsMoveUntil) this.requestFrame();
  }

  private draw(now: number): void {
    // The first frame after a rest has no frame before it.
    const elapsed = Math.min(250, this.lastFrame ? now - this.lastFrame : 16);
    const turning = this.orbit.step(elapsed);
    const { top, growing } = this.growth.step(this.orbit.tableTop(), elapsed, this.prefs.motion);
    this.room.setTop(top);
    const flying = this.pieces.step(now);
    if (flying || this.stale.pieces) {
      this.pieces.write(this.boxes, this.marks);
      this.pieces.writeThrough(this.throughBoxes, this.pieces.trail);
    }
    // The lamp follows the camera: shadows are drawn again only if it moved, or what lies there.
    if (this.lampAt !== this.orbit.around) {
      this.lampAt = this.orbit.around;
      this.room.follow(this.lampAt);
      this.stale.shadow = true;
    }
    this.glow.pulse(now);
    const sliding = this.racks.write(now);
    this.render(flying || this.stale.shadow);
    this.labels.place((id) => this.screenOfPiece(id, "corner"), this.orbit.pixelsPerCell());
    if (!flying) this.arrived();
    const again = turning || growing || flying || sliding;
    this.stale = { picture: again, pieces: flying, shadow: flying };
    this.lastFrame = again ? now : 0;
  }

  private get scenes(): [World, Camera][] {
    return [[this.world, this.orbit.camera], ...this.racks.scenes];
  }

  private render(shadow: boolean): void {
    this.renderer.shadowMap.needsUpdate = shadow;
    this.renderer.info.reset();
    this.renderer.render(this.world, this.orbit.camera);
    this.racks.render(this.renderer);
    const { calls, triangles } = this.renderer.info.render;
    if (this.counted.calls === 0) setTimeout(tidyUp);
    // A frame without a new shadow costs less: the slowest one counts.
    if (shadow || this.counted.calls === 0) this.counted = { calls, triangles };
  }

  private arrived(): void {
    const done = this.waiting;
    this.waiting = [];
    // After the frame: what the game does next takes time as well.
    for (const resolve of done) setTimeout(resolve);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = Math.min(FINEST, window.devicePixelRatio || 1);
    const size = `${width} ${height} ${ratio}`;
    // To set a size is to draw again, even if it is the same.
    if (width === 0 || height === 0 || size === this.size) return;
    this.size = size;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.room.setFineness(Math.max(width, height) * ratio);
    this.orbit.resize(width, height);
    this.orbit.arrive();
    this.redraw({ shadow: true });
  }
}
