// The parts that the faces of bots are put together from, as SVG in a square of 64.
//
// The head fills the middle: its top is at 15, its chin at 51, its ears at 15 and 49. Each part draws one thing in the
// colours that it gets, and any may be worn with any other.

/** What a part is painted with. */
export interface Paints {
  skin: string;
  /** Ears, noses, folds. */
  shade: string;
  hair: string;
  /** Strands and shadows in the hair. */
  hairShade: string;
  cloth: string;
  clothShade: string;
  /** Hats, bows, glasses of colour. */
  extra: string;
}

type Part = (paints: Paints) => string;

const INK = "#33271d";

const path = (fill: string, d: string): string => `<path fill="${fill}" d="${d}"/>`;
const stroke = (colour: string, width: number, d: string): string =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
const disc = (fill: string, x: number, y: number, r: number, ry = r): string =>
  `<ellipse fill="${fill}" cx="${x}" cy="${y}" rx="${r}" ry="${ry}"/>`;
/** The same on both sides. */
const both = (draw: (x: (at: number) => number) => string): string =>
  draw((at) => at) + draw((at) => Math.round(640 - at * 10) / 10);

/** Shapes of the head. */
export const HEADS: Record<string, string> = {
  round: "M32 15.5c10 0 16.6 7 16.6 17.4S42 51 32 51 15.4 43.3 15.4 32.9 22 15.5 32 15.5z",
  oval: "M32 15c9.3 0 15.4 7 15.4 17.2C47.4 43.6 40.6 52 32 52s-15.4-8.4-15.4-19.8C16.6 22 22.7 15 32 15z",
  square: "M32 15.5c10.4 0 16 5.6 16 15.5v5c0 10-5.6 15.5-16 15.5S16 46 16 36v-5c0-9.9 5.6-15.5 16-15.5z",
  heart: "M32 15.5c9.8 0 16.4 6 16.4 15.5 0 10-8.4 21-16.4 21S15.6 41 15.6 31c0-9.5 6.6-15.5 16.4-15.5z",
  pear: "M32 15.5c8.6 0 13.6 5.5 14.6 13.5.5 4 2.4 6 2.4 10 0 7.5-7 12.5-17 12.5S15 46.5 15 39c0-4 1.9-6 2.4-10 1-8 6-13.5 14.6-13.5z",
};

/** What hair lies behind the head and the shoulders. */
export const HAIR_BACK: Record<string, Part> = {
  bob: ({ hairShade }) =>
    path(hairShade, "M11.5 32C11 17 20 9 32 9s21 8 20.5 23l1.5 15.5c.2 2-1 3-3 3H13c-2 0-3.2-1-3-3z"),
  long: ({ hairShade }) =>
    path(hairShade, "M11.5 31C11 17 20 9 32 9s21 8 20.5 22c0 10 .5 17 2 23.5-8 6-37 6-45 0 1.5-6.5 2-13.5 2-23.5z"),
  waves: ({ hairShade }) =>
    path(
      hairShade,
      "M32 8.5c13 0 20.5 7 21 18 4 3 4 7.5 1.5 10 3.5 3.5 3 8 .5 10 2 4 0 8-3 9.5H12c-3-1.5-5-5.5-3-9.5-2.5-2-3-6.5.5-10-2.5-2.5-2.5-7 1.5-10 .5-11 8-18 21-18z",
    ),
  afro: ({ hair }) => disc(hair, 32, 27, 22.5, 21.5),
  curls: ({ hairShade }) =>
    [
      [14, 30],
      [50, 30],
      [12.5, 39],
      [51.5, 39],
      [15, 47],
      [49, 47],
    ]
      .map(([x = 0, y = 0]) => disc(hairShade, x, y, 6))
      .join(""),
  pigtails: ({ hair, hairShade, extra }) =>
    both(
      (x) =>
        disc(hair, x(8.5), 39, 6, 8) +
        stroke(hairShade, 1, `M${x(8)} 34Q${x(5.5)} 40 ${x(8.5)} 45`) +
        disc(extra, x(12.5), 32, 3),
    ),
  puffs: ({ hair, extra }) => both((x) => disc(hair, x(12), 16, 9.5) + disc(extra, x(18), 21.5, 3)),
  ponytail: ({ hair, hairShade }) =>
    path(hair, "M44 14c9-2 14 4 13 14-.6 7 1 12 4 15-7 2-13-2-14-11s-5-14-3-18z") +
    stroke(hairShade, 1, "M49 19c4 5 2 13 5 20"),
  braids: ({ hair, hairShade, extra }) =>
    both(
      (x) =>
        [37, 43, 49].map((y) => disc(hair, x(12), y, 4.6, 4.2)).join("") +
        [40, 46].map((y) => stroke(hairShade, 1, `M${x(9)} ${y}L${x(15)} ${y}`)).join("") +
        disc(extra, x(12), 53, 3),
    ),
  sideways: ({ hair, hairShade }) =>
    path(hair, "M48 22c6 6 8 16 6 26-1 5-5 8-9 8-2-8 2-20 3-34z") + stroke(hairShade, 1, "M50 32c1 7 0 13-2 18"),
  mane: ({ hairShade }) => path(hairShade, "M12 30c-1-13 8-21 20-21s21 8 20 21l3 8-2 10-8 3H19l-8-3-2-10z"),
};

