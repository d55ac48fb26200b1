// What the reader prefers, remembered in the browser.

export type Lang = "en" | "fr";
type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "calm" | "full";
/** How fast bots play. */
export type Pace = "slow" | "normal" | "fast";
/** What happens when a dragged piece is dropped on a place where it fits. */
export type Drop = "lay" | "preview";

const KEY = "tablee.settings";

interface Kept {
  lang: Lang;
  theme: Theme;
  motion: Motion;
  sound: boolean;
  notify: boolean;
  pace: Pace;
  drop: Drop;
  /** Not there until the reader opens or closes the list of moves. */
  log?: boolean;
  coached: string[];
}

/** The least time between two plies of bots, in milliseconds. */
const BOT_PAUSES: Record<Pace, number> = { slow: 2400, normal: 1300, fast: 500 };

/** Large enough for the list of moves beside the table. */
const WIDE = "(min-width: 75rem) and (min-height: 700px)";

function browserLang(): Lang {
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((code) => code === "en" || code === "fr");
  return known === "fr" ? "fr" : "en";
}

function kept(): Partial<Kept> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

const one = <T>(all: readonly T[], value: unknown, otherwise: T): T => all.find((each) => each === value) ?? otherwise;

class Settings {
  lang = $state<Lang>("en");
  theme = $state<Theme>("auto");
  motion = $state<Motion>("auto");
  sound = $state(false);
  /** Whether the system notifies of a turn. */
  notify = $state(false);
  pace = $state<Pace>("normal");
  drop = $state<Drop>("lay");
  /** The games whose coach was seen or skipped on a first visit. */
  coached = $state.raw<readonly string[]>([]);
  #log = $state<boolean | null>(null);

  #wide = $state(false);
  #darkSystem = $state(false);
  #calmSystem = $state(false);
  /** Whether the page is dark now. */
  dark = $derived(this.theme === "dark" || (this.theme === "auto" && this.#darkSystem));
  /** Whether to avoid motion. */
  calm = $derived(this.motion === "calm" || (this.motion === "auto" && this.#calmSystem));
  /** The least time between two plies of bots, in milliseconds. */
  botPause = $derived(BOT_PAUSES[this.pace]);

  constructor() {
    const before = kept();
    this.lang = one(["en", "fr"] as const, before.lang, browserLang());
    this.theme = one(["auto", "light", "dark"] as const, before.theme, "auto");
    this.motion = one(["auto", "calm", "full"] as const, before.motion, "auto");
    this.sound = before.sound === true;
    this.notify = before.notify === true;
    this.pace = one(["slow", "normal", "fast"] as const, before.pace, "normal");
    this.drop = one(["lay", "preview"] as const, before.drop, "lay");
    this.#log = typeof before.log === "boolean" ? before.log : null;
    this.coached = Array.isArray(before.coached) ? before.coached.filter((game) => typeof game === "string") : [];
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    const wide = matchMedia(WIDE);
    this.#wide = wide.matches;
    this.#darkSystem = dark.matches;
    this.#calmSystem = calm.matches;
    wide.addEventListener("change", () => (this.#wide = wide.matches));
    dark.addEventListener("change", () => (this.#darkSystem = dark.matches));
    calm.addEventListener("change", () => (this.#calmSystem = calm.matches));
  }

  /** Whether the list of moves is open. Until the reader chooses, it is open on wide screens. */
  get log(): boolean {
    return this.#log ?? this.#wide;
  }

  set log(open: boolean) {
    this.#log = open;
  }

  /** Notes that the coach of a game was seen or skipped. */
  coach(game: string): void {
    if (!this.coached.includes(game)) this.coached = [...this.coached, game];
  }

  /** Saves the settings, and passes them to the style sheets. Call it in an effect. */
  apply(): void {
    const root = document.documentElement;
    root.lang = this.lang;
    root.dataset["theme"] = this.theme;
    root.dataset["motion"] = this.calm ? "calm" : "full";
    const { lang, theme, motion, sound, notify, pace, drop, coached } = this;
    const log = this.#log === null ? {} : { log: this.#log };
    const all: Kept = { lang, theme, motion, sound, notify, pace, drop, ...log, coached: [...coached] };
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
