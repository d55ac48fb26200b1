// The board has the part of the screen to itself that no panel covers.

import type { Stage } from "../stage/stage";

type Insets = Parameters<Stage["setInsets"]>[0];

const MARGIN = 28;

/** How much of each side the panels cover; `bottom` is what the prompt and the tray take. */
function measure(root: HTMLElement, bottom: number): Insets {
  const box = (name: string): DOMRect | undefined => root.querySelector(name)?.getBoundingClientRect();
  const left = box(".left");
  const end = box(".end > *");
  // On a narrow screen the panels lie above and below the board instead of beside it.
  if (left && left.width > root.clientWidth * 0.6) {
    const over = end ?? box(".hint");
    return { left: 0, right: 0, top: left.height, bottom: end ? end.height + MARGIN : bottom + (over?.height ?? 0) };
  }
  const right = end ? end.width + MARGIN : (box(".log > *")?.width ?? 0);
  return { left: left?.width ?? 0, right, top: (box("[role=toolbar]")?.height ?? 0) + MARGIN, bottom };
}

/** Tells the stage what covers it, now and at every change. Returns the function that stops. */
export function watchInsets(root: HTMLElement, stage: Stage): () => void {
  // The prompt grows and shrinks with every piece that is picked; the board should not move each time, so it keeps
  // clear of the largest that was seen.
  let most = 0;
  let width = 0;
  const tell = (): void => {
    const { clientWidth } = root;
    if (clientWidth !== width) [width, most] = [clientWidth, 0];
    most = Math.max(most, root.querySelector(".bottom")?.clientHeight ?? 0);
    stage.setInsets(measure(root, most));
    // What floats above the tray has to know where that begins.
    root.style.setProperty("--bottom", `${most}px`);
  };
  const sizes = new ResizeObserver(tell);
  sizes.observe(root);
  for (const panel of root.querySelectorAll(".side, .bottom, .end")) sizes.observe(panel);
  // A panel that floats changes no other's size when it comes or goes.
  const comings = new MutationObserver(tell);
  for (const panel of root.querySelectorAll(".left, .end")) comings.observe(panel, { childList: true });
  tell();
  return () => {
    sizes.disconnect();
    comings.disconnect();
  };
}
