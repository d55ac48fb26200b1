// How much time is left, in figures and in words.

import { w } from "../words/words.svelte";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const two = (value: number): string => String(value).padStart(2, "0");

/** 2:05, 1:00:00, 0:09.3 when little is left, 2 d 4 h when much. */
export function timeInFigures(left: number): string {
  if (left >= DAY) return w().daysHours(Math.floor(left / DAY), Math.floor((left % DAY) / HOUR));
  // Rounded up, so that 0:00 means no time left.
  if (left < 10 * SECOND) {
    const tenths = Math.min(99, Math.ceil(left / 100));
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.ceil(left / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export function timeInWords(left: number): string {
  if (left >= HOUR) return w().daysHours(Math.floor(left / DAY), Math.floor((left % DAY) / HOUR));
  const seconds = Math.ceil(left / SECOND);
  return w().minutesSeconds(Math.floor(seconds / 60), seconds % 60);
}
