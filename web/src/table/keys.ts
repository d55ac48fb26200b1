// The keys of a table. Everything that can be done there can be done with them.

import type { TableController } from "./controller.svelte";
import { placesOf } from "./rack-places";
import { nextPoint, type Direction, type Point } from "./spatial";

interface TableKeys {
  controller: TableController;
  lay(): void;
  toggleTop(): void;
  toggleLayers(): void;
  help(): void;
}

/** The keys of the places in a rack, from the first to the eleventh. */
export const RACK_KEYS: readonly string[] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "p"];

/**
 * What the keys stand for: the pieces of the rack in front, each at its place, then those on the table to take. Null
 * where a piece was.
 */
export function rackInOrder(controller: TableController): (string | null)[] {
  const { game, inFront } = controller;
  const { table, playable } = game.view.scene;
  const held = inFront === null ? [] : (table.hands[inFront]?.pieces ?? []);
  const ids = held.map(({ piece }) => piece.id);
  const row = inFront === null || ids.length === 0 ? [] : placesOf(game).row(inFront, held);
  const can = new Set(playable.map(({ piece }) => piece));
  return [...row, ...table.pieces.map(({ id }) => id).filter((id) => can.has(id) && !ids.includes(id))];
}

/** The pieces that can be picked up, in the order in which the rack shows them. */
export function playableInOrder(controller: TableController): string[] {
  if (controller.mine === null) return [];
  const can = new Set(controller.game.view.scene.playable.map(({ piece }) => piece));
  return rackInOrder(controller).filter((id) => id !== null && can.has(id)) as string[];
}

/** Picks the next piece of the tray, or the one before. */
function walkTray(controller: TableController, by: 1 | -1): void {
  const pieces = playableInOrder(controller);
  const now = controller.picking.piece === null ? -1 : pieces.indexOf(controller.picking.piece);
  const next = now < 0 ? (by > 0 ? 0 : pieces.length - 1) : (now + by + pieces.length) % pieces.length;
  const piece = pieces[next];
  if (piece !== undefined) controller.pick(piece);
}

/** Chooses the next place in a direction, as seen on the screen. */
function walkPlaces(controller: TableController, direction: Direction): void {
  const { picking, stage } = controller;
  const points = picking.targets.map(({ cell: [x, y] }): Point => stage?.screenOf([x, y]) ?? { x: x * 40, y: -y * 40 });
  const next = nextPoint(points, picking.index, direction);
  if (next !== null) picking.chooseAt(next);
}

const ARROWS: Record<string, Direction> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** Whether keys belong to the element that has the focus, rather than to the table. */
function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const own = "input, select, textarea, dialog, [role=menu], [contenteditable], [data-testid=chat-panel]";
  return target.closest(own) !== null;
}

/** Handles a key press on the page; returns whether it did anything. */
export function pressed(event: KeyboardEvent, table: TableKeys): boolean {
  if (takesKeys(event.target)) return false;
  const { controller } = table;
  const { picking } = controller;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key !== "z" || event.shiftKey) return false;
    controller.undo();
    return true;
  }
  if (event.altKey) return false;

  const direction = ARROWS[key];
  if (direction !== undefined) return arrow(direction, event.shiftKey, controller);
  const place = RACK_KEYS.indexOf(key);
  if (place >= 0) {
    const piece = rackInOrder(controller)[place];
    if (piece != null) controller.pick(piece);
    return true;
  }
  switch (key) {
    case "Enter":
      // Elsewhere Enter presses the button or follows the link that has the focus.
      if (isOtherControl(event.target) && !askedHere(event.target, controller)) return false;
      if (picking.move !== null) table.lay();
      else if (controller.readyAct !== null) controller.play(controller.readyAct);
      else return false;
      return true;
    case "Escape":
      return controller.back();
    case "r":
      if (picking.target === null) walkPlaces(controller, "right");
      else picking.turn(event.shiftKey ? -1 : 1);
      return true;
    case "f":
      picking.tip(event.shiftKey ? -1 : 1);
      return true;
    case "x":
      picking.toggleExtra();
      return true;
    case "t":
      table.toggleTop();
      return true;
    case "l":
    case "é":
      if (!event.repeat) table.toggleLayers();
      return true;
    case "h":
      void controller.askHint();
      return true;
    case "u":
      controller.undo();
      return true;
    case "?":
      table.help();
      return true;
    case "q":
      controller.stage?.turnCamera(-15);
      return true;
    case "e":
      controller.stage?.turnCamera(15);
      return true;
    case "+":
      controller.stage?.zoom(1);
      return true;
    case "-":
      controller.stage?.zoom(-1);
      return true;
    case "c":
      controller.stage?.home();
      return true;
    default:
      return false;
  }
}

function arrow(direction: Direction, shift: boolean, controller: TableController): boolean {
  if (controller.mine === null) return false;
  const sideways = direction === "left" || direction === "right";
  if (controller.picking.piece === null || shift) {
    if (sideways) walkTray(controller, direction === "right" ? 1 : -1);
    return sideways;
  }
  walkPlaces(controller, direction);
  return true;
}

/**
 * The button that asked for a hint still has the focus, or that of the menu in which it was asked for: Enter then does
 * what the hint says, and asks for no other.
 */
function askedHere(target: EventTarget | null, { hint }: TableController): boolean {
  return (
    hint !== null && target instanceof HTMLElement && target.closest("[data-testid=hint], [data-testid=menu]") !== null
  );
}

function isOtherControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("a, button:not([data-testid=piece]), summary") !== null;
}
