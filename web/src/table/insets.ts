// The board has the part of the screen to itself that no rack covers. Panels float above the table and move nothing,
// except the one at the end of the game: what it counts must be seen, and the view changes then anyway. Where there is
// room beside the board, the list of moves has its own place, folded or not.

import type { Stage } from "../stage/stage";

type Insets = Parameters<Stage["setInsets"]>[0];

const EDGES = ["top", "right", "bottom", "left"] as const;
/** The racks do not touch the board. */
const MARGIN = 8;

/** How wide the list of moves is, in rem. */
const LIST = 15.2;

/** How much of each side the racks cover. */
function measure(root: HTMLElement): Insets {
  const page = root.getBoundingClientRect();
  const insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const edge of EDGES) {
    for (const element of root.querySelectorAll(`.edge-${edge}`)) {
      const { top, right, bottom, left, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      const covered = {
        top: bottom - page.top,
        right: page.right - left,
        bottom: page.bottom - top,
        left: right - page.left,
      };
      insets[edge] = Math.max(insets[edge], covered[edge] + MARGIN);
    }
  }
  if (root.dataset.moves === "beside")
    insets.floating = LIST * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const end = root.querySelector("[data-testid=end]")?.getBoundingClientRect();
  // Beside the board, or on a narrow screen below it.
  if (end && end.width < page.width * 0.6) insets.right = Math.max(insets.right, page.right - end.left + MARGIN);
  else if (end) insets.bottom = Math.max(insets.bottom, page.bottom - end.top + MARGIN);
  return insets;
}

/** Tells the stage what covers it, now and at every change. Returns the function that stops. */
export function watchInsets(root: HTMLElement, stage: Stage): () => void {
  // A rack that is enlarged or a prompt with more lines must not move the board each time: the stage is notified
  // only when the window or a whole edge changes its resting size.
  let before = "";
  const tell = (): void => {
    const insets = measure(root);
    const now = JSON.stringify(insets);
    if (now === before) return;
    before = now;
    stage.setInsets(insets);
  };
  const sizes = new ResizeObserver(tell);
  sizes.observe(root);
  for (const edge of EDGES) for (const element of root.querySelectorAll(`.edge-${edge}`)) sizes.observe(element);
  const watchEnd = (): void => {
    const end = root.querySelector("[data-testid=end]");
    if (end) sizes.observe(end);
    tell();
  };
  const ends = new MutationObserver(watchEnd);
  for (const place of root.querySelectorAll(".end")) ends.observe(place, { childList: true });
  watchEnd();
  return () => {
    sizes.disconnect();
    ends.disconnect();
  };
}
