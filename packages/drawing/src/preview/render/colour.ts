/** A colour in linear light, each part 0–1. */
export type Rgb = readonly [number, number, number]

const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

/** The linear value of an sRGB byte. */
export const linearOf = (byte: number): number => LINEAR[byte]

/** Reads '#rrggbb'. */
export function hex(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16)
  return [LINEAR[(value >> 16) & 255], LINEAR[(value >> 8) & 255], LINEAR[value & 255]]
}

/** A colour between two. */
export const mix = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]

/** A lighter (above 1) or darker colour. */
export const scaled = (a: Rgb, by: number): Rgb => [a[0] * by, a[1] * by, a[2] * by]

const STEPS = 4096
/** From linear light to sRGB bytes, over a curve that keeps highlights from clipping. */
const TONE = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const linear = (step / STEPS) * 4
  const filmed = (linear * (2.51 * linear + 0.03)) / (linear * (2.43 * linear + 0.59) + 0.14)
  const value = Math.min(1, filmed)
  const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, encoded))
})

/** The byte shown for an amount of light. */
export const toneByte = (light: number): number => TONE[light >= 4 ? STEPS : light <= 0 ? 0 : (light * (STEPS / 4)) | 0]
