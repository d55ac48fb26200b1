/**
 * All that is drawn on pieces and stands for seats, as path data, by the names that scenes use. Drawn for this project.
 *
 * One ink each: what tells them apart is the outline, down to the size of a finger's nail.
 */
import { numberDrawing } from "./digits";
import { colourOf, isPaint } from "./palette";
import { around, both, disc, mirrored, star, type Drawing, type Stroke } from "./shapes";

const filled = (...paths: string[]): Drawing => paths.map((d) => ({ d }));

/** A mark that identifies a colour without showing it. */
const SHAPES: Record<string, Drawing> = {
  yellow: filled(disc(50, 50, 37)),
  red: filled("M50 9L93 83L7 83z"),
  blue: filled("M50 4L88 50L50 96L12 50z"),
  green: filled("M17 17L83 17L83 83L17 83z"),
  violet: filled(star(5, 47, 20, 54)),
  orange: filled("M36 9L64 9L64 36L91 36L91 64L64 64L64 91L36 91L36 64L9 64L9 36L36 36z"),
  white: filled(disc(50, 50, 40) + disc(50, 50, 21)),
  black: filled("M66 12C34 2 8 26 10 54C12 84 44 100 70 84C48 82 38 66 38 48C38 30 48 18 66 12z"),
  brown: filled("M14 10L86 10L58 50L86 90L14 90L42 50z"),
  pink: filled("M50 90C20 68 6 52 6 34C6 10 38 6 50 28C62 6 94 10 94 34C94 52 80 68 50 90z"),
  grey: filled(star(3, 44, 44)),
};

/** How many there are of something is what each mark is about: so one remembers them. */
const MARKS: Record<string, Drawing> = {
  "mark-1": filled(disc(50, 50, 42) + disc(50, 50, 29) + disc(50, 50, 15)),
  "mark-2": filled("M44 8C20 8 6 28 6 50C6 72 20 92 44 92z", "M56 8C80 8 94 28 94 50C94 72 80 92 56 92z"),
  "mark-3": filled(around(3, (x, y) => disc(x, y, 21), 25)),
  "mark-4": filled(around(4, (x, y) => `M${x} ${y - 21}L${x + 21} ${y}L${x} ${y + 21}L${x - 21} ${y}z`, 25)),
  "mark-5": filled(star(5, 48, 19, 53)),
  "mark-6": [{ d: "M50 8L50 92M13.6 29L86.4 71M86.4 29L13.6 71", width: 15 }],
};

const EYES = both(disc(37, 50, 5.5));

const CLANS: Record<string, Drawing> = {
  monkeys: filled(
    "M50 8C72 8 82 24 82 46C82 74 68 94 50 94C32 94 18 74 18 46C18 24 28 8 50 8z" +
      // The bare face: brows, then a wide mouth.
      "M50 40C46 30 28 28 27 44C26 54 34 56 33 64C31 78 40 86 50 86C60 86 69 78 67 64C66 56 74 54 73 44C72 28 54 30 50 40z" +
      disc(39, 47, 4.5) +
      disc(61, 47, 4.5) +
      "M40 70C44 76 56 76 60 70C60 82 40 82 40 70z",
    disc(13, 44, 12) + disc(13, 44, 5),
    disc(87, 44, 12) + disc(87, 44, 5),
  ),
  snakes: [
    { d: "M32 22C60 12 84 26 74 42C66 54 30 46 24 62C18 80 52 90 86 78", width: 17 },
    { d: "M8 24C8 12 24 6 40 12C46 16 46 30 38 34C22 40 8 36 8 24z" + disc(26, 20, 4.5) },
    { d: "M12 32L4 44M7 39L14 46", width: 4.5 },
  ],
  toucans: filled(
    // Head and breast.
    "M46 14C24 8 8 24 8 50C8 68 12 82 16 94L50 94C50 78 58 68 54 50z" + disc(34, 36, 8) + disc(34, 36, 3),
    // The upper bill, longer than the head.
    "M50 12C76 8 98 26 94 62C88 50 76 46 57 45z",
    "M58 51C74 52 82 55 86 62C76 68 66 66 60 64z",
  ),
  tigers: filled(
    "M50 14C60 14 68 16 74 20C78 10 94 10 93 26C93 34 88 38 86 40C90 50 90 62 84 72C78 86 64 94 50 94C36 94 22 86 16 72C10 62 10 50 14 40C12 38 7 34 7 26C6 10 22 10 26 20C32 16 40 14 50 14z" +
      // Stripes from the brow and the cheeks.
      "M46 14L54 14L50 38z" +
      both("M34 19L41 16L43 34z") +
      both("M11 58L32 62L13 66z") +
      both("M17 76L36 73L22 82z") +
      both(disc(34, 49, 6)) +
      "M41 64L59 64L50 74z",
  ),
  hippos: filled(
    "M24 12C31 6 38 10 39 18C46 16 54 16 61 18C62 10 69 6 76 12C82 18 79 26 74 29C77 36 78 42 80 48C92 54 96 64 94 74C91 88 72 94 50 94C28 94 9 88 6 74C4 64 8 54 20 48C22 42 23 36 26 29C21 26 18 18 24 12z" +
      both(disc(38, 36, 5)) +
      both(disc(31, 64, 6, 7.5)) +
      "M24 80C38 88 62 88 76 80L72 76C60 82 40 82 28 76z",
  ),
  crocodiles: filled(
    // Seen from the side: the upper jaw with eye and teeth, the lower one open.
    "M96 24C90 12 76 10 70 20L64 28L14 38C4 40 3 50 10 54L16 47L23 54L30 46L37 53L44 45L51 52L58 45L66 54C76 60 97 56 97 40z" +
      disc(80, 24, 5),
    "M97 62C88 68 76 68 66 64L60 70L53 63L46 71L39 64L32 72L25 66L18 73L12 68C4 74 6 86 18 87L62 88C82 88 96 80 97 62z",
  ),
};