/** What hair lies over the forehead. */
export const HAIR_FRONT: Record<string, Part> = {
  crop: ({ hair }) =>
    path(
      hair,
      "M14.5 32C12.5 18 21 10.5 32 10.5S51.5 18 49.5 32c-1-4-2.5-6.5-4.5-8.5-7 1.5-19 1.5-26 0-2 2-3.5 4.5-4.5 8.5z",
    ),
  fringe: ({ hair, hairShade }) =>
    path(hair, "M14 35C11.5 17.5 20 9.5 32 9.5S52.5 17.5 50 35l-3.5-8.5c-8 2-21 2-29 0z") +
    stroke(hairShade, 1, "M27 17.5l-1.5 9M37 17.5l1.5 9"),
  side: ({ hair, hairShade }) =>
    path(
      hair,
      "M14.5 33C11.5 18 20.5 10 33 10s20 8.5 16.5 23c-1-4-2.5-7-5-9.5-8 .5-16-1.5-19.5-6-1 5-7.5 7.5-10.5 15.5z",
    ) + stroke(hairShade, 1, "M25 17.5c2-2 5-3.5 8-4"),
  curtain: ({ hair, hairShade }) =>
    path(hair, "M14 36C11 18 20 9.5 32 9.5S53 18 50 36c-1.5-9-8-14-18-17.5C22 22 15.5 27 14 36z") +
    stroke(hairShade, 1, "M32 10.5v7.5"),
  swept: ({ hair, hairShade }) =>
    path(hair, "M14.5 33C12 18 20.5 10 32 10s19.5 8 17.5 23c-1-5-4-8.5-7-10-9-1-16 0-23.5 3-1.5 2-3 4-4.5 7z") +
    stroke(hairShade, 1, "M20 19c6-4 14-5 21-3"),
  spikes: ({ hair }) =>
    path(
      hair,
      "M14.5 32c-3-6-2-11 .5-15l3 3c0-5 2.5-9 6-11l1.5 4c2-4 5-6.5 9-7l.5 4.5c4-2 8-1.5 11 .5l-2 4c4 1 6.5 4 7 8l-3 .5c1.5 3 2 5.5 1 8.5-1-3-2.5-6-4.5-8.5-8 2-18 2-25 0-2 2-4 5-5 8.5z",
    ),
  quiff: ({ hair, hairShade }) =>
    path(
      hair,
      "M15 32c-2.5-8-1.5-14 3-18C22 6 34 3.5 42 6c6 2 8 6 6.5 10 2.5 4 2.5 10 .5 16-1-4-2-6.5-4-8.5-9 1-18 1-26 0-2 2-3 4.5-4 8.5z",
    ) + stroke(hairShade, 1.2, "M21 17c5-6 14-8 22-5"),
  curly: ({ hair, hairShade }) =>
    [
      [16.5, 25, 5],
      [19, 17.5, 5.5],
      [26, 12.5, 6],
      [34, 11.5, 6],
      [42, 14, 6],
      [47, 20.5, 5.5],
      [48, 27, 4.5],
      [24, 20, 4.5],
      [32, 19, 5],
      [40, 20.5, 4.5],
    ]
      .map(([x = 0, y = 0, r = 0]) => disc(hair, x, y, r))
      .join("") + stroke(hairShade, 1, "M23 13a3.5 3.5 0 0 1 5 1M36 12a3.5 3.5 0 0 1 5 2"),
  band: ({ hair }) =>
    path(hair, "M14.5 33C12.5 19 21 12 32 12s19.5 7 17.5 21c-1-6-4-11-8-12.5-5-1.5-14-1.5-19 0-4 1.5-7 6.5-8 12.5z"),
  buzz: ({ hairShade }) =>
    `<g opacity=".75">${path(hairShade, "M15 31c-1-11 6-17.5 17-17.5S50 20 49 31c-1.5-5-3-7.5-5-9-7-1.5-17-1.5-24 0-2 1.5-3.5 4-5 9z")}</g>`,
  bun: ({ hair, hairShade }) =>
    disc(hair, 32, 8.5, 7, 6.5) +
    stroke(hairShade, 1, "M28 7.5q4 3 8 0") +
    path(hair, "M14.5 33C12.5 18 21 11 32 11s19.5 7 17.5 22c-1-5-3.5-9-8-11.5-6 1-13 1-19 0-4.5 2.5-7 6.5-8 11.5z"),
  beehive: ({ hair, hairShade }) =>
    path(
      hair,
      "M14.5 33c-2-8-1-13 2-17C18 7 24 2.5 32 2.5S46 7 47.5 16c3 4 4 9 2 17-1-5-4-9-8.5-11-6 1.5-12 1.5-18 0-4.5 2-7.5 6-8.5 11z",
    ) + stroke(hairShade, 1.2, "M20 15c8-4 16-4 24 0M23 9c6-3 12-3 18 0"),
  temples: ({ hair }) =>
    both((x) =>
      path(hair, `M${x(15)} 37C${x(11)} 31 ${x(12.5)} 24 ${x(18)} 21C${x(19)} 25 ${x(17.5)} 31 ${x(17)} 36Z`),
    ),
  receding: ({ hair }) =>
    path(
      hair,
      "M14.5 34C11.5 19 21 11.5 32 11.5S52.5 19 49.5 34c-1-5-2-9-5-12-2-2-5-4-7-4.5-2 1-4 2.5-5.5 4.5-1.5-2-3.5-3.5-5.5-4.5-2 .5-5 2.5-7 4.5-3 3-4 7-5 12z",
    ),
  tuft: ({ hair }) => stroke(hair, 2, "M32 15c-1-4 0-6 3-8M32 15c-2-3-4-4-6-4M32 15c2-3 5-4 8-3"),
  mop: ({ hair, hairShade }) =>
    path(
      hair,
      "M13.5 36c-3-6-2.5-12 0-16C15 12 23 7.5 32 8c9-.5 17 4 18.5 12 2.5 4 3 10 0 16l-3-7-3 2-3-4-3.5 3-4-3.5-4 3.5-4-3.5-3.5 3-3-3.5-3 2.5-3-1.5z",
    ) + stroke(hairShade, 1, "M24 14c-2 3-3 5-3 8M38 13c2 3 3 6 3 9"),
};

