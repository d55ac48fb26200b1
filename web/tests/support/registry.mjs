// The list of all tests. Files of tests register them here; run.mjs runs them.

export const registered = [];

/** Registers a test. Tests run side by side, except those that run `alone`, after all others and in this order. */
export function register(name, { minutes = 5, alone = false } = {}, run) {
  registered.push({ name, timeout: minutes * 60_000, alone, run });
}

let copying = Promise.resolve();

/** Runs steps that use the clipboard, of which the browser has one for all tests. */
export function withClipboard(steps) {
  const mine = copying.then(steps);
  copying = mine.catch(() => undefined);
  return mine;
}
