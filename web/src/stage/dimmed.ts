/** The tone of a piece that does not fit now. */
import { SRGBColorSpace, type Color } from "three";

/** How much of its colour, beside grey, and of its lightness is left. */
const LEFT = { colour: 0.5, lightness: 0.68 };

/** Paler and darker, with the same hue: another player's colour must not come out of it. Changes the colour itself. */
export function dimmed(colour: Color): Color {
  const { r, g, b } = colour.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
  const grey = 0.3 * r + 0.59 * g + 0.11 * b;
  const [red, green, blue] = [r, g, b].map((part) => LEFT.lightness * (grey + LEFT.colour * (part - grey)));
  return colour.setRGB(red ?? 0, green ?? 0, blue ?? 0, SRGBColorSpace);
}