/** Eyes. The lower ones of children are drawn by moving the whole group. */
export const EYES: Record<string, Part> = {
  dots: () => both((x) => disc(INK, x(25), 34, 2.2, 2.4)),
  bright: () => both((x) => disc(INK, x(25), 34, 2.9, 3.2)) + both((x) => disc("#fff", x(25) + 1, 32.9, 0.95)),
  laughing: () => both((x) => stroke(INK, 1.8, `M${x(25) - 3.2} 35q3.2-4 6.4 0`)),
  calm: () => both((x) => stroke(INK, 1.8, `M${x(25) - 3} 33.5q3 3 6 0`)),
  narrow: () => both((x) => disc(INK, x(25), 34.3, 2.6, 1.5)),
  lashes: () =>
    both((x) => disc(INK, x(25), 34, 2.3, 2.5)) +
    both((x) => stroke(INK, 1.2, `M${x(22.8)} 33L${x(20.5)} 31.7M${x(23.6)} 31.7L${x(22)} 29.9`)),
  wink: () => disc(INK, 25, 34, 2.3, 2.5) + stroke(INK, 1.8, "M36 34.5q3-3 6 0"),
  almond: () =>
    both((x) => path("#fffaf0", `M${x(20.8)} 34.4Q${x(25)} 30.3 ${x(29)} 34.4Q${x(25)} 37 ${x(20.8)} 34.4Z`)) +
    both((x) => disc(INK, x(25), 34, 2, 2.1)),
};

