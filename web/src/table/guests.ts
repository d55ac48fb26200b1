// Which seats of a table are those of guests, for whatever shows their names.

import { getContext, setContext } from "svelte";
import type { Seat } from "../engine/pkg/tablee_wasm.js";

type IsGuest = (seat: Seat) => boolean;

const KEY = Symbol("guests");

export const setGuestsOfTable = (isGuest: IsGuest): void => void setContext(KEY, isGuest);

/** On a table that nobody shares there are none. */
export const guestsOfTable = (): IsGuest => getContext<IsGuest | undefined>(KEY) ?? (() => false);
