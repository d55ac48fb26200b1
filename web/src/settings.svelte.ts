// What the reader prefers, remembered in the browser.

export type Lang = "en" | "fr";
type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "calm" | "full";

const KEY = "tablee.settings";

interface Kept {
  lang: Lang;
  theme: Theme;
  motion: Motion;
  sound: boolean;
  notify: boolean;
}

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

  #darkSystem = $state(false);
  #calmSystem = $state(false);
  /** Whether the page is dark now. */
  dark = $derived(this.theme === "dark" || (this.theme === "auto" && this.#darkSystem));
  /** Whether to avoid motion. */
  calm = $derived(this.motion === "calm" || (this.motion === "auto" && this.#calmSystem));

  constructor() {
    const before = kept();
    this.lang = one(["en", "fr"] as const, before.lang, browserLang());
    this.theme = one(["auto", "light", "dark"] as const, before.theme, "auto");
    this.motion = one(["auto", "calm", "full"] as const, before.motion, "auto");
    this.sound = before.sound === true;
    this.notify = before.notify === true;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.#darkSystem = dark.matches;
    this.#calmSystem = calm.matches;
    dark.addEventListener("change", () => (this.#darkSystem = dark.matches));
    calm.addEventListener("change", () => (this.#calmSystem = calm.matches));
  }

  /** Saves the settings, and passes them to the style sheets. Call it in an effect. */
  apply(): void {
    const root = document.documentElement;
    root.lang = this.lang;
    root.dataset["theme"] = this.theme;
    root.dataset["motion"] = this.calm ? "calm" : "full";
    const { lang, theme, motion, sound, notify } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ lang, theme, motion, sound, notify } satisfies Kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
