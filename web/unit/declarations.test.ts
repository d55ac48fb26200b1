// The declarations that the engine brings for TypeScript.

import { expect, test } from "vitest";
import declarations from "../src/engine/pkg/tablee_wasm.d.ts?raw";

test("no two types have one name", () => {
  // The compiler does not check declaration files of others, and would merge or choose silently.
  const names = Array.from(
    declarations.matchAll(/^export (?:interface|type|class|function) (\w+)/gm),
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
