// Refusals that a test brings about: the browser writes each into its console, and they are no errors of the page.

import assert from "node:assert/strict";

/** What has gone wrong in a page so far are these refusals of the server, in this order, and nothing else. */
export function expectRefused(problems, ...statuses) {
  const found = problems.splice(0).map((text) => Number(/^Failed to load resource: the server responded with a status of (\d+)/.exec(text)?.[1] ?? Number.NaN) || text);
  assert.deepEqual(found, statuses);
}
