/** sRGB-encoded code (0–255) → linear light (0–1). */
export const LINEAR: Float64Array = Float64Array.from({ length: 256 }, (_, code) => {
  const v = code / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

/** Linear light → encoded, both 0–1. The curve continues above 1, so that headroom can be compressed later. */
export const encodeLight = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055

/** Encoded → linear light, both 0–1 and beyond. */
export const decodeLight = (encoded: number): number =>
  encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4

/** Share of each channel in the luminance of linear sRGB (ITU-R BT.709). */
export const LUMINANCE_SHARES = [0.2126, 0.7152, 0.0722] as const

/** Luminance of linear light, 0–1. */
export const luminanceOf = (red: number, green: number, blue: number): number =>
  LUMINANCE_SHARES[0] * red + LUMINANCE_SHARES[1] * green + LUMINANCE_SHARES[2] * blue
