import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { catalogue } from "./catalogue-plugin.mjs";
import { engineHints } from "./engine-hints.mjs";

export default defineConfig({
  base: "/",
  plugins: [catalogue(), engineHints(), svelte({ configFile: false })],
  worker: { format: "es" },
  // Unit tests load Svelte for browsers: in the one for servers, effects do not run.
  ...(process.env["VITEST"] && { resolve: { conditions: ["browser"] } }),
  test: {
    include: ["unit/**/*.test.ts"],
    environment: "./unit/environment.mjs",
    server: { deps: { inline: ["svelte"] } },
  },
  build: {
    target: "es2022",
    // Every asset is a file of its own: the Content-Security-Policy allows no inlined ones, and files are cached by
    // their hash.
    assetsInlineLimit: 0,
    // Would be an inline script.
    modulePreload: { polyfill: false },
    // The service worker is a page of its own at the root, so that it may serve the whole site; list-files.mjs
    // completes it.
    rollupOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
});
