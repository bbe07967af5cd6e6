/** Shrinks a step between two neighbours. A small step is a ripple and vanishes; a large one is an edge and stays. */
const shrinkStep = (step: number, cut: number): number => {
  const size = Math.abs(step)
  const lost = cut / (size * Math.sqrt(size))
  return lost < 1 ? step * (1 - lost) : 0
}

/**
 * Thresholds the gradients of a square with periodic borders, and writes the negative divergence of those that remain
 * (half-quadratic splitting with a sparse prior; Krishnan, Fergus 2009).
 *
 * @param limit steps below it vanish; those well above hardly change
 */
export const thresholdGradients = (from: Float64Array, to: Float64Array, side: number, limit: number): void => {
  to.fill(0)
  const cut = limit ** 1.5
  for (let y = 0, i = 0; y < side; y++) {
    const below = y === side - 1 ? -y * side : side
    for (let x = 0; x < side; x++, i++) {
      const right = x === side - 1 ? i - x : i + 1
      const here = from[i]
      const across = shrinkStep(from[right] - here, cut)
      const down = shrinkStep(from[i + below] - here, cut)
      to[i] = to[i] - across - down
      to[right] += across
      to[i + below] += down
    }
  }
}
