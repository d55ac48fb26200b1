// The rules, compiled to WebAssembly: loaded once, while the first picture is already there.

import type { Text } from "./pkg/tablee_wasm.js";
import wasmAddress from "./pkg/tablee_wasm_bg.wasm?url";

export type Engine = typeof import("./pkg/tablee_wasm.js");

let compiling: Promise<WebAssembly.Module> | null = null;
let loading: Promise<Engine> | null = null;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmAddress);
  if (!response.ok) throw new Error(`${response.status} ${wasmAddress}`);
  // Streaming needs the right media type, which not every server knows.
  if (response.headers.get("content-type")?.startsWith("application/wasm"))
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The compiled module, for the workers too: each then only has to instantiate it. */
export function compiled(): Promise<WebAssembly.Module> {
  compiling ??= compile();
  compiling.catch(() => (compiling = null));
  return compiling;
}

async function load(): Promise<Engine> {
  const [engine, module] = await Promise.all([import("./pkg/tablee_wasm.js"), compiled()]);
  await engine.default({ module_or_path: module });
  return engine;
}

export function loadEngine(): Promise<Engine> {
  loading ??= load();
  loading.catch(() => (loading = null));
  return loading;
}

/** What was thrown, as a sentence: the engine throws them in both languages. */
export function asText(thrown: unknown): Text {
  if (typeof thrown === "object" && thrown !== null && "en" in thrown && "fr" in thrown) {
    return { en: String(thrown.en), fr: String(thrown.fr) };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { en: message, fr: message };
}

/** A random seed for a shuffle: 64 hexadecimal digits. */
export function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
