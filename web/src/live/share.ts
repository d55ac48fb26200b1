// Games shared by a short link: the server keeps the record, and messengers show a preview of the link.

import { api, isRefusal } from "./api";

/**
 * Has the server keep a record; returns its short link, whole, with a preview. Null without a network, or if the server
 * refuses: then the long link of engine/links.ts still works. A moment of the game is the link with `#p=PLY` after it.
 */
export async function shareGame(record: string): Promise<{ url: string } | null> {
  try {
    const { url } = await api.share(record);
    return { url: new URL(url, location.href).href };
  } catch (thrown) {
    if (isRefusal(thrown)) return null;
    throw thrown;
  }
}

/** The record of a shared game, by the id in its link. Throws a sentence if there is none, or no network. */
export function loadShared(id: string): Promise<string> {
  return api.sharedRecord(id);
}
