import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
  plugins: [svelte()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    // Every asset is a file of its own: the Content-Security-Policy allows no inlined ones, and files are cached by their hash.
    assetsInlineLimit: 0,
    // Would be an inline script.
    modulePreload: { polyfill: false },
  },
});
