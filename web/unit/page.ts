// Loads the page again for a test: modules that earlier tests loaded still listen to theirs.

import { vi } from "vitest";

/** Returns the target of the page's own events, such as `online`. */
export function freshPage(): EventTarget {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false, visibilityState: "visible" }));
  Object.assign(navigator, { onLine: true });
  return page;
}
