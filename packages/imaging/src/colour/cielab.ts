import { LINEAR, LUMINANCE_SHARES } from './linear-light.ts'

/** A colour in CIELAB relative to white of daylight: lightness of 0–100, and two axes on which 0 is neutral. */
export interface Cielab {
  readonly lightness: number
  /** Green below 0, red above. */
  readonly a: number
  /** Blue below 0, yellow above. */
  readonly b: number
}

const response = (share: number): number => (share > 216 / 24389 ? Math.cbrt(share) : (841 / 108) * share + 4 / 29)

/** CIE lightness (0–100) of a luminance of 0–1. */
export const lightnessOf = (luminance: number): number => 116 * response(luminance) - 16

/** The luminance (0–1) of a CIE lightness of at least 8. */
export const luminanceOfLightness = (lightness: number): number => ((lightness + 16) / 116) ** 3

/** CIELAB of linear sRGB (IEC 61966-2-1, white D65). */
export const cielabOfLight = (red: number, green: number, blue: number): Cielab => {
  const x = response((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
  const y = response(LUMINANCE_SHARES[0] * red + LUMINANCE_SHARES[1] * green + LUMINANCE_SHARES[2] * blue)
  const z = response((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
  return { lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) }
}

/** CIELAB of codes of 0–255. */
export const cielabOf = (red: number, green: number, blue: number): Cielab =>
  cielabOfLight(LINEAR[red], LINEAR[green], LINEAR[blue])

/** Linear sRGB of a colour whose lightness is at least 8. */
export const lightOfCielab = ({ lightness, a, b }: Cielab): readonly [red: number, green: number, blue: number] => {
  const y = (lightness + 16) / 116
  const [x, z] = [0.9505 * (y + a / 500) ** 3, 1.089 * (y - b / 200) ** 3]
  const luminance = y ** 3
  return [
    3.2406 * x - 1.5372 * luminance - 0.4986 * z,
    -0.9689 * x + 1.8758 * luminance + 0.0415 * z,
    0.0557 * x - 0.204 * luminance + 1.057 * z,
  ]
}
