import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import { fractalNoise, latticeNoise, valueNoise } from '../../raster/value-noise.ts'
import type { TextureName } from './backdrop-materials.ts'
import { marble, oak } from './natural-textures.ts'

/**
 * The brightness of a place on a surface relative to the average of 1.
 *
 * @param x, y in centimetres
 * @param finest finest detail in centimetres that is drawn; finer detail is out of focus or smaller than a pixel
 */
export type Texture = (x: number, y: number, finest: number) => number

const paper: Texture = (x, y, finest) =>
  1 + 0.012 * fractalNoise(x, y, 22, 4) + 0.007 * fractalNoise(x, y, 0.25, finest, 0.8)

/** Trowelled clay: broad clouds, short strokes across them, fine sand. */
const plaster: Texture = (x, y, finest) => {
  const bend = 1.6 * valueNoise(x / 11, y / 11)
  const clouds = fractalNoise(x, y, 17, 2, 0.55)
  const strokes = finest < 1.2 ? fractalNoise((x + bend) * 0.22 + y * 0.5, y - bend - x * 0.25, 1.3, finest, 0.62) : 0
  const sand = finest < 0.2 ? fractalNoise(x, y, 0.16, finest, 0.9) : 0
  return 1 + 0.075 * clouds + 0.06 * strokes + 0.025 * sand
}

/** Height of split stone: layers that end in lips, longer than they are wide. */
const splitStone = (x: number, y: number, finest: number): number => {
  const rough = fractalNoise(x * 0.55 + y * 0.2, y - x * 0.12, 13, Math.max(finest, 0.05), 0.56)
  const layers = rough * 5
  const layer = Math.floor(layers)
  return 0.5 * rough + (layer + smoothstep(0.72, 1, layers - layer)) / 10
}

const slate: Texture = (x, y, finest) => {
  const reach = Math.max(0.045, finest / 2)
  // The light comes from the upper left, so slopes that rise to the right and downwards are bright.
  const slope = (splitStone(x + reach, y + reach, finest) - splitStone(x - reach, y - reach, finest)) / (2 * reach)
  const clouds = fractalNoise(x + 40, y, 19, 3)
  const grain = finest < 0.15 ? fractalNoise(x, y, 0.13, finest, 0.9) : 0
  return clamp(1 + 0.16 * clouds + 0.42 * Math.tanh(1.1 * slope) + 0.1 * grain, 0.3, 2.2)
}

/** Threads to the centimetre: a coarse table linen. */
const THREADS = 11

/** Brightness across and along a thread: round, thicker in places, and different for each thread. */
const thread = (index: number, across: number, along: number, family: number): number => {
  const round = 1 - 0.34 * (2 * across - 1) ** 2
  const slub = 0.1 * valueNoise(index * 7.3 + family, along / 17) + 0.09 * (latticeNoise(index, family) - 0.5)
  return round + slub
}

const linen: Texture = (x, y, finest) => {
  const bentX = (x + 0.16 * valueNoise(x / 9 + 5, y / 7)) * THREADS
  const bentY = (y + 0.16 * valueNoise(x / 7, y / 9 + 9)) * THREADS
  const warp = Math.floor(bentX)
  const weft = Math.floor(bentY)
  const resolved = 1 - smoothstep(0.9, 2.4, finest * THREADS)
  const [u, v] = [bentX - warp, bentY - weft]
  const over = ((warp + weft) & 1) === 0
  const woven = over ? thread(warp, u, bentY, 3) : thread(weft, v, bentX, 91) - 0.05
  const far = 0.5 * (valueNoise(warp * 7.3 + 3, bentY / 17) + valueNoise(weft * 7.3 + 91, bentX / 17))
  const folds = 0.05 * fractalNoise(x * 0.8 + y * 0.35, y * 0.5, 16, 5, 0.4)
  return 1 + folds + resolved * (0.62 * (woven - 0.88)) + (1 - resolved) * 0.03 * far * (finest < 1 ? 1 : 0)
}

export const TEXTURES: Readonly<Record<TextureName, Texture>> = {
  paper,
  plaster,
  slate,
  linen,
  oak,
  marble,
}
