// What a piece is called: by what it is, and for those who cannot see the table also by where it lies.

import type { Piece, Text } from "../engine/pkg/tablee_wasm.js";

/** For screen readers: where it lies is drawn for everyone else. */
export const inPlace = ({ what, place }: Piece, say: (text: Text) => string): string =>
  place ? `${say(what)}, ${say(place)}` : say(what);
