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