export const BROWS: Record<string, Part> = {
  soft: ({ hairShade }) => both((x) => stroke(hairShade, 1.5, `M${x(22)} 28.8Q${x(25)} 27.3 ${x(28)} 28.6`)),
  bushy: ({ hairShade }) => both((x) => stroke(hairShade, 2.9, `M${x(21.5)} 29Q${x(25)} 26.8 ${x(28.3)} 28.6`)),
  raised: ({ hairShade }) => both((x) => stroke(hairShade, 1.6, `M${x(22)} 27.3Q${x(25)} 24.8 ${x(28)} 26.8`)),
  keen: ({ hairShade }) => both((x) => stroke(hairShade, 1.8, `M${x(21.8)} 27.6Q${x(25)} 27.4 ${x(28.2)} 29`)),
  quizzical: ({ hairShade }) => stroke(hairShade, 1.7, "M22 29h6M36 27.5q3-3 6-.8"),
};

export const MOUTHS: Record<string, Part> = {
  smile: () => stroke(INK, 1.7, "M27 43.3q5 4 10 0"),
  small: () => stroke(INK, 1.7, "M29 44q3 2 6 0"),
  smirk: () => stroke(INK, 1.7, "M28 44.3q5 1 8-1.8"),
  straight: () => stroke(INK, 1.7, "M28.5 44.2h7"),
  grin: () => path("#7a2f25", "M26 42.3h12c0 4.2-2.6 6.5-6 6.5s-6-2.3-6-6.5z") + path("#fffaf0", "M27 42.3h10v1.7H27z"),
  gap: () =>
    path("#7a2f25", "M26 42.3h12c0 4.2-2.6 6.5-6 6.5s-6-2.3-6-6.5z") +
    path("#fffaf0", "M27.5 42.3h3.6v2.2h-3.6zM33 42.3h3.6v2.2H33z"),
  oh: () => disc("#7a2f25", 32, 45, 2.2, 2.5),
  lips: () => path("#b0483f", "M27.5 43.8q2.5-1.8 4.5-.5 2-1.3 4.5.5-2 3.2-4.5 3.2t-4.5-3.2z"),
};

export const NOSES: Record<string, Part> = {
  button: ({ shade }) => disc(shade, 32, 38.6, 1.9, 1.6),
  bridge: ({ shade }) => stroke(shade, 1.7, "M32.3 34.5q-2.3 3-1.8 4.6t3 .3"),
  broad: ({ shade }) => stroke(shade, 1.8, "M29 38.8q3 2.6 6 0"),
  roman: ({ shade }) => stroke(shade, 1.9, "M32.5 31q-.3 5-2.3 8 1.8 2 4 .6"),
  bulb: ({ shade }) => disc(shade, 32, 38.8, 2.9, 2.5),
};

