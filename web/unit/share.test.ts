// Short links: what is sent, and what happens if the server cannot or will not keep a game.

import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Problem } from "../src/engine/pkg/tablee_wasm.js";
import { loadShared, shareGame } from "../src/live/share";

const RECORD = "tablee record 1\ngame x\nend\n";
const asked: { path: string; method: string | undefined; body: unknown }[] = [];
let answer: () => Promise<Response>;

const json = (status: number, body: unknown) => () => Promise.resolve(Response.json(body, { status }));
const refused = (status: number, code: Problem["code"]) =>
  json(status, { code, why: { en: "it is refused", fr: "c’est refusé" } });

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", (path: string, { method, body }: RequestInit) => {
    asked.push({ path, method, body: typeof body === "string" ? (JSON.parse(body) as unknown) : body });
    return answer();
  });
});

describe("shareGame", () => {
  test("posts the record and returns the whole link", async () => {
    answer = json(201, { id: "k3m9x2a7bqcd", url: "/s/k3m9x2a7bqcd" });
    expect(await shareGame(RECORD)).toEqual({ url: "http://tablee.test/s/k3m9x2a7bqcd" });
    expect(asked).toEqual([{ path: "/api/shares", method: "POST", body: { record: RECORD } }]);
  });

  test("returns null if the server refuses or cannot be reached", async () => {
    for (const unable of [
      refused(400, "invalid"),
      refused(404, "unknown"),
      refused(413, "too-long"),
      refused(429, "too-much"),
      () => Promise.reject(new TypeError("no network")),
      () => Promise.resolve(new Response("<html>a proxy's page</html>")),
    ]) {
      answer = unable;
      expect(await shareGame(RECORD)).toBeNull();
    }
  });
});

describe("loadShared", () => {
  test("returns the record of a link", async () => {
    answer = () => Promise.resolve(new Response(RECORD));
    expect(await loadShared("k3m9x2a7bqcd/..")).toBe(RECORD);
    expect(asked).toEqual([{ path: "/api/shares/k3m9x2a7bqcd%2F..", method: "GET", body: undefined }]);
  });

  test("throws the sentence of a refusal", async () => {
    answer = refused(404, "unknown");
    await expect(loadShared("k3m9x2a7bqcd")).rejects.toMatchObject({ code: "unknown", en: "it is refused" });
  });
});
