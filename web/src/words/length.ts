const SECONDS = 60;

/** A length of time: "45 s", "10 min". The unit signs are the same in both languages. */
export function length(seconds: number): string {
  if (seconds % SECONDS === 0) return `${seconds / SECONDS} min`;
  if (seconds < SECONDS) return `${seconds} s`;
  return `${Math.floor(seconds / SECONDS)} min ${seconds % SECONDS} s`;
}
