import { LINEAR } from '../../colour/linear-light.ts'
import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import { fractalNoise, latticeNoise, valueNoise } from '../../raster/value-noise.ts'
import type { BackdropMaterial, TextureName } from './backdrop-materials.ts'
import { DISH_CM, projectRow, type SurfaceView } from './ground-projection.ts'

/** The direction of the key light. Its distance and height, in dishes, are constants. */
export interface KeyLight {
  /** Towards the light in the picture; x is negative for a light from the left. */
  readonly x: number
  readonly y: number
  /** How many times farther away it stands than for a single dish; 1 without it. */
  readonly reach?: number
}

const AWAY = 1.15
const HIGH = 1.35
/** Factor on the light of the wall behind the surface. */
const BEHIND = 0.72

/** Shades one row of the empty backdrop: linear red, green and blue for each pixel. */
export function shadeSurfaceRow(
  material: BackdropMaterial,
  view: SurfaceView,
  key: KeyLight,
  y: number,
  row: Float32Array,
): void {
  const texture = TEXTURES[material.texture]
  const colour = material.colour.map((code) => LINEAR[code]) as [number, number, number]
  const { depth } = material
  const { down, step, finest, behind } = projectRow(view, y)
  const lampX = key.x * AWAY
  const lampY = key.y * AWAY
  const middle = AWAY * AWAY * (key.x * key.x + key.y * key.y) + HIGH * HIGH
  const unit = DISH_CM * (key.reach ?? 1)
  const far = clamp(down / unit, -3, 3)
  const dark = 1 - (1 - BEHIND) * behind * material.falloff
  for (let x = 0, at = 0; x < row.length / 3; x++, at += 3) {
    const across = (x + 0.5 - view.x) * step
    const side = across / unit
    const here = (side - lampX) ** 2 + (far - lampY) ** 2 + HIGH * HIGH
    const arriving = clamp((middle / here) ** (1.5 * material.falloff), 0.12, 1.14)
    const structure = behind < 1 ? 1 + (texture(across, down, finest) - 1) * (1 - behind) : 1
    const light = arriving * dark
    row[at] = colour[0] * light * (depth ? structure ** depth[0] : structure)
    row[at + 1] = colour[1] * light * (depth ? structure ** depth[1] : structure)
    row[at + 2] = colour[2] * light * (depth ? structure ** depth[2] : structure)
  }
}

/**
 * The brightness of a place on a surface relative to the average of 1.
 *
 * @param x, y in centimetres
 * @param finest finest detail in centimetres that is drawn; finer detail is out of focus or smaller than a pixel
 */
type Texture = (x: number, y: number, finest: number) => number

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

/** Width of a board of the table, and of the gap between two of them, in centimetres. */
const BOARD = 10.5
const GAP = 0.09
/** Annual rings to the centimetre across a board. */
const RINGS = 0.85

/**
 * Fibres of wood, −1 to 1: octaves of noise that are drawn out along the grain.
 *
 * @param widest width of the broadest fibres in centimetres
 */
const fibres = (x: number, y: number, widest: number, finest: number): number => {
  let [sum, total, height, octave] = [0, 0, 1, 0]
  for (let width = widest; width >= Math.max(finest / 2, 0.03); width /= 2.1) {
    sum += height * valueNoise(x / (24 * width) + 31 * octave, y / width + 57 * octave)
    total += height
    height *= 0.8
    octave++
  }
  return total === 0 ? 0 : sum / total
}

/**
 * Brightness of an oiled oak table: boards from left to right, each with its own tone, rings that darken slowly and end
 * sharply, fibres, and the short dark pores of oak.
 */
const oak = (x: number, y: number, finest: number): number => {
  const board = Math.floor(y / BOARD)
  const within = y - board * BOARD
  const along = x + 190 * latticeNoise(board, 11)
  const across = within + 23 * latticeNoise(board, 29)
  const bend = 2.3 * valueNoise(along / 46, across / 10) + 0.5 * valueNoise(along / 15, across / 3.4)
  const uneven = 0.14 * valueNoise(along / 6, across / 0.9)
  const rings = RINGS * across * (0.7 + 0.5 * latticeNoise(board, 5)) + bend + uneven
  const ring = rings - Math.floor(rings)
  const late = ring < 0.82 ? (ring / 0.82) ** 2.2 : 1 - smoothstep(0.82, 1, ring)
  const clear = 1 - smoothstep(0.25, 1, finest)
  const fine = 1 - smoothstep(0.07, 0.16, finest)
  const early = 1 - smoothstep(0.3, 0.62, ring)
  const pores =
    fine > 0 ? fine * smoothstep(0.42, 0.8, valueNoise(along / 0.75, across / 0.045)) * (0.35 + 0.65 * early) : 0
  const tone = 0.2 * (latticeNoise(board, 3) - 0.5) + 0.05 * valueNoise(along / 28, across / 4)
  const edge = Math.min(within, BOARD - within)
  const groove = 1 - smoothstep(0.35 * GAP, GAP + finest, edge)
  const light =
    1 +
    tone -
    0.12 * clear * (late - 0.33) * (0.6 + 0.8 * latticeNoise(Math.floor(rings), board)) +
    0.11 * fibres(along, across, 0.5, finest) -
    0.2 * pores
  return clamp(light * (1 - 0.62 * groove * Math.min(1, (2 * GAP) / (GAP + finest))), 0.2, 1.6)
}

/** How near a place is to a vein, 0–1: veins run where a warped field of noise crosses 0. */
const vein = (x: number, y: number, size: number, width: number): number => {
  const warp =
    0.55 * valueNoise(x / (0.45 * size), y / (0.45 * size)) + 0.2 * valueNoise(x / (0.17 * size), y / (0.17 * size))
  const field = valueNoise((x + 0.9 * y) / size + warp, (0.55 * y - 0.35 * x) / size + 0.6 * warp)
  return Math.exp(-Math.abs(field) / width)
}

/** Brightness of polished white marble: grey clouds along one direction, and thin veins that fade in and out. */
const marble = (x: number, y: number, finest: number): number => {
  const clouds = valueNoise((x + y) / 26, (y - 0.6 * x) / 11) + 0.5 * valueNoise((x + y) / 9 + 7, (y - 0.6 * x) / 5)
  const shown = smoothstep(-0.25, 0.7, valueNoise(x / 17 + 3, y / 17 + 8))
  const soft = Math.max(0.03, finest / 14)
  const bold = vein(x, y, 19, 0.03 + soft) * shown
  const thin = finest < 1 ? vein(x + 60, y + 23, 8, 0.02 + soft) * (1 - shown) : 0
  const crystals = finest < 0.15 ? latticeNoise(Math.floor(x / 0.05), Math.floor(y / 0.05)) - 0.5 : 0
  return 1 - 0.1 * smoothstep(-0.5, 1.2, clouds) - 0.24 * bold - 0.1 * thin + 0.006 * crystals
}

const TEXTURES: Readonly<Record<TextureName, Texture>> = {
  paper,
  plaster,
  slate,
  linen,
  oak,
  marble,
}