export const BEARDS: Record<string, Part> = {
  beard: ({ hair }) =>
    path(hair, "M15.6 34c1 3 3 5.5 6 6 3-2 7-2 10-1 3-1 7-1 10 1 3-.5 5-3 6-6 1 12-5 21.5-16 21.5S14.6 46 15.6 34z") +
    path("#8a3b30", "M28.5 44q3.5-1 7 0-1 2.5-3.5 2.5T28.5 44z"),
  greatbeard: ({ hair, hairShade }) =>
    path(
      hair,
      "M15.6 33c1 3 3 6 6 6.5 3-2 7-2 10.4-1 3.4-1 7.4-1 10.4 1 3-.5 5-3.5 6-6.5 2.6 12-1 30-16.4 30S13 45 15.6 33z",
    ) +
    stroke(hairShade, 1, "M26 50c0 4 1 7 2 9M38 50c0 4-1 7-2 9M32 52v8") +
    path("#8a3b30", "M28.5 44q3.5-1 7 0-1 2.5-3.5 2.5T28.5 44z"),
  moustache: ({ hair }) =>
    path(hair, "M32 40.5c2.5-2 7-1.5 10.5 3-4 .8-7.5.6-10.5-1-3 1.6-6.5 1.8-10.5 1 3.5-4.5 8-5 10.5-3z"),
  handlebar: ({ hair }) =>
    path(
      hair,
      "M32 41c3-2.5 6-1 8 1 2 1.6 4 1 4.5-1.5 2.2 3.5.2 6.3-3.5 6-4 0-6.5-1.5-9-3-2.5 1.5-5 3-9 3-3.7.3-5.7-2.5-3.5-6 .5 2.5 2.5 3.1 4.5 1.5 2-2 5-3.5 8-1z",
    ),
  goatee: ({ hair }) => path(hair, "M27.5 47.5c2-.8 7-.8 9 0 .5 4-1 7.5-4.5 8.5-3.5-1-5-4.5-4.5-8.5z"),
  stubble: ({ hairShade }) =>
    `<g opacity=".28">${path(hairShade, "M16 35c2 3 4 4.5 7 5 3-1.5 6-1.5 9-1 3-.5 6-.5 9 1 3-.5 5-2 7-5 .6 10-5 16.5-16 16.5S15.4 45 16 35z")}</g>`,
  chops: ({ hair }) =>
    both((x) =>
      path(hair, `M${x(15.5)} 30C${x(14.5)} 39 ${x(17)} 45 ${x(22)} 48C${x(24)} 44 ${x(20)} 40 ${x(19)} 30Z`),
    ),
};

export const GLASSES: Record<string, Part> = {
  rounds: ({ extra }) =>
    both(
      (x) =>
        `<circle fill="#fff" fill-opacity=".14" stroke="${extra}" stroke-width="1.8" cx="${x(24.5)}" cy="34" r="5.6"/>`,
    ) + stroke(extra, 1.8, "M30 33q2-1.4 4 0"),
  squares: ({ extra }) =>
    both(
      (x) =>
        `<rect fill="#fff" fill-opacity=".14" stroke="${extra}" stroke-width="1.9" x="${Math.min(x(18.6), x(29.8))}" y="29.6" width="11.2" height="8.8" rx="2.4"/>`,
    ) + stroke(extra, 1.9, "M29.8 33h4.4"),
  cats: ({ extra }) =>
    both(
      (x) =>
        `<path fill="#fff" fill-opacity=".16" stroke="${extra}" stroke-width="1.8" stroke-linejoin="round" d="M${x(17)} 29L${x(29.5)} 31C${x(30)} 37 ${x(27)} 39 ${x(24)} 38.6C${x(20)} 38.2 ${x(18.5)} 34 ${x(17)} 29Z"/>`,
    ) + stroke(extra, 1.8, "M29.6 32.5q2.4-1 4.8 0"),
  half: ({ extra }) =>
    both(
      (x) =>
        `<path fill="#fff" fill-opacity=".16" stroke="${extra}" stroke-width="1.5" d="M${x(19.5)} 36.5H${x(29.5)}A5 4.2 0 0 ${x(0) === 0 ? 1 : 0} ${x(19.5)} 36.5Z"/>`,
    ) + stroke(extra, 1.5, "M29.5 36.5q2.5-1.6 5 0"),
  monocle: ({ extra }) =>
    `<circle fill="#fff" fill-opacity=".16" stroke="${extra}" stroke-width="1.8" cx="39.5" cy="34" r="5.6"/>` +
    stroke(extra, 1, "M44.5 37q3.5 6 2 15"),
};

