const BINS = 64

/** The threshold that separates values best into two classes (Otsu 1979). 0 where no value is above 0. */
export function otsuThreshold(values: Float32Array): number {
  const top = values.reduce((most, value) => Math.max(most, value), 0)
  if (top <= 0) return 0
  const bins = new Float64Array(BINS)
  for (const value of values) bins[Math.min(BINS - 1, Math.floor((value / top) * BINS))]++
  const total = bins.reduce((sum, count, bin) => sum + count * bin, 0)
  let [best, at, below, belowSum] = [-1, 0, 0, 0]
  for (let bin = 0; bin < BINS - 1; bin++) {
    below += bins[bin]
    belowSum += bin * bins[bin]
    const above = values.length - below
    if (below === 0 || above === 0) continue
    const between = below * above * (belowSum / below - (total - belowSum) / above) ** 2
    if (between > best) [best, at] = [between, bin]
  }
  return ((at + 1) / BINS) * top
}
