/** The tone of a piece that does not fit now. */
import { SRGBColorSpace, type Color } from "three";

/** How much of its saturation and of its lightness is left. */
const LEFT = { saturation: 0.45, lightness: 0.55 };

/** Darker and paler, with the same hue: another player's colour must not come out of it. Changes the colour itself. */
export function dimmed(colour: Color): Color {
  const { h, s, l } = colour.getHSL({ h: 0, s: 0, l: 0 }, SRGBColorSpace);
  return colour.setHSL(h, s * LEFT.saturation, l * LEFT.lightness, SRGBColorSpace);
}
