/** A square of complex numbers, rows packed. */
export interface Spectrum {
  readonly re: Float64Array
  readonly im: Float64Array
}

/** An empty spectrum; it holds one square, or two as real and imaginary part. */
export const emptySpectrum = (side: number): Spectrum => ({
  re: new Float64Array(side * side),
  im: new Float64Array(side * side),
})

/**
 * The product of one spectrum and the conjugate of another: how far the first looks like the second at every shift.
 *
 * @param to where it is written
 */
export const multiplyConjugate = (one: Spectrum, other: Spectrum, to: Spectrum): void => {
  for (let i = 0; i < one.re.length; i++) {
    to.re[i] = other.re[i] * one.re[i] + other.im[i] * one.im[i]
    to.im[i] = other.re[i] * one.im[i] - other.im[i] * one.re[i]
  }
}

export interface Fourier {
  readonly side: number
  /** Both work in place. `backward` is scaled, so that it inverts `forward`. */
  forward(square: Spectrum): void
  backward(square: Spectrum): void
}

/**
 * The fast Fourier transform of squares of one size (radix 2; Cooley, Tukey 1965).
 *
 * @param side a power of two
 * @example const fourier = createFourier(256)
 */
export const createFourier = (side: number): Fourier => {
  const reversed = Uint16Array.from({ length: side }, (_, i) => {
    let [from, to] = [i, 0]
    for (let bit = 1; bit < side; bit <<= 1, from >>= 1) to = (to << 1) | (from & 1)
    return to
  })
  const cos = Float64Array.from({ length: side / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / side))
  const sin = Float64Array.from({ length: side / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / side))
  const lineRe = new Float64Array(side)
  const lineIm = new Float64Array(side)

  /** Transforms one row, from the smallest butterflies to the largest. */
  const transformRow = ({ re, im }: Spectrum, start: number, sign: number): void => {
    for (let i = 0; i < side; i++) {
      const from = start + reversed[i]
      lineRe[i] = re[from]
      lineIm[i] = im[from]
    }
    for (let half = 1; half < side; half <<= 1) {
      const stride = side / (2 * half)
      for (let block = 0; block < side; block += 2 * half) {
        for (let i = 0; i < half; i++) {
          const wr = cos[i * stride]
          const wi = sign * sin[i * stride]
          const [a, b] = [block + i, block + i + half]
          const br = lineRe[b]
          const bi = lineIm[b]
          const tr = br * wr - bi * wi
          const ti = br * wi + bi * wr
          lineRe[b] = lineRe[a] - tr
          lineIm[b] = lineIm[a] - ti
          lineRe[a] += tr
          lineIm[a] += ti
        }
      }
    }
    re.set(lineRe, start)
    im.set(lineIm, start)
  }

  const swapRows = (values: Float64Array, one: number, other: number): void => {
    lineRe.set(values.subarray(one * side, (one + 1) * side))
    values.copyWithin(one * side, other * side, (other + 1) * side)
    values.set(lineRe, other * side)
  }

  /** Transforms all columns at once, because whole rows are read faster than one column after the other. */
  const transformColumns = ({ re, im }: Spectrum, sign: number): void => {
    for (let y = 0; y < side; y++) {
      if (reversed[y] <= y) continue
      swapRows(re, y, reversed[y])
      swapRows(im, y, reversed[y])
    }
    for (let half = 1; half < side; half <<= 1) {
      const stride = side / (2 * half)
      for (let block = 0; block < side; block += 2 * half) {
        for (let i = 0; i < half; i++) {
          const wr = cos[i * stride]
          const wi = sign * sin[i * stride]
          const end = (block + i + 1) * side
          for (let a = (block + i) * side, b = a + half * side; a < end; a++, b++) {
            const br = re[b]
            const bi = im[b]
            const tr = br * wr - bi * wi
            const ti = br * wi + bi * wr
            re[b] = re[a] - tr
            im[b] = im[a] - ti
            re[a] += tr
            im[a] += ti
          }
        }
      }
    }
  }

  const transform = (square: Spectrum, sign: number): void => {
    for (let y = 0; y < side; y++) transformRow(square, y * side, sign)
    transformColumns(square, sign)
  }

  return {
    side,
    forward: (square) => transform(square, -1),
    backward(square) {
      transform(square, 1)
      const share = 1 / (side * side)
      for (let i = 0; i < side * side; i++) {
        square.re[i] *= share
        square.im[i] *= share
      }
    },
  }
}

/** The angular frequency of an index in a spectrum, from −π to π. */
export const angularFrequency = (index: number, side: number): number =>
  ((index < side / 2 ? index : index - side) * 2 * Math.PI) / side
