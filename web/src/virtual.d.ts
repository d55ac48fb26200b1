// Modules that the build makes.

declare module "virtual:catalogue" {
  import type { GameCard } from "./engine/pkg/tablee_wasm.js";
  export const catalogue: readonly GameCard[];
  /** By level, the first one first, and seat. */
  export const botNames: readonly (readonly string[])[];
}
