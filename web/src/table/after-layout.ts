// Measuring what the page has laid out already. Asked for in the middle of a change, a place on the page costs a layout
// of its own.

/** Acts once the browser has laid the page out, before it paints. Returns the function that calls it off. */
export function afterLayout(act: () => void): () => void {
  // The first report of an observer comes after the next layout, whatever its size is.
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    act();
  });
  observer.observe(document.documentElement);
  return () => observer.disconnect();
}
