import type { Box } from '../../src/raster/geometry.ts'
import type { SoftMask } from '../../src/raster/masks/soft-mask.ts'
/** Whether a pixel belongs to a shape. */
export type Place = (x: number, y: number) => boolean

/** Masks of shapes in a picture of some size, and how much of a shape a mask holds. */
export const drawnMasks = (width: number, height: number) => {
  const maskOf = (isIn: Place) => ({
    alpha: Uint8Array.from({ length: width * height }, (_, i) => (isIn(i % width, Math.floor(i / width)) ? 255 : 0)),
    width,
    height,
  })
  /** Share of the pixels of a place that a mask holds. */
  const heldOf = (alpha: Uint8Array, place: Place): number => {
    const inside = maskOf(place).alpha
    let [held, all] = [0, 0]
    for (let i = 0; i < inside.length; i++) {
      if (inside[i] === 0) continue
      all++
      if (alpha[i] >= 128) held++
    }
    return held / all
  }
  return { maskOf, heldOf }
}

/** Soft masks of a size that are 255 in boxes and 0 elsewhere. */
export const boxMasks =
  (width: number, height: number) =>
  (...boxes: readonly Box[]): SoftMask => {
    const alpha = new Uint8Array(width * height)
    for (const { left, top, ...size } of boxes) {
      for (let y = top; y < top + size.height; y++) alpha.fill(255, y * width + left, y * width + left + size.width)
    }
    return { alpha, width, height }
  }
