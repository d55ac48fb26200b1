// Accessibility: the serious problems that axe-core finds on a page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function barriers(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const grave = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return grave.flatMap(({ id, nodes }) => nodes.map((node) => `${name}: ${id}: ${node.target.join(" ")}`));
}
