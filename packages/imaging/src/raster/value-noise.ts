const SIDE = 256
const MASK = SIDE - 1

/** Pseudo-random numbers 0–1 that depend on the seed only (a Weyl sequence mixed as in SplitMix32). */
const lattice = (seed: number): Float32Array => {
  const values = new Float32Array(SIDE * SIDE)
  for (let i = 0; i < values.length; i++) {
    let z = (seed + Math.imul(i + 1, 0x9e3779b9)) | 0
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    values[i] = ((z ^ (z >>> 15)) >>> 0) / 4_294_967_296
  }
  return values
}

const VALUES = lattice(0x51a7e)

/** The pseudo-random number 0–1 of a lattice point. */
export const latticeNoise = (x: number, y: number): number => VALUES[((y & MASK) << 8) | (x & MASK)]

/** Smooth value noise, −1 to 1, with one lattice point a unit. It repeats after 256 units. */
export const valueNoise = (x: number, y: number): number => {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const u = x - left
  const v = y - top
  const across = u * u * (3 - 2 * u)
  const down = v * v * (3 - 2 * v)
  const above = latticeNoise(left, top) + (latticeNoise(left + 1, top) - latticeNoise(left, top)) * across
  const below = latticeNoise(left, top + 1) + (latticeNoise(left + 1, top + 1) - latticeNoise(left, top + 1)) * across
  return 2 * (above + (below - above) * down) - 1
}

/**
 * Fractal noise, about −1 to 1: octaves of value noise, each half as wide and `roughness` times as high as the one before.
 * Octaves narrower than `finest` are left out, because a lens would not resolve them.
 *
 * @param widest width of the first octave, in the unit of x and y
 */
export const fractalNoise = (x: number, y: number, widest: number, finest: number, roughness = 0.5): number => {
  let [sum, total, height, turn] = [0, 0, 1, 0]
  for (let width = widest; width >= finest || turn === 0; width /= 2) {
    // Every octave is rotated and shifted, or their lattices would show.
    const a = (turn % 2 === 0 ? x * 0.8 - y * 0.6 : x * 0.6 + y * 0.8) / width + turn * 37.7
    const b = (turn % 2 === 0 ? x * 0.6 + y * 0.8 : y * 0.6 - x * 0.8) / width + turn * 17.3
    sum += height * valueNoise(a, b)
    total += height
    height *= roughness
    if (++turn > 9) break
  }
  return sum / total
}
