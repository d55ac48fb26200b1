// What the page says, in the reader's language. Sentences of the engine come in both languages at once; those of the page are in en.ts and
// fr.ts, which do not compile unless both say everything.

import { asText } from "../engine/engine";
import type { Text } from "../engine/pkg/tablee_wasm.js";
import { settings, type Lang } from "../settings.svelte";
import { en } from "./en";
import { fr } from "./fr";
import type { Words } from "./words";

const ALL: Record<Lang, Words> = { en, fr };

/** The page's own words, in the language of now. */
export const w = (): Words => ALL[settings.lang];

/** A sentence of the engine, in the language of now. */
export const say = (text: Text): string => text[settings.lang];

/** A true minus sign: figures line up and are read as what they are. */
const minus = (figure: string): string => figure.replace("-", "−");

export const number = (value: number): string => minus(new Intl.NumberFormat(settings.lang).format(value));

/** With its sign, as points in a count are written: +3, −1. */
export const signed = (value: number): string => minus(new Intl.NumberFormat(settings.lang, { signDisplay: "exceptZero" }).format(value));

/** As it begins a line. */
export const sentenceCase = (text: string): string => text.charAt(0).toLocaleUpperCase(settings.lang) + text.slice(1);

export const percent = (value: number): string => new Intl.NumberFormat(settings.lang, { style: "percent", maximumFractionDigits: 0 }).format(value);

export const list = (items: readonly string[]): string => new Intl.ListFormat(settings.lang, { type: "conjunction" }).format(items);

export const date = (when: number): string => new Intl.DateTimeFormat(settings.lang, { dateStyle: "medium", timeStyle: "short" }).format(when);

const STEPS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago something was: "5 minutes ago". */
export function ago(when: number, now: number): string {
  const step = STEPS.find(([, length]) => now - when >= length);
  if (!step) return w().justNow;
  const [unit, length] = step;
  return new Intl.RelativeTimeFormat(settings.lang, { numeric: "auto" }).format(-Math.floor((now - when) / length), unit);
}

/** What was thrown, as a whole sentence in the language of now. */
export function asSentence(thrown: unknown): string {
  const text = sentenceCase(say(asText(thrown)));
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
