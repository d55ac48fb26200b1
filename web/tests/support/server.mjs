// The real server, started once for all tests.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";

// All tests come from one address, and each brings new people.
const SETTINGS = "--address 127.0.0.1:0 --bot-pace 50 --log warn --limit-new-people off --claim-seconds 3";

let starting;

async function start() {
  // The server would wonder about a setting that it does not know.
  const { TABLEE_BINARY: binary, ...env } = process.env;
  if (!binary) throw new Error("TABLEE_BINARY has to name the tablee program; `cargo xtask test` sets it");
  const data = mkdtempSync(join(tmpdir(), "tablee-test-"));
  const server = spawn(binary, ["serve", "--data", data, ...SETTINGS.split(" ")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  server.on("exit", () => rmSync(data, { recursive: true, force: true }));
  for await (const line of createInterface({ input: server.stdout })) {
    const origin = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
    if (origin) return { origin, stop: () => server.kill() };
  }
  throw new Error("the server ended before it said where it is");
}

/** The address of the server, such as http://127.0.0.1:40123. */
export async function origin() {
  return (await (starting ??= start())).origin;
}

after(async () => (await starting)?.stop());
