/** Numbers that look random and follow from a seed alone. */
export interface SeededRandom {
  /** At least 0 and less than 1. */
  next(): number
  between(low: number, high: number): number
  happens(share: number): boolean
  /** Any number around 0; two thirds of them lie between -1 and 1. */
  around(): number
  pick<T>(choices: readonly [T, ...T[]]): T
  /** A generator of its own, so that one part of a picture may change without changing the others. */
  fork(name: string): SeededRandom
}

/** Makes a generator (mulberry32) from a number and a text. */
export function seededRandom(seed: number, name = ''): SeededRandom {
  const start = hashText(name, seed)
  let state = start
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    happens: (share) => next() < share,
    around: () => (next() + next() + next() - 1.5) * 2,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    fork: (part) => seededRandom(start, part),
  }
}

/** A 32-bit hash of a text (FNV-1a), mixed with a number of any size. */
function hashText(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ Math.trunc(seed % 4294967296) ^ Math.imul(Math.trunc(seed / 4294967296), 0x9e3779b1)
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  return hash ^ (hash >>> 15)
}
