/** The index that a position beyond a line of pixels is mirrored to; the outermost pixel is not repeated. */
export const mirrorIndex = (at: number, length: number): number => {
  if (length === 1) return 0
  const period = 2 * (length - 1)
  const index = ((at % period) + period) % period
  return index < length ? index : period - index
}