/** Hats and what else is worn; `over` the hair. */
export const EXTRAS: Record<string, Part> = {
  beret: ({ extra }) =>
    path(extra, "M11 21C9 11 21 5 34 6c12 .8 20 7 18 14-2 3-8 3-20 2.5-9-.3-16 1-21-1.5z") +
    stroke(extra, 2.4, "M36 7l2-4"),
  cap: ({ extra, cloth }) =>
    path(extra, "M14 25C13 13 21 8 32 8s19 5 18 17z") +
    path(cloth, "M30 22c9-2 20-1 28 4-6 2-19 1-28 1z") +
    disc(cloth, 32, 8.5, 2.2, 1.6),
  backcap: ({ extra, cloth }) =>
    path(extra, "M13.5 26C12 13 21 7.5 32 7.5S52 13 50.5 26c-6-3-10-4-18.5-4s-12.5 1-18.5 4z") +
    path(cloth, "M25 21.8q7-6 14 0z"),
  bobble: ({ extra, cloth }) =>
    disc(cloth, 32, 5.5, 5) +
    path(extra, "M13.5 25C12.5 13 21 7.5 32 7.5S51.5 13 50.5 25z") +
    `<rect fill="${cloth}" x="11.5" y="20.5" width="41" height="7" rx="3.5"/>`,
  straw: ({ extra, cloth }) =>
    path(extra, "M18 20C18 10 23 6 32 6s14 4 14 14z") +
    path(cloth, "M18 16.5c9 2 19 2 28 0v5H18z") +
    disc(extra, 32, 21.5, 27, 4),
  bowler: ({ extra, cloth }) =>
    path(extra, "M17 20C17 8 23 4 32 4s15 4 15 16z") +
    path(cloth, "M17 16.5h30v4H17z") +
    disc(extra, 32, 21, 21.5, 3.4),
  newsboy: ({ extra, clothShade }) =>
    path(extra, "M11.5 20C11 10 20 5.5 32 5.5S53 10 52.5 20c-3 3.5-10 2.5-20.5 2.5S14.5 23.5 11.5 20z") +
    path(clothShade, "M18 21.5c8-3 20-3 28 0 2 3 0 5-2 4.5-7-2-17-2-24 0-2 .5-4-1.5-2-4.5z"),
  turban: ({ extra, clothShade }) =>
    path(extra, "M13 27C10 12 19 5 32 5s22 7 19 22c-4-5-10-7-19-9-9 2-15 4-19 9z") +
    stroke(clothShade, 1.3, "M14 22C20 15 27 11 38 6M50 22c-4-6-10-10-18-12M32 18c5-2 9-5 12-9") +
    disc("#e8b953", 32, 14, 2.4),
  hijab: ({ extra, clothShade }) =>
    `<path fill="${extra}" fill-rule="evenodd" d="M32 7C17 7 9.5 17 9.5 30c0 12 2.5 19 .2 25A32 32 0 0 0 54.3 55c-2.3-6 .2-13 .2-25C54.5 17 47 7 32 7zM32 19c8.5 0 14 5.5 14 14.5C46 43 40 50.5 32 50.5S18 43 18 33.5C18 24.5 23.5 19 32 19z"/>` +
    stroke(clothShade, 1.3, "M16 52c8 4 24 4 33-2M14 45c2 4 6 8 11 10"),
  headscarf: ({ extra, cloth }) =>
    path(extra, "M12.5 30C11 15 20 8 32 8s21 7 19.5 22c-3-6-8-9.5-19.5-9.5S15.5 24 12.5 30z") +
    [
      [20, 17],
      [28, 13],
      [37, 13],
      [45, 18],
      [32, 18],
    ]
      .map(([x = 0, y = 0]) => disc(cloth, x, y, 1.4))
      .join("") +
    path(extra, "M12.5 28l-6 3 3 2-2.5 4 7-4z"),
  ribbon: ({ extra }) => stroke(extra, 3.6, "M16 22.5C22 15 42 15 48 22.5"),
  bow: ({ extra, clothShade }) =>
    path(extra, "M42 12l-7-4.5c-1 4-1 6 0 9zM42 12l7-4.5c1 4 1 6 0 9z") + disc(clothShade, 42, 12, 2.2),
  flower: ({ extra }) =>
    [0, 72, 144, 216, 288]
      .map((angle) => {
        const turn = (angle * Math.PI) / 180;
        return disc(extra, +(46 + 3.3 * Math.sin(turn)).toFixed(1), +(19 - 3.3 * Math.cos(turn)).toFixed(1), 2.7);
      })
      .join("") + disc("#f3cb70", 46, 19, 2.1),
  pencil: () =>
    `<g transform="rotate(-28 49 24)"><path fill="#e8b953" d="M47.6 14h3v15h-3z"/><path fill="#33271d" d="M47.6 29h3l-1.5 3.5z"/><path fill="#c0564a" d="M47.6 12h3v2.5h-3z"/></g>`,
  headphones: ({ extra }) => stroke(extra, 3, "M13 33C11 4 53 4 51 33") + both((x) => disc(extra, x(13.5), 35, 4.2, 6)),
  earrings: ({ extra }) => both((x) => disc(extra, x(14.5), 42, 2.1)),
  hoops: ({ extra }) =>
    both((x) => `<circle fill="none" stroke="${extra}" stroke-width="1.5" cx="${x(14)}" cy="43" r="3.4"/>`),
  freckles: ({ shade }) =>
    both((x) => disc(shade, x(20.5), 38.5, 0.8) + disc(shade, x(23), 40, 0.8) + disc(shade, x(24.5), 37.9, 0.8)),
  plaster: () =>
    `<g transform="rotate(-18 43 41)"><rect fill="#f3dcb8" x="38.5" y="39" width="9" height="4" rx="2"/><path fill="#c9a67c" d="M41.5 39h3v4h-3z"/></g>`,
  mole: () => disc(INK, 38.5, 41.5, 0.9),
  lines: ({ shade }) =>
    both((x) => stroke(shade, 1, `M${x(19)} 32L${x(17.2)} 30.8M${x(18.8)} 34.5H${x(16.8)}`)) +
    stroke(shade, 1, "M27 21.5q5-1.3 10 0M24.5 41q-1.5 2-1.3 4M39.5 41q1.5 2 1.3 4"),
};

