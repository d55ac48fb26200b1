// The board has the part of the screen to itself that no panel covers.

import type { Stage } from "../stage/stage";

type Insets = Parameters<Stage["setInsets"]>[0];

/** How much of each side the panels cover; `floor` is the least that the bottom takes. */
function measure(root: HTMLElement, floor: number): Insets {
  const box = (name: string): DOMRect | undefined => root.querySelector(name)?.getBoundingClientRect();
  const all = root.getBoundingClientRect();
  const left = box(".left");
  const end = box(".end > *");
  const below = box(".bottom")?.height ?? 0;
  const margin = 28;
  const tools = box("[role=toolbar]")?.height ?? 0;
  // On a narrow screen the panels lie above and below the board instead of beside it.
  if (left && left.width > all.width * 0.6) return { left: 0, right: 0, top: left.height, bottom: end ? end.height + margin : Math.max(floor, below) };
  const right = end ? end.width + margin : (box(".log > *")?.width ?? 0);
  return { left: left?.width ?? 0, right, top: tools + margin, bottom: end ? below : Math.max(floor, below) };
}

/** Tells the stage what is covered, now and whenever that changes. Returns how to stop. */
export function watchInsets(root: HTMLElement, stage: Stage): () => void {
  // The prompt grows and shrinks with every piece that is picked; the board should not move each time, so it keeps clear of the
  // largest that was seen.
  let most = 0;
  let width = 0;
  const tell = (): void => {
    const { clientWidth } = root;
    if (clientWidth !== width) [width, most] = [clientWidth, 0];
    const insets = measure(root, most);
    most = insets.bottom;
    stage.setInsets(insets);
    // What floats above the tray has to know where that begins.
    root.style.setProperty("--bottom", `${insets.bottom}px`);
  };
  const watcher = new ResizeObserver(tell);
  tell();
  watcher.observe(root);
  for (const panel of root.querySelectorAll(".side, .bottom, .end")) watcher.observe(panel);
  return () => watcher.disconnect();
}