/** A dog's head from the front: what differs is the ears and the face. */
const SKULL =
  "M50 18C68 18 79 30 79 48C79 60 73 66 70 76C66 88 58 95 50 95C42 95 34 88 30 76C27 66 21 60 21 48C21 30 32 18 50 18z";
const NOSE = disc(50, 72, 9, 6.5);
const BEARD =
  "M50 18C66 18 76 28 77 46C77 54 76 58 84 70C86 84 70 97 50 97C30 97 14 84 16 70C24 58 23 54 23 46C24 28 34 18 50 18z";
const BLAZE = "M46 18L54 18L57 44L54 58L46 58L43 44z";

const FLOPPY = "M34 20C16 12 2 34 4 62C5 76 18 78 22 66C24 52 26 38 40 28z";
const POINTED = "M22 46C18 30 18 14 20 3C32 6 42 14 48 22z";
const LONG = "M32 20C10 20 4 50 8 82C10 94 22 92 24 82C26 62 26 42 40 30z";
const FOLDED = "M26 40C14 34 8 22 8 10C22 6 38 12 46 22C38 26 30 32 26 40z";

const RIM = 9;

const dog = (ear: string, face: string): Drawing =>
  filled(face + EYES + NOSE, ear, mirrored(ear)).map((stroke) => ({ ...stroke, rim: RIM }));

const ANIMALS: Record<string, Drawing> = {
  "dog-brown": dog(FLOPPY, SKULL),
  "dog-white": dog(POINTED, SKULL),
  "dog-grey": dog(FOLDED, BEARD),
  "dog-1": dog(LONG, SKULL),
  "dog-2": dog(FOLDED, SKULL + BLAZE),
  "dog-3": dog(FLOPPY, BEARD),
  "dog-4": dog(POINTED, BEARD),
  "dog-5": dog(LONG, SKULL + BLAZE),
  "dog-6": dog(FLOPPY, SKULL + BLAZE),
  "dog-7": dog(LONG, BEARD),
  "dog-8": dog(POINTED, SKULL + BLAZE),
  cat: [
    {
      d:
        "M14 6L38 25C46 23 54 23 62 25L86 6C92 26 90 42 88 54C87 76 70 92 50 92C30 92 13 76 12 54C10 42 8 26 14 6z" +
        both("M26 52C32 43 41 46 43 56C36 60 30 58 26 52z") +
        "M43 68L57 68L50 76z",
      rim: RIM,
    },
    { d: "M18 72L-2 68M20 80L2 86M82 72L102 68M80 80L98 86", width: 4 },
  ],
};

