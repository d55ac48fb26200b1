// Refusals that a test causes. The browser logs each as an error, but they are not errors of the page.

import assert from "node:assert/strict";

/**
 * What has gone wrong in a page so far are these refusals of the server, in this order, and nothing else. The browser
 * may write them down a little later than the page shows them.
 */
export async function expectRefused(problems, ...statuses) {
  for (let waited = 0; problems.length < statuses.length && waited < 100; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const found = problems
    .splice(0)
    .map(
      (text) =>
        Number(/^Failed to load resource: the server responded with a status of (\d+)/.exec(text)?.[1] ?? Number.NaN) ||
        text,
    );
  assert.deepEqual(found, statuses);
}
