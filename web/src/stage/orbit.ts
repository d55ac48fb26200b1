/**
 * Where the camera is: it circles the table, never below it, and finds by itself how far away it has to be to see
 * everything.
 */
import { PerspectiveCamera, Vector3 } from "three";
import type { Vec3 } from "./pick";
import { outermost } from "./sights";

export interface Bounds {
  low: Vec3;
  high: Vec3;
}

/** A rectangle of the table's plane. */
export interface Rect {
  low: [number, number];
  high: [number, number];
}

export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
  /** Floats at the right: the table lies in the middle anyway, as long as nothing of it gets under this. */
  floating?: number;
}

interface Pose {
  /** Around the table, anticlockwise from the south, in radians. */
  around: number;
  /** From straight above, in radians. */
  tilt: number;
  distance: number;
  target: Vector3;
}

const FIELD_OF_VIEW = 35;
const STEEPEST = 0.02;
const FLATTEST = 1.38;
/** How fast the camera follows: the part of the way that is left after a millisecond. */
const DAMPING = 0.989;

/** How many pixels are kept free beside what floats above the table. */
const MARGIN = 12;

/** The board is never drawn smaller than this, in pixels, however little room is left. */
const LEAST_ROOM = 110;

/** How far around and how much higher the camera is for the count, in radians. */
const SCORING = { aside: 0.2, higher: 0.2 };