const GROUNDS: Record<string, Drawing> = {
  // Its centre is the upper left corner.
  quarter: filled("M0 0L100 0A100 100 0 0 1 0 100z"),
  flower: [{ d: around(5, (x, y) => disc(x, y, 17), 26) }, { d: disc(50, 50, 20) + disc(50, 50, 9) }],
  fountain: [
    {
      d: "M50 74L50 22M50 30C46 12 22 12 20 38M50 30C54 12 78 12 80 38M50 46C46 34 36 36 35 52M50 46C54 34 64 36 65 52",
      width: 8,
    },
    { d: "M10 66L90 66C88 84 76 92 50 92C24 92 12 84 10 66z" },
  ],
  paving: filled(
    "M8 14L46 14L46 34L8 34z" +
      "M54 14L92 14L92 34L54 34z" +
      "M8 41L24 41L24 60L8 60z" +
      "M32 41L68 41L68 60L32 60z" +
      "M76 41L92 41L92 60L76 60z" +
      "M8 67L46 67L46 87L8 87z" +
      "M54 67L92 67L92 87L54 87z",
  ),
};

const BELONGINGS: Record<string, Drawing> = {
  bone: filled(
    "M28 40L72 40C66 26 80 14 90 26C100 34 98 44 90 50C98 56 100 66 90 74C80 86 66 74 72 60L28 60C34 74 20 86 10 74C0 66 2 56 10 50C2 44 0 34 10 26C20 14 34 26 28 40z",
  ),
  ball: [
    { d: disc(50, 50, 40), width: 9 },
    { d: "M24 20C44 36 44 64 24 80M76 20C56 36 56 64 76 80", width: 8 },
  ],
  paw: filled(
    "M50 46C64 46 82 66 78 80C74 92 62 86 50 86C38 86 26 92 22 80C18 66 36 46 50 46z",
    disc(37, 24, 10, 14),
    disc(63, 24, 10, 14),
    disc(15, 46, 9, 12),
    disc(85, 46, 9, 12),
  ),
  bowl: filled(
    "M22 40L78 40L94 86L6 86z" + "M30 56L70 56L74 68L26 68z",
    "M16 34C16 22 30 24 34 20C42 10 58 10 66 20C70 24 84 22 84 34z",
  ),
};

const DRAWINGS: Record<string, Drawing> = { ...SHAPES, ...MARKS, ...CLANS, ...ANIMALS, ...GROUNDS, ...BELONGINGS };

const UNKNOWN: Drawing = [{ d: disc(50, 50, 30), width: 10 }];

/** The names of all drawings there are; numbers up to 99 are drawn as themselves. */
export const drawingNames: readonly string[] = Object.keys(DRAWINGS);

export function drawingOf(name: string): Drawing {
  const drawing = DRAWINGS[name] ?? numberDrawing(name);
  if (drawing) return drawing;
  if (import.meta.env?.DEV) throw new Error(`there is no drawing “${name}”`);
  return UNKNOWN;
}

/** The colour of the rim around something in this ink: what differs most from it. */
export function rimOf(ink: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(ink.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 110 ? colourOf("ink") : colourOf("ivory");
}

function rimMarkup({ d, rim }: Stroke): string {
  return rim === undefined ? "" : `<path fill="none" stroke-width="${rim}" stroke-linejoin="round" d="${d}"/>`;
}

function strokeMarkup({ d, width }: Stroke): string {
  if (width === undefined) return `<path stroke="none" fill-rule="evenodd" d="${d}"/>`;
  return `<path fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
}

/** The paths of a drawing in SVG, filled with the current `color`; its rim, if it has one, has the current `stroke`. */
export function drawingMarkup(name: string): string {
  const drawing = drawingOf(name);
  return [...drawing.map(rimMarkup), ...drawing.map(strokeMarkup)].join("");
}

/** A drawing as SVG of its own. The ink is a paint or a colour as CSS writes it. */
export function emblem(drawing: string, ink: string, options: { size?: number } = {}): string {
  const { size = 24 } = options;
  const colour = isPaint(ink) ? colourOf(ink) : ink;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${size}" height="${size}" ` +
    `color="${colour}" fill="currentColor" stroke="none" aria-hidden="true">${drawingMarkup(drawing)}</svg>`
  );
}
