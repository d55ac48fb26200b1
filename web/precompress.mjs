// Lays a .br and a .gz beside every file of dist that becomes smaller by it, so that the server never compresses
// anything itself.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm", ".webmanifest"]);

const dist = new URL("dist/", import.meta.url).pathname;
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue;
  const path = join(entry.parentPath, entry.name);
  const plain = readFileSync(path);
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  const gzip = gzipSync(plain, { level: 9 });
  if (brotli.length < plain.length) writeFileSync(`${path}.br`, brotli);
  if (gzip.length < plain.length) writeFileSync(`${path}.gz`, gzip);
}
