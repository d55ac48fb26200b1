// What each sound is made of: tones and bursts of noise, as data. sound.ts plays them.
//
// Wood rings at a few frequencies at once and is damped quickly, the higher ones first. The harder the surface, the
// longer it rings and the brighter is its click.

/** One tone or burst of noise. */
export interface Voice {
  kind: "tone" | "noise";
  /** When it begins, in seconds. */
  at: number;
  /** Hertz; for noise, the middle of what is let through. */
  frequency: number;
  /** Where the frequency glides to while it lasts. */
  to?: number;
  /** Loudness at its peak; 1 is as loud as a speaker can be. */
  gain: number;
  /** How long it takes to its peak, and from there to silence, in seconds. */
  attack: number;
  decay: number;
}

/** How a material rings. */
interface Material {
  /** The lowest tone on the table, in hertz. */
  pitch: number;
  /** The tones: how many times the lowest, how loud, and how long. */
  tones: readonly (readonly [ratio: number, gain: number, decay: number])[];
  click: { frequency: number; gain: number; decay: number };
}

/** By the names of finishes in look/palette.json. */
const MATERIALS: Record<string, Material> = {
  // A bare block: round and short.
  "bare wood": {
    pitch: 205,
    tones: [
      [1, 0.34, 0.13],
      [2.57, 0.12, 0.07],
      [4.9, 0.045, 0.035],
    ],
    click: { frequency: 1500, gain: 0.14, decay: 0.018 },
  },
  // Oil keeps it soft: deep and full.
  "oiled wood": {
    pitch: 165,
    tones: [
      [1, 0.36, 0.18],
      [2.4, 0.1, 0.08],
      [4.6, 0.03, 0.03],
    ],
    click: { frequency: 1100, gain: 0.12, decay: 0.02 },
  },
  // Paint makes it harder: higher and longer.
  lacquer: {
    pitch: 262,
    tones: [
      [1, 0.3, 0.16],
      [2.76, 0.14, 0.1],
      [5.4, 0.06, 0.05],
    ],
    click: { frequency: 2600, gain: 0.16, decay: 0.014 },
  },
  // Printed card on wood: a dull tap.
  print: {
    pitch: 150,
    tones: [
      [1, 0.26, 0.07],
      [2.3, 0.06, 0.03],
    ],
    click: { frequency: 900, gain: 0.22, decay: 0.03 },
  },
};

/** The finishes whose sound is known. */
export const materials: readonly string[] = Object.keys(MATERIALS);

/** What an unknown finish sounds like. */
const PLAIN = MATERIALS["bare wood"] as Material;

/** Above this height nothing sounds higher. */
const HIGHEST = 9;

export interface Laid {
  /** The finish of the piece: "lacquer", "print", … */
  material: string;
  /** How high it lies, in cubes. */
  height: number;
}

/** A piece that lands. On a tower it sounds higher, and hollow: the tower under it answers. */
export function knock({ material, height }: Laid, loudness = 1, at = 0): Voice[] {
  const { pitch, tones, click } = MATERIALS[material] ?? PLAIN;
  const level = Math.min(Math.max(height, 0), HIGHEST);
  const base = pitch * 2 ** (level / 8);
  const voices: Voice[] = tones.map(([ratio, gain, decay]) => ({
    kind: "tone",
    at,
    frequency: base * ratio * 1.25,
    to: base * ratio,
    gain: gain * loudness,
    attack: 0.001,
    decay,
  }));
  const { frequency, gain, decay } = click;
  voices.push({
    kind: "noise",
    at,
    frequency: frequency * (1 + level / 12),
    gain: gain * loudness,
    attack: 0.001,
    decay,
  });
  if (level > 0)
    voices.push({
      kind: "tone",
      at: at + 0.004,
      frequency: base / 2,
      gain: 0.03 * Math.min(level, 5) * loudness,
      attack: 0.004,
      decay: 0.16,
    });
  return voices;
}

/** A bar of a marimba: the second tone is two octaves above the first. */
function bar(frequency: number, gain: number, at: number, decay = 0.45): Voice[] {
  return [
    { kind: "tone", at, frequency, gain, attack: 0.004, decay },
    { kind: "tone", at, frequency: frequency * 4, gain: gain * 0.22, attack: 0.002, decay: decay * 0.25 },
    { kind: "noise", at, frequency: frequency * 5, gain: gain * 0.18, attack: 0.001, decay: 0.012 },
  ];
}

/** The notes that are used, in hertz. */
const [D4, F4, G4, A4, B4, C5, E5, G5, A5, C6] = [
  293.66, 349.23, 392, 440, 493.88, 523.25, 659.26, 783.99, 880, 1046.5,
];

/** A piece that is set down, not laid. */
const SET_DOWN: Laid = { material: "bare wood", height: 0 };

export const recipes = {
  laid: (laid: Laid): Voice[] => knock(laid),
  /** A piece leaves its place: a light tick. */
  picked: (): Voice[] => [
    { kind: "tone", at: 0, frequency: 420, to: 560, gain: 0.11, attack: 0.002, decay: 0.05 },
    { kind: "noise", at: 0, frequency: 2400, gain: 0.06, attack: 0.001, decay: 0.015 },
  ],
  /** A piece slides off the pile, and is set down. */
  drawn: (): Voice[] => [
    { kind: "noise", at: 0, frequency: 900, to: 2200, gain: 0.09, attack: 0.05, decay: 0.09 },
    ...knock(SET_DOWN, 0.4, 0.14),
  ],
  /** Two soft notes, up. */
  turn: (): Voice[] => [...bar(E5, 0.16, 0), ...bar(A5, 0.14, 0.13, 0.6)],
  /** Points won, or lost. */
  points: (won: boolean): Voice[] =>
    won
      ? [...bar(G5, 0.1, 0, 0.25), ...bar(C6, 0.1, 0.07, 0.35)]
      : [...bar(G4, 0.1, 0, 0.25), ...bar(E5 / 2, 0.1, 0.09, 0.35)],
  /** Two dull taps: not there. */
  refused: (): Voice[] => [
    ...knock({ material: "print", height: 0 }, 0.6),
    ...knock({ material: "print", height: 0 }, 0.45, 0.09),
  ],
  /** Something is announced: an open fifth. */
  announced: (): Voice[] => [...bar(C5, 0.14, 0, 0.6), ...bar(G5, 0.12, 0.06, 0.7)],
  /** One more line of the count. */
  counted: (): Voice[] => bar(C5 * 2, 0.08, 0, 0.12),
  /** A cadence home. */
  won: (): Voice[] => [
    ...bar(G4, 0.14, 0, 0.4),
    ...bar(B4, 0.14, 0.12, 0.4),
    ...bar(C5, 0.16, 0.3, 1),
    ...bar(E5, 0.14, 0.34, 1),
    ...bar(G5, 0.12, 0.38, 1.1),
  ],
  /** Down to a quiet close. */
  lost: (): Voice[] => [...bar(A4, 0.14, 0, 0.5), ...bar(F4, 0.14, 0.16, 0.5), ...bar(D4, 0.16, 0.34, 1)],
};

/** When the last voice is silent. */
export const lengthOf = (voices: readonly Voice[]): number =>
  Math.max(...voices.map(({ at, attack, decay }) => at + attack + decay));
