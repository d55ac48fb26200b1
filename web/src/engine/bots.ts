// Asks the worker what a bot would do, one question after another.

import type { Answer, Question } from "./bot.worker";
import { compiled } from "./engine";
import type { Thought } from "./pkg/tablee_wasm.js";

/** Thrown when a request is cancelled. */
export class Cancelled extends Error {}

interface Waiting {
  resolve(thought: Thought): void;
  reject(reason: unknown): void;
}

export class Bots {
  #worker: PatientWorker | null = null;
  #waiting = new Map<number, Waiting>();
  #asked = 0;

  async think(record: string, bot: string): Promise<Thought> {
    const id = ++this.#asked;
    const worker = (this.#worker ??= this.#hire());
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ask({ id, record, bot, seed } satisfies Question);
    });
  }

  /** A search cannot be interrupted, so the worker is dismissed; the next question hires another. */
  cancel(): void {
    if (this.#waiting.size === 0) return;
    this.dispose();
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const waiting of this.#waiting.values()) waiting.reject(new Cancelled());
    this.#waiting.clear();
  }

  #hire(): PatientWorker {
    const inner = new Worker(new URL("./bot.worker.ts", import.meta.url), { type: "module" });
    inner.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("thought" in data) waiting?.resolve(data.thought);
      else waiting?.reject(data.refusal);
    });
    inner.addEventListener("error", (event) => {
      for (const waiting of this.#waiting.values()) waiting.reject(new Error(event.message));
      this.#waiting.clear();
      this.#worker = null;
    });
    return new PatientWorker(inner);
  }
}

/** Holds questions back until the engine has been compiled and sent ahead. */
class PatientWorker {
  #sent: Promise<void>;

  constructor(readonly inner: Worker) {
    this.#sent = compiled().then((module) => inner.postMessage({ module } satisfies Question));
  }

  ask(question: Question): void {
    void this.#sent.then(() => this.inner.postMessage(question));
  }

  terminate(): void {
    this.inner.terminate();
  }
}
