// What the modules of the pages need of a browser, for unit tests in Node: storage, location, events, and the engine's
// file. Everything else of a browser is missing on purpose; the browser tests have it.

import { readFileSync } from "node:fs";

const WASM = new URL("../src/engine/pkg/tablee_wasm_bg.wasm", import.meta.url);

function storage() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

function fetchEngine(address) {
  if (!String(address).includes("tablee_wasm_bg.wasm")) throw new TypeError(`no network in unit tests: ${address}`);
  return Promise.resolve(new Response(readFileSync(WASM), { headers: { "content-type": "application/wasm" } }));
}

export default {
  name: "browser-like",
  // Compile Svelte modules as for the browser: on a server, effects would not run.
  viteEnvironment: "client",
  setup() {
    const page = new EventTarget();
    const document = Object.assign(new EventTarget(), { hidden: false, visibilityState: "visible" });
    const fakes = {
      document,
      navigator: { onLine: true, languages: ["en-GB"] },
      location: new URL("http://tablee.test/"),
      localStorage: storage(),
      matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
      dispatchEvent: page.dispatchEvent.bind(page),
      fetch: fetchEngine,
    };
    for (const [name, value] of Object.entries(fakes))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    return { teardown: () => undefined };
  },
};