export class Orbit {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 200);
  private now: Pose = { around: 0, tilt: 0.8, distance: 20, target: new Vector3() };
  private goal: Pose = { around: 0, tilt: 0.8, distance: 20, target: new Vector3() };
  /** How much nearer than needed to see everything. */
  private nearer = 1;
  private readonly pan = new Vector3();
  /** The points that should be seen: the outermost ones, which suffice, and the middle of all. */
  private sights: Vector3[] = [new Vector3(0, 0, 0), new Vector3(4, 4, 1)];
  private middle = new Vector3(2, 2, 0.5);
  /** What the tabletop covers; null: it has to be computed again. */
  private top: Rect | null = null;
  private insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  private width = 1;
  private height = 1;
  /** Where it was before it looked from above. */
  private before: { around: number; tilt: number } | null = null;
  private fresh = true;
  /** Whether someone has turned, tilted or moved it. */
  private touched = false;
  /** Whether the camera is where everything can be counted. */
  private scoring = false;

  constructor() {
    this.home();
  }

  get around(): number {
    return this.now.around;
  }

  get target(): Vector3 {
    return this.now.target;
  }

  /** How far the camera is from what it looks at, in cells. */
  get distance(): number {
    return this.now.distance;
  }

  resize(width: number, height: number): void {
    this.top = null;
    [this.width, this.height] = [width, height];
    this.camera.aspect = width / height;
    this.adapt();
  }

  setInsets(insets: Insets): void {
    this.top = null;
    this.insets = insets;
    this.adapt();
    if (this.fresh) this.arrive();
  }

  /** The room on the screen has changed: unless an angle was chosen, the one that suits it is taken. */
  private adapt(): void {
    if (this.touched || this.before) this.fit();
    else this.home();
  }

  setSights(sights: Vec3[]): void {
    this.top = null;
    this.sights = outermost(sights).map((point) => new Vector3(...point));
    this.middle = new Vector3();
    for (const [x, y, z] of sights) this.middle.add(new Vector3(x, y, z));
    this.middle.divideScalar(sights.length);
    if (this.fresh) this.adapt();
    else this.fit();
    if (this.fresh) this.arrive();
    this.fresh = false;
  }

  /** How one looks down after sitting down: on a narrow screen from higher, where there is more room. */
  private homeTilt(): number {
    const narrow = this.freeWidth() < this.freeHeight() * 0.9;
    // Flat things are seen from higher up than tall ones.
    const flat = this.sights.every(({ z }) => z <= 1);
    return (narrow ? 0.58 : 0.78) - (flat ? 0.16 : 0);
  }

  /** Where one sits down: straight before the table. */
  home(): void {
    // The shortest way round: a table turned three times is not unwound.
    this.goal.around = Math.round(this.goal.around / (2 * Math.PI)) * 2 * Math.PI;
    // A narrow screen has no room for a turned table.
    if (this.scoring && this.width > this.height) this.goal.around += SCORING.aside;
    this.goal.tilt = this.scoring ? Math.max(STEEPEST, this.homeTilt() - SCORING.higher) : this.homeTilt();
    this.nearer = 1;
    this.pan.set(0, 0, 0);
    this.before = null;
    this.touched = false;
    this.fit();
  }

  setView(view: "free" | "top"): void {
    if (view === "top" && !this.before) {
      this.before = { around: this.goal.around, tilt: this.goal.tilt };
      this.goal.around = Math.round(this.goal.around / (Math.PI / 2)) * (Math.PI / 2);
      this.goal.tilt = STEEPEST;
    } else if (view === "free" && this.before) {
      Object.assign(this.goal, this.before);
      this.before = null;
    }
    this.fit();
  }

  /** Aside and from higher up, to count: everything can be seen. Or back to where one sits. */
  setScoring(on: boolean): void {
    this.scoring = on;
    if (!this.touched && !this.before) this.home();
  }

  turn(around: number, tilt: number, refit: boolean): void {
    this.touched = true;
    this.goal.around += around;
    if (!this.before) this.goal.tilt = Math.min(FLATTEST, Math.max(STEEPEST, this.goal.tilt + tilt));
    if (refit) this.fit();
  }

  zoom(by: number): void {
    this.touched = true;
    const before = this.nearer;
    this.nearer = Math.min(4, Math.max(0.45, this.nearer * by));
    this.goal.distance *= before / this.nearer;
  }

  /** Slides the table by this many pixels of the screen. */
  slide(dx: number, dy: number): void {
    this.touched = true;
    const perPixel = (2 * this.goal.distance * Math.tan((FIELD_OF_VIEW * Math.PI) / 360)) / this.height;
    const [sin, cos] = [Math.sin(this.goal.around), Math.cos(this.goal.around)];
    const forward = (dy * perPixel) / Math.max(0.4, Math.cos(this.goal.tilt));
    const right = -dx * perPixel;
    const by = new Vector3(right * cos - forward * sin, right * sin + forward * cos, 0);
    // The table stays in sight.
    const reach = 0.4 * this.goal.distance * this.nearer;
    const limited = this.pan.clone().add(by).clampLength(0, reach);
    this.goal.target.add(limited.clone().sub(this.pan));
    this.pan.copy(limited);
  }

  /** Sees everything from where one sits, in a picture of that size, while something is done; then it is as before. */
  inFrame<T>(width: number, height: number, act: () => T): T {
    const { insets, nearer, touched, before, now, goal, top } = this;
    const [pan, size] = [this.pan.clone(), [this.width, this.height] as const];
    [this.now, this.goal] = [now, goal].map((pose) => ({ ...pose, target: pose.target.clone() })) as [Pose, Pose];
    this.insets = { top: 0, right: 0, bottom: 0, left: 0 };
    [this.width, this.height, this.before, this.touched, this.top] = [width, height, null, false, null];
    this.camera.aspect = width / height;
    this.home();
    this.arrive();
    const done = act();
    Object.assign(this, { insets, nearer, touched, before, now, goal, top });
    this.pan.copy(pan);
    [this.width, this.height] = size;
    this.camera.aspect = this.width / this.height;
    this.place();
    return done;
  }

  /** Whether it is where it wants to be. */
  get steady(): boolean {
    const { now, goal } = this;
    return (
      now.around === goal.around &&
      now.tilt === goal.tilt &&
      now.distance === goal.distance &&
      now.target.equals(goal.target)
    );
  }

  /** At once to where it is going. */
  arrive(): void {
    this.now = { ...this.goal, target: this.goal.target.clone() };
    this.place();
  }

  /** Moves on by this many milliseconds. Returns whether the camera is still moving. */
  step(elapsed: number): boolean {
    const left = Math.pow(DAMPING, elapsed);
    const { now, goal } = this;
    const towards = (from: number, to: number) => to + (from - to) * left;
    now.around = towards(now.around, goal.around);
    now.tilt = towards(now.tilt, goal.tilt);
    now.distance = towards(now.distance, goal.distance);
    now.target.sub(goal.target).multiplyScalar(left).add(goal.target);
    const rest =
      Math.abs(now.around - goal.around) +
      Math.abs(now.tilt - goal.tilt) +
      (Math.abs(now.distance - goal.distance) + now.target.distanceTo(goal.target)) / goal.distance;
    if (rest < 0.0008) {
      this.arrive();
      return false;
    }
    this.place();
    return true;
  }

  private freeWidth(): number {
    const { left, right, floating = 0 } = this.insets;
    return Math.max(this.width - left - Math.max(right, floating), LEAST_ROOM);
  }

  private freeHeight(): number {
    return Math.max(this.height - this.insets.top - this.insets.bottom, LEAST_ROOM);
  }

  private axes(pose: Pose): { back: Vector3; right: Vector3; up: Vector3 } {
    const [sa, ca, st, ct] = [Math.sin(pose.around), Math.cos(pose.around), Math.sin(pose.tilt), Math.cos(pose.tilt)];
    return {
      back: new Vector3(st * sa, -st * ca, ct),
      right: new Vector3(ca, sa, 0),
      up: new Vector3(-ct * sa, ct * ca, st),
    };
  }

  private place(): void {
    const { camera, now } = this;
    const { back, up } = this.axes(now);
    camera.position.copy(now.target).addScaledVector(back, now.distance);
    camera.up.copy(up);
    camera.lookAt(now.target);
    camera.near = now.distance * 0.08;
    camera.far = now.distance * 6;
    const { left, right, top, bottom } = this.insets;
    const [dx, dy] = [(left - right) / 2, (top - bottom) / 2];
    camera.setViewOffset(this.width, this.height, -dx, -dy, this.width, this.height);
    camera.updateMatrixWorld();
  }

  /** How many pixels a cell has on the screen, in the middle of the table. */
  pixelsPerCell(): number {
    return this.height / (2 * this.now.distance * Math.tan((FIELD_OF_VIEW * Math.PI) / 360));
  }

  /**
   * What the tabletop covers: in the first view after sitting down, its frame runs along the edges of the screen.
   */
  tableTop(): Rect {
    return (this.top ??= this.measureTop());
  }

  private measureTop(): Rect {
    const pose: Pose = { around: 0, tilt: this.homeTilt(), distance: 1, target: new Vector3() };
    Object.assign(pose, this.fitted(pose));
    const { back, right, up } = this.axes(pose);
    const slope = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    const { left, right: rightInset, top, bottom } = this.insets;
    const camera = pose.target.clone().addScaledVector(back, pose.distance);
    // Where a ray through a point of the screen, from -1 to 1 and upwards, meets the table.
    const meet = (x: number, y: number): Vector3 => {
      const [dx, dy] = [(left - rightInset) / this.width, (bottom - top) / this.height];
      const along = back
        .clone()
        .negate()
        .addScaledVector(right, (x - dx) * (this.width / this.height) * slope)
        .addScaledVector(up, (y - dy) * slope);
      return camera.clone().addScaledVector(along, camera.z / Math.max(0.05, -along.z));
    };
    const [far, near] = [meet(0, 0.93), meet(0, -0.99)];
    const [west, east] = [meet(-0.94, -0.1), meet(0.94, -0.1)];
    return { low: [west.x, near.y], high: [east.x, far.y] };
  }

  /** As near as it can be with everything in the part of the screen that is free. */
  private fit(): void {
    const { target, distance } = this.fitted(this.goal);
    this.goal.target.copy(target).add(this.pan);
    this.goal.distance = distance / this.nearer;
  }

  private fitted(pose: Pose): { target: Vector3; distance: number } {
    const slope = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    const across = slope * (this.freeWidth() / this.height) * 0.95;
    const upwards = slope * (this.freeHeight() / this.height) * 0.95;
    const { back, right, up } = this.axes(pose);
    const middle = this.middle.clone();
    const from = new Vector3();
    let [distance, widest] = [1, 0];
    // What is nearer looks larger: so the middle of the picture is not the middle of the things. A few steps suffice.
    for (let round = 0; round < 6; round++) {
      const seen = this.sights.map((point) => {
        from.copy(point).sub(middle);
        return { x: from.dot(right), y: from.dot(up), near: from.dot(back) };
      });
      distance = Math.max(
        ...seen.map(({ x, y, near }) => near + Math.max(Math.abs(x) / across, Math.abs(y) / upwards)),
      );
      const spread = (part: "x" | "y") => {
        const places = seen.map((corner) => corner[part] / (distance - corner.near));
        const [least, most] = [Math.min(...places), Math.max(...places)];
        if (part === "x") widest = (most - least) / 2;
        return ((least + most) / 2) * distance;
      };
      middle.addScaledVector(right, spread("x")).addScaledVector(up, spread("y"));
    }
    middle.addScaledVector(
      right,
      this.aside((widest * this.height) / (2 * slope)) * ((2 * slope) / this.height) * distance,
    );
    return { target: middle, distance };
  }

  /** By how many pixels to the left of the middle a thing has to be drawn, given half its width. */
  private aside(half: number): number {
    const { left, right, floating = 0 } = this.insets;
    const middle = (this.width + left - right) / 2;
    return Math.max(0, middle + half + MARGIN - (this.width - Math.max(right, floating)));
  }
}