/** What is worn below the chin. */
export const CLOTHES: Record<string, Part> = {
  tee: ({ clothShade }) => stroke(clothShade, 2, "M24.5 54.5q7.5 6 15 0"),
  collar: () => path("#fffaf0", "M32 58l-8-6.5-3.5 3L27 61zM32 58l8-6.5 3.5 3L37 61z"),
  scarf: ({ extra, clothShade }) =>
    path(extra, "M18 52c8 4.5 20 4.5 28 0l2 5c-9 5-23 5-32 0z") + stroke(clothShade, 1, "M24 55l-1 4M40 55l1 4"),
  bowtie: ({ extra }) =>
    path("#fffaf0", "M25 53l7 6 7-6v10.2A32 32 0 0 1 25 63.2z") +
    path(extra, "M32 56.5l-6.5-3.5v7zM32 56.5l6.5-3.5v7z") +
    disc(extra, 32, 56.5, 1.6),
  stripes: ({ clothShade }) =>
    stroke(clothShade, 2, "M15 58c11 3 23 3 34 0M24.5 61.8q7.5 1.2 15 0") +
    stroke(clothShade, 1.5, "M25 53.5q7 5 14 0"),
  overalls: ({ clothShade }) => path(clothShade, "M20 53l3.5-1L26 63.3 21.5 62zM44 53l-3.5-1L38 63.3l4.5-1.3z"),
  beads: ({ extra }) =>
    [23, 26.5, 30.2, 34, 37.6, 41].map((x, at) => disc(extra, x, 54 + [0, 1.8, 2.8, 2.8, 1.8, 0][at]!, 1.7)).join(""),
  rollneck: ({ clothShade }) => `<rect fill="${clothShade}" x="23" y="49.5" width="18" height="7" rx="3.5"/>`,
  hood: ({ clothShade }) => path(clothShade, "M14 58c2-7 8-9 18-9s16 2 18 9c-5-3-9-3.5-18-3.5S19 55 14 58z"),
  jacket: ({ clothShade }) =>
    path("#fffaf0", "M26 52l6 12 6-12z") + path(clothShade, "M26 52l-5 1.5 8 10.5h3zM38 52l5 1.5L35 64h-3z"),
};
