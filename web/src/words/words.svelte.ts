// The texts of the pages in the reader's language, and numbers, dates and lists as that language writes them.
//
// Each area of the pages has a file in en/ and one of the same name in fr/. The English file defines the type of both,
// so a missing translation does not compile. Texts of the engine (class Text) carry both languages.

import { asText } from "../engine/engine";
import type { Text } from "../engine/pkg/tablee_wasm.js";
import { settings, type Lang } from "../settings.svelte";
import { en, type Words } from "./en";
import { fr } from "./fr";
import { fillSlots } from "./naming";

const ALL: Record<Lang, Words> = { en, fr };

/** The texts of the pages in the current language. */
export const w = (): Words => ALL[settings.lang];

/** What the player on a seat is called; "You" if it is the reader. */
export type NameOf = (seat: number) => string;

/** A name inside a sentence: "you" is not a name. */
export const inSentence = (name: string): string => (name === w().you ? name.toLocaleLowerCase(settings.lang) : name);

/** A text of the engine in the current language, with the players' names, and a true minus sign before figures. */
export function say(text: Text, nameOf: NameOf = () => w().someone): string {
  const of = (seat: number): string | null => (nameOf(seat) === w().you ? null : nameOf(seat));
  const filled = fillSlots(text[settings.lang], { lang: settings.lang, of, you: inSentence(w().you), list });
  return unbroken(filled.replace(/(?<![\p{L}\d])-(?=\d)/gu, "−"));
}

/**
 * With dominoes and blocks, "3-2", that no line break divides: browsers break after the hyphen. Notation stays as it is
 * typed: "3-2:c4d4", "+3-1".
 */
const unbroken = (text: string): string =>
  text.replace(/(?<![\p{L}\d+-])(\d{1,2})-(?=\d{1,2}(?![\p{L}\d:^@+-]))/gu, "$1-\u2060");

/** With a true minus sign, so that figures line up. */
const minus = (figure: string): string => figure.replace("-", "−");

export const number = (value: number): string => minus(new Intl.NumberFormat(settings.lang).format(value));

/** With its sign, as points are written in a count: +3, −1. */
export const signed = (value: number): string =>
  minus(new Intl.NumberFormat(settings.lang, { signDisplay: "exceptZero" }).format(value));

/** With a capital first letter. */
export const sentenceCase = (text: string): string => text.charAt(0).toLocaleUpperCase(settings.lang) + text.slice(1);

export const percent = (value: number): string =>
  new Intl.NumberFormat(settings.lang, { style: "percent", maximumFractionDigits: 0 }).format(value);

export const list = (items: readonly string[]): string =>
  new Intl.ListFormat(settings.lang, { type: "conjunction" }).format(items);

export const date = (when: number): string =>
  new Intl.DateTimeFormat(settings.lang, { dateStyle: "medium", timeStyle: "short" }).format(when);

/** The day alone. */
export const day = (when: number): string =>
  new Intl.DateTimeFormat(settings.lang, { dateStyle: "medium" }).format(when);

const STEPS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** The time since `when`: "5 minutes ago". */
export function ago(when: number, now: number): string {
  const step = STEPS.find(([, length]) => now - when >= length);
  if (!step) return w().justNow;
  const [unit, length] = step;
  return new Intl.RelativeTimeFormat(settings.lang, { numeric: "auto" }).format(
    -Math.floor((now - when) / length),
    unit,
  );
}

/** With a capital first letter and a full stop. */
export function sentence(text: string): string {
  return sentenceCase(/[.!?…]$/.test(text) ? text : `${text}.`);
}

/** An error as a whole sentence in the current language. */
export const asSentence = (thrown: unknown): string => sentence(say(asText(thrown)));
