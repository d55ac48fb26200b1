/** What hands do on the table: turn it, come nearer, push it aside, point, tap. */

interface GestureEvents {
  /** Turns the table: it was dragged by this many pixels. */
  turn(dx: number, dy: number): void;
  slide(dx: number, dy: number): void;
  /** Nearer if above 1. */
  zoom(by: number): void;
  /** One way further or back, by the wheel or by twisting two fingers. Only asked for while something can be turned. */
  turnPiece(by: 1 | -1): void;
  canTurnPiece(): boolean;
  /** The table turned about itself by two fingers, in radians. */
  twist(by: number): void;
  over(x: number, y: number): void;
  out(): void;
  /** A press on something that can be dragged; returns whether it is taken. */
  grab(event: PointerEvent): boolean;
  tap(x: number, y: number, coarse: boolean): void;
}

interface Pointer {
  x: number;
  y: number;
  startX: number;
  startY: number;
  coarse: boolean;
  button: number;
}

/** Further than this a tap has become a drag; fingers are less steady. */
const STEADY = { mouse: 5, touch: 11 };
/** How far a wheel turns for the next way, in pixels. */
const WHEEL_STEP = 60;
/** How far two fingers twist for the next way. */
const TWIST_STEP = Math.PI / 6;

export class Gestures {
  private readonly pointers = new Map<number, Pointer>();
  private dragging = false;
  private wheel = 0;
  private wheelAt = 0;
  private twisted = 0;
  private readonly listening = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly events: GestureEvents,
  ) {
    canvas.style.touchAction = "none";
    const on = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void) =>
      canvas.addEventListener(name, act as EventListener, { signal: this.listening.signal, passive: false });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event, true));
    on("pointercancel", (event) => this.up(event, false));
    on("pointerleave", () => {
      if (this.pointers.size === 0) events.out();
    });
    on("wheel", (event) => this.turnWheel(event));
    on("contextmenu", (event) => event.preventDefault());
  }

  dispose(): void {
    this.listening.abort();
  }

  private down(event: PointerEvent): void {
    const { clientX: x, clientY: y } = event;
    if (event.button === 0 && this.pointers.size === 0 && this.events.grab(event)) return;
    this.canvas.setPointerCapture(event.pointerId);
    if (this.pointers.size === 0) this.dragging = false;
    this.pointers.set(event.pointerId, {
      x,
      y,
      startX: x,
      startY: y,
      coarse: event.pointerType !== "mouse",
      button: event.button,
    });
    // Two fingers never tap.
    if (this.pointers.size > 1) this.dragging = true;
    this.twisted = 0;
  }

  private move(event: PointerEvent): void {
    const { clientX: x, clientY: y } = event;
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) {
      if (event.pointerType === "mouse") this.events.over(x, y);
      return;
    }
    const steady = pointer.coarse ? STEADY.touch : STEADY.mouse;
    if (!this.dragging && Math.hypot(x - pointer.startX, y - pointer.startY) > steady) {
      this.dragging = true;
      [pointer.x, pointer.y] = [x, y];
      this.events.out();
    }
    if (!this.dragging) return;
    const before = { x: pointer.x, y: pointer.y };
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    [pointer.x, pointer.y] = [x, y];
    if (other) this.twoFingers(before, pointer, other);
    else if (pointer.button === 2 || pointer.button === 1 || event.shiftKey)
      this.events.slide(x - before.x, y - before.y);
    else this.events.turn(x - before.x, y - before.y);
  }

  private twoFingers(before: { x: number; y: number }, now: Pointer, other: Pointer): void {
    const [was, is] = [
      { x: before.x - other.x, y: before.y - other.y },
      { x: now.x - other.x, y: now.y - other.y },
    ];
    const [wide, wider] = [Math.hypot(was.x, was.y), Math.hypot(is.x, is.y)];
    if (wide > 10 && wider > 10) this.events.zoom(wider / wide);
    this.events.slide((now.x - before.x) / 2, (now.y - before.y) / 2);
    const twist = Math.atan2(was.x * is.y - was.y * is.x, was.x * is.x + was.y * is.y);
    if (!this.events.canTurnPiece()) {
      this.events.twist(twist);
      return;
    }
    this.twisted += twist;
    if (Math.abs(this.twisted) > TWIST_STEP) {
      this.events.turnPiece(this.twisted > 0 ? 1 : -1);
      this.twisted = 0;
    }
  }

  private up(event: PointerEvent, done: boolean): void {
    const pointer = this.pointers.get(event.pointerId);
    if (!this.pointers.delete(event.pointerId) || !pointer) return;
    if (done && !this.dragging && pointer.button === 0) this.events.tap(event.clientX, event.clientY, pointer.coarse);
  }

  private turnWheel(event: WheelEvent): void {
    event.preventDefault();
    const lines =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 200 : 1;
    const delta = event.deltaY * lines;
    // With the control key it is two fingers on a touchpad.
    if (event.ctrlKey || !this.events.canTurnPiece()) {
      this.events.zoom(Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.0013)));
      return;
    }
    // A touchpad sends many small steps, also after the fingers have left it.
    if (event.timeStamp - this.wheelAt > 250) this.wheel = 0;
    this.wheelAt = event.timeStamp;
    this.wheel += delta;
    if (Math.abs(this.wheel) >= WHEEL_STEP) {
      this.events.turnPiece(this.wheel > 0 ? 1 : -1);
      this.wheel = 0;
    }
  }
}
