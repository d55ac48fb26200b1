// Tells the service worker which files there are, once all of them are written, and a version that changes with any of
// them.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const dist = new URL("dist/", import.meta.url).pathname;
const worker = join(dist, "sw.js");
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => path !== worker && !/\.(br|gz|map)$/.test(path))
  .sort();
const hash = createHash("sha256");
for (const path of files) hash.update(path).update(readFileSync(path));
const names = files.map((path) => `/${relative(dist, path)}`.replace(/^\/index\.html$/, "/"));

const source = readFileSync(worker, "utf8");
// The list stands within a string literal, whichever quotes the build chose for it.
const list = JSON.stringify(names).replaceAll('"', "\\x22");
const filled = source.replace("__FILES__", list).replace("__VERSION__", hash.digest("hex").slice(0, 16));
if (filled.includes("__FILES__") || filled === source)
  throw new Error("the service worker has no place for the list of files");
writeFileSync(worker, filled);
