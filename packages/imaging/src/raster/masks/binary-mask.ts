/** A yes or no for every pixel of a small picture, row by row. */
export interface BinaryMask {
  readonly bits: Uint8Array
  readonly width: number
  readonly height: number
}

/** The bits of the pixels for which a predicate is true. `from` of a typed array takes many times longer. */
export function maskBits(count: number, isIn: (index: number) => boolean): Uint8Array {
  const bits = new Uint8Array(count)
  for (let i = 0; i < count; i++) if (isIn(i)) bits[i] = 1
  return bits
}

/** The bits of a mask that are not set in others. */
export function bitsWithout(bits: Uint8Array, others: Uint8Array): Uint8Array {
  const rest = new Uint8Array(bits.length)
  for (let i = 0; i < bits.length; i++) rest[i] = bits[i] & ~others[i]
  return rest
}

/** Visits the runs of a value in each row, from left to right and from top to bottom. `to` is the pixel after the last. */
export function forEachRun(
  bits: Uint8Array,
  width: number,
  value: 0 | 1,
  visit: (y: number, from: number, to: number) => void,
) {
  for (let at = bits.indexOf(value); at >= 0; ) {
    const next = bits.indexOf(1 - value, at)
    const end = next < 0 ? bits.length : next
    for (let y = Math.floor(at / width); at < end; y++) {
      const to = Math.min(end, (y + 1) * width)
      visit(y, at - y * width, to - y * width)
      at = to
    }
    at = bits.indexOf(value, end)
  }
}
