/** Random numbers from a seed: the same seed gives the same decisions. */
export interface SeededRandom {
  /** In [0, 1). */
  next(): number
  between(low: number, high: number): number
  happens(share: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
}

export function createSeededRandom(seed: number): SeededRandom {
  // mulberry32, after some steps, so that similar seeds differ.
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    happens: (share) => next() < share,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  }
}
