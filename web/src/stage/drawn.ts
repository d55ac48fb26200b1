/** Where pieces come from that were drawn: the stock they were taken from, or the pile that they lay on. */

/** What lies in a slot. */
export interface Lying {
  id: string;
  /** Whether pieces are drawn from it: a pile, a bag. */
  source?: boolean;
}

/** So many pieces may be drawn at once. More were not drawn: another hand of a rack that several share was opened. */
const MOST_DRAWN = 2;

/** The pieces that are new, each with the source it flies from; null: it turns up in its own slot. */
export function drawn(before: readonly Lying[], after: readonly Lying[]): Map<string, string | null> {
  const known = new Set(before.map(({ id }) => id));
  const fresh = after.filter(({ id, source }) => !known.has(id) && source !== true);
  if (known.size === 0 || fresh.length > MOST_DRAWN) return new Map();
  const source = before.find((item) => item.source)?.id ?? null;
  return new Map(fresh.map(({ id }) => [id, source]));
}
