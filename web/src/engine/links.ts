// A whole game in a link: the record, compressed, in the part of the address that is never sent to a server.

import { en } from "../words/en";
import { fr } from "../words/fr";
import type { Text } from "./pkg/tablee_wasm.js";

function encode(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const passed = new Blob([bytes])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}

/** The address of a moment of a game. */
export async function linkTo(record: string, ply: number): Promise<string> {
  const packed = await through(new TextEncoder().encode(record), new CompressionStream("deflate-raw"));
  return `${location.origin}/replay#r=${encode(packed)}&p=${ply}`;
}

interface Linked {
  record: string | null;
  table: string | null;
  ply: number | null;
}

/** Throws a sentence if the link was cut short or spoilt on its way. */
async function unpack(packed: string): Promise<string> {
  try {
    return new TextDecoder().decode(await through(decode(packed), new DecompressionStream("deflate-raw")));
  } catch {
    const broken: Text = { en: en.brokenLink, fr: fr.brokenLink };
    throw broken;
  }
}

/** What an address says: a record, or a table that this browser or the server remembers, and which moment of it. */
export async function readLink(hash: string): Promise<Linked> {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const packed = parts.get("r");
  const ply = Number.parseInt(parts.get("p") ?? "", 10);
  const record = packed === null ? null : await unpack(packed);
  return { record, table: parts.get("t"), ply: Number.isNaN(ply) ? null : ply };
}
