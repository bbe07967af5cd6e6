/** Colours as `#rrggbb`. */
export type Rgb = readonly [number, number, number]

const WHITE = '#ffffff'
const BLACK = '#000000'
/** WCAG's contrast of text. */
export const READABLE = 4.5

export const rgbOf = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb

const hexOf = (rgb: readonly number[]): string =>
  `#${rgb
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** A colour between two: the first at 0, the second at 1. */
export const mix = (one: string, other: string, share: number): string => {
  const to = rgbOf(other)
  return hexOf(rgbOf(one).map((value, index) => value + ((to[index] ?? 0) - value) * share))
}

/** Relative luminance, 0 to 1. */
export function luminanceOf(color: string): number {
  const [red, green, blue] = rgbOf(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The colour, or as near to it as text on that ground may be. */
export function readableOn(ground: string, color: string): string {
  if (contrastOf(ground, color) >= READABLE) return color
  const end = contrastOf(ground, WHITE) > contrastOf(ground, BLACK) ? WHITE : BLACK
  for (let share = STEP; share < 1; share += STEP) {
    const tried = mix(color, end, share)
    if (contrastOf(ground, tried) >= READABLE) return tried
  }
  return end
}

const STEP = 0.04

/** How opaque a veil must be, so that text on it is readable above the brightest and the darkest picture. */
export function veilAlpha(veil: string, text: string): number {
  for (let alpha = 0.5; alpha < 1; alpha += STEP) {
    const seen = [WHITE, BLACK].map((picture) => mix(picture, veil, alpha))
    if (seen.every((ground) => contrastOf(ground, text) >= READABLE)) return alpha
  }
  return 1
}
