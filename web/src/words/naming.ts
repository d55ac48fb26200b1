// Texts about players. The engine leaves a slot where a text depends on who plays and who reads: "⟦1|you draw|# draws⟧"
// has a seat, the words if the reader has that seat, and the words if not. "#" stands for the name (crates/core, naming.rs).

import type { Lang } from "../settings.svelte";

const SLOT = /⟦([\d,]+)\|([^|⟧]*)\|([^⟧]*)⟧/gu;

/** A name after « de », which loses its vowel before another: « de Felix », « d’Anne ». */
export const afterDe = (name: string): string => (/^[aàâeéèêëiîïoôœuùû]/iu.test(name) ? `d’${name}` : `de ${name}`);

/** Names of seats, as a text needs them. */
export interface Names {
  lang: Lang;
  /** Null if the reader has the seat. */
  of: (seat: number) => string | null;
  /** "You", inside a sentence. */
  you: string;
  list: (names: readonly string[]) => string;
}

/** The text with its slots filled. */
export function fillSlots(text: string, { lang, of, you, list }: Names): string {
  return text.replace(SLOT, (_, seats: string, yours: string, theirs: string) => {
    const names = seats.split(",").map((seat) => of(Number(seat)));
    const words = names.includes(null) ? yours : theirs;
    // "You" first, as one says it.
    const all = list([
      ...names.filter((name) => name === null).map(() => you),
      ...names.filter((name) => name !== null),
    ]);
    const elided = lang === "fr" ? words.replaceAll("de #", () => afterDe(all)) : words;
    return elided.replaceAll("#", () => all);
  });
}
