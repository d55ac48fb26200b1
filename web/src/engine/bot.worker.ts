// A bot thinks here, beside the page, so that the table never stutters.

import init, { think, type Text, type Thought } from "./pkg/tablee_wasm.js";
import { asText } from "./engine";

export type Question = { module: WebAssembly.Module } | { id: number; record: string; bot: string; seed: number };
export type Answer = { id: number; thought: Thought } | { id: number; refusal: Text };

let ready: Promise<unknown> = Promise.reject(new Error("no engine yet"));
ready.catch(() => undefined);

async function answer(id: number, record: string, bot: string, seed: number): Promise<Answer> {
  try {
    await ready;
    return { id, thought: think(record, bot, seed) };
  } catch (thrown) {
    return { id, refusal: asText(thrown) };
  }
}

self.addEventListener("message", ({ data }: MessageEvent<Question>) => {
  if ("module" in data) ready = init({ module_or_path: data.module });
  else void answer(data.id, data.record, data.bot, data.seed).then((answered) => self.postMessage(answered));
});
