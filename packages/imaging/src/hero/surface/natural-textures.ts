import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import { latticeNoise, valueNoise } from '../../raster/value-noise.ts'

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
export const oak = (x: number, y: number, finest: number): number => {
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
export const marble = (x: number, y: number, finest: number): number => {
  const clouds = valueNoise((x + y) / 26, (y - 0.6 * x) / 11) + 0.5 * valueNoise((x + y) / 9 + 7, (y - 0.6 * x) / 5)
  const shown = smoothstep(-0.25, 0.7, valueNoise(x / 17 + 3, y / 17 + 8))
  const soft = Math.max(0.03, finest / 14)
  const bold = vein(x, y, 19, 0.03 + soft) * shown
  const thin = finest < 1 ? vein(x + 60, y + 23, 8, 0.02 + soft) * (1 - shown) : 0
  const crystals = finest < 0.15 ? latticeNoise(Math.floor(x / 0.05), Math.floor(y / 0.05)) - 0.5 : 0
  return 1 - 0.1 * smoothstep(-0.5, 1.2, clouds) - 0.24 * bold - 0.1 * thin + 0.006 * crystals
}
