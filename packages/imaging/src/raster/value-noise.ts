const SIDE = 256
const MASK = SIDE - 1

/** Numbers 0–1 without order, the same every time (Weyl sequence, mixed as SplitMix32 does). */
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

/** A number 0–1 of two whole ones. */
export const latticeNoise = (x: number, y: number): number => VALUES[((y & MASK) << 8) | (x & MASK)]

/** Smooth noise, −1 to 1, one hill or hollow a unit; it repeats after 256 of them. */
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
 * Hills upon hills, each layer half as wide and `roughness` as high as the one before, about −1 to 1. Layers narrower
 * than `finest` are left out: what a lens does not resolve is not drawn.
 *
 * @param widest of the hills, in the unit of x and y
 */
export const fractalNoise = (x: number, y: number, widest: number, finest: number, roughness = 0.5): number => {
  let [sum, total, height, turn] = [0, 0, 1, 0]
  for (let width = widest; width >= finest || turn === 0; width /= 2) {
    // Every layer is turned and moved, or their grids would show.
    const a = (turn % 2 === 0 ? x * 0.8 - y * 0.6 : x * 0.6 + y * 0.8) / width + turn * 37.7
    const b = (turn % 2 === 0 ? x * 0.6 + y * 0.8 : y * 0.6 - x * 0.8) / width + turn * 17.3
    sum += height * valueNoise(a, b)
    total += height
    height *= roughness
    if (++turn > 9) break
  }
  return sum / total
}
