// Keys on the page of a table, where a button has the focus.

import { beforeEach, expect, test, vi } from "vitest";
import type { TableController } from "../src/table/controller.svelte";
import { pressed } from "../src/table/keys";

/** An element that has the focus: only what it is inside of matters. */
class Focused {
  constructor(private readonly testid: string) {}
  closest(selector: string): Focused | null {
    const isButton = selector.startsWith("a, button");
    return isButton || selector.includes(`[data-testid=${this.testid}]`) ? this : null;
  }
}

const lay = vi.fn();
beforeEach(() => {
  lay.mockClear();
  vi.stubGlobal("HTMLElement", Focused);
});

/** Whether Enter lays the piece that a hint shows, with the focus on a button. */
function entered(testid: string, hint: object | null): boolean {
  const controller = { hint, picking: { move: "a move" } } as unknown as TableController;
  const event = { key: "Enter", target: new Focused(testid) } as unknown as KeyboardEvent;
  const [toggleTop, toggleLayers, help] = [vi.fn(), vi.fn(), vi.fn()];
  const handled = pressed(event, { controller, lay, toggleTop, toggleLayers, help });
  expect(lay).toHaveBeenCalledTimes(handled ? 1 : 0);
  return handled;
}

test("Enter plays a hint while the button that asked for it has the focus, or the menu in which it was asked for", () => {
  for (const testid of ["hint", "menu"]) {
    expect(entered(testid, {}), testid).toBe(true);
    lay.mockClear();
    expect(entered(testid, null), `${testid} without a hint`).toBe(false);
  }
});

test("Enter presses any other button", () => {
  expect(entered("undo", {})).toBe(false);
});

test("keys pressed in the chat never reach the table, whatever has the focus there", () => {
  const acted = vi.fn();
  const controller = {
    askHint: acted,
    undo: acted,
    back: acted,
    hint: null,
    picking: {},
  } as unknown as TableController;
  const inChat = { closest: (selector: string) => (selector.includes("[data-testid=chat-panel]") ? {} : null) };
  const target = Object.assign(new Focused("said"), inChat);
  const table = { controller, lay, toggleTop: acted, toggleLayers: acted, help: acted };
  for (const key of ["h", "u", "t", "l", "?", "Escape", "Enter"])
    expect(pressed({ key, target } as unknown as KeyboardEvent, table), key).toBe(false);
  expect(acted).not.toHaveBeenCalled();
});
