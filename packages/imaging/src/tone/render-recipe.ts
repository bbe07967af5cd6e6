import { luma256Of } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'
import { buildGuidedFilter, type GuidedFilter } from '../raster/planes/guided-filter.ts'
import type { Recipe } from './tone-recipe.ts'
import { buildToneTables, COLD, DETAIL, ONE, STEPS, type ToneTables, UNCLIPPED, WHITE } from './tone-tables.ts'

const balancedLuma = ({ data, width, height }: Pixels, { red, green, blue }: ToneTables): Float32Array => {
  const luma = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++) {
    const r = red[data[3 * i]]
    const g = green[data[3 * i + 1]]
    const b = blue[data[3 * i + 2]]
    luma[i] = luma256Of(r, g, b) / (256 * WHITE)
  }
  return luma
}

/**
 * Carries out a recipe without its denoising, in place and in one pass.
 *
 * @param analysisCopy the small copy on which the recipe was decided
 */
export const renderRecipe = (pixels: Pixels, analysisCopy: Pixels, recipe: Recipe): void => {
  const tables = buildToneTables(recipe)
  renderTone(
    pixels,
    tables,
    buildGuidedFilter(balancedLuma(analysisCopy, tables), analysisCopy.width, analysisCopy.height),
  )
}

/** Luma (32 codes) below which sharpening fades out. */
const SHADOW = 512

/** Rows that share one row of the map. The map changes too little over so few rows to be visible. */
const MAP_ROWS = 4

/** How close a channel may be moved to black or white. A channel that was already closer may stay. */
const MARGIN = 2 * STEPS

/** Colour is amplified with luma up to this limit. Above it, the colour noise of deep shadows would show. */
const MAX_LIFT = 5 * ONE

/**
 * The tables of the picture that is being rendered. They are allocated once, because V8 reads arrays at a constant address
 * almost twice as fast. Rendering is synchronous, so no two pictures share them at a time.
 */
const RED = new Uint16Array(256)
const GREEN = new Uint16Array(256)
const BLUE = new Uint16Array(256)
const LOCAL = new Uint16Array(WHITE + 1)
const TONE = new Uint16Array(2 * WHITE + 1)
const INVERSE = new Int32Array(WHITE + 1)
const COLOUR = new Uint16Array(2 * COLD)
const FINE = new Int16Array(2 * DETAIL)

const load = ({ red, green, blue, local, tone, inverse, colour, detail }: ToneTables): void => {
  RED.set(red)
  GREEN.set(green)
  BLUE.set(blue)
  LOCAL.set(local)
  TONE.set(tone)
  INVERSE.set(inverse)
  COLOUR.set(colour)
  FINE.set(detail)
}

/** Fills one row of balanced luma, with its two end pixels repeated for the sharpening window. */
const lumaRow = (pixels: Pixels, y: number, row: Uint16Array): void => {
  const { data, width, channels } = pixels
  let at = y * width * channels
  for (let x = 1; x <= width; x++, at += channels) {
    row[x] = luma256Of(RED[data[at]], GREEN[data[at + 1]], BLUE[data[at + 2]]) >> 8
  }
  row[0] = row[1]
  row[width + 1] = row[width]
}

/** One row of the map for this pixel row, enlarged to the picture's width. */
const mapRow = (
  map: GuidedFilter,
  values: Float32Array,
  at: number,
  unit: number,
  cells: Float64Array,
  row: Uint16Array,
): void => {
  const { width, height } = map
  const top = Math.max(0, Math.min(height - 1, Math.floor(at)))
  const bottom = Math.min(height - 1, top + 1)
  const share = Math.max(0, Math.min(1, at - top))
  for (let x = 0; x < width; x++) {
    const upper = values[top * width + x]
    cells[x + 1] = unit * (upper + (values[bottom * width + x] - upper) * share)
  }
  cells[0] = cells[1]
  cells[width + 1] = cells[width]
  const pitch = width / row.length
  let place = 0.5 * pitch + 0.5
  for (let x = 0; x < row.length; ) {
    const cell = place | 0
    const value = cells[cell]
    const step = (cells[cell + 1] - value) * pitch
    let here = value + (place - cell) * (step / pitch)
    const end = Math.min(row.length, x + Math.max(1, Math.ceil((cell + 1 - place) / pitch)))
    place += (end - x) * pitch
    for (; x < end; x++, here += step) row[x] = here
  }
}

/**
 * The only pass over the full-size pixels: balance, local gain, texture, sharpening, tone and colour, in place. Colour is
 * stored as distance from luma and reduced where a channel would leave the range, so nothing clips to neon. Alpha is not
 * changed.
 */
const renderTone = (given: Pixels, tables: ToneTables, map: GuidedFilter): void => {
  const { width, height, channels } = given
  const { buffer, byteOffset, length } = given.data
  // Always a plain Uint8Array, so that the loop stays optimized for one type of array.
  const data = new Uint8Array(buffer, byteOffset, length)
  const pixels: Pixels = { data, width, height, channels }
  load(tables)
  let above = new Uint16Array(width + 2)
  let here = new Uint16Array(width + 2)
  let below = new Uint16Array(width + 2)
  const columns = new Uint16Array(width + 2)
  const slopes = new Uint16Array(width)
  const offsets = new Uint16Array(width)
  const cells = new Float64Array(map.width + 2)
  lumaRow(pixels, 0, here)
  above.set(here)
  for (let y = 0; y < height; y++) {
    if (y + 1 < height) lumaRow(pixels, y + 1, below)
    else below.set(here)
    const mapY = ((y + 0.5 * MAP_ROWS) * map.height) / height - 0.5
    if (y % MAP_ROWS === 0) {
      mapRow(map, map.a, mapY, ONE, cells, slopes)
      mapRow(map, map.b, mapY, WHITE, cells, offsets)
    }
    for (let x = 0; x < columns.length; x++) {
      columns[x] = above[x] + 2 * here[x] + below[x]
    }
    renderRow(pixels, tables.clarity, y, here, columns, slopes, offsets)
    const spare = above
    above = here
    here = below
    below = spare
  }
}

const { imul } = Math

/** Only whole numbers (`imul` keeps them so) and plain comparisons: every nanosecond here costs 12 ms per photo. */
const renderRow = (
  pixels: Pixels,
  clarity: number,
  y: number,
  lumas: Uint16Array,
  columns: Uint16Array,
  slopes: Uint16Array,
  offsets: Uint16Array,
): void => {
  const { data, width, channels } = pixels
  const plain = ONE - clarity
  let at = imul(imul(y, width), channels)
  for (let x = 0; x < width; x++) {
    const luma = lumas[x + 1]
    const smooth = (columns[x] + 2 * columns[x + 1] + columns[x + 2]) >> 4
    let base = (imul(slopes[x], luma) >> 12) + offsets[x]
    if (base > WHITE) base = WHITE
    let fine = luma - smooth + DETAIL
    if (fine < 0) fine = 0
    else if (fine >= 2 * DETAIL) fine = 2 * DETAIL - 1
    const textured = (imul(base, plain) + imul(luma, clarity)) >> 12
    // In deep shadow sharpening fades, because fine detail is noise there and sharpened edges would turn black.
    const crisp = imul(FINE[fine], Math.min(textured, SHADOW)) >> 9
    let lit = (imul(textured, LOCAL[base]) >> 12) + crisp
    if (lit < 0) lit = 0
    else if (lit > 2 * WHITE) lit = 2 * WHITE
    let out = TONE[lit]

    const r = RED[data[at]] - luma
    const g = GREEN[data[at + 1]] - luma
    const b = BLUE[data[at + 2]] - luma
    const warm = r > g
    const high = warm ? r : g
    const low = warm ? g : r
    const most = Math.max(high, b)
    const least = Math.min(low, b)
    let lift = imul(out, INVERSE[luma]) >> 7
    if (lift > MAX_LIFT) lift = MAX_LIFT
    let scale = imul(lift, COLOUR[((most - least) >> 4) + (b > high ? COLD : 0)]) >> 10
    if (out + (imul(most, scale) >> 12) > UNCLIPPED) {
      // The more saturated a pixel is, the more it loses luma instead of colour, so that red peppers stay red.
      out -= lumaReduction(out + (imul(most, scale) >> 12) - WHITE + MARGIN, most, luma)
      scale = scaleWithin(WHITE - MARGIN - out, most)
    }
    const level = out << 12
    if (level + imul(least, scale) < 0) scale = scaleWithin(out - MARGIN, -least)
    const rounded = level + 8 * ONE
    data[at] = (rounded + imul(r, scale)) >> 16
    data[at + 1] = (rounded + imul(g, scale)) >> 16
    data[at + 2] = (rounded + imul(b, scale)) >> 16
    at += channels
  }
}

/**
 * How much luma a pixel loses if its strongest channel exceeds the range by `over`. It is at most what scaling down all
 * three channels would take. If it were more, a brighter red would come out darker than the red beside it.
 */
const lumaReduction = (over: number, most: number, luma: number): number =>
  ((over * Math.min(2 * most, luma)) / (luma + most)) | 0

/** The factor by which a channel's distance from luma must be multiplied to fit into the range. */
const scaleWithin = (room: number, distance: number): number => (room <= 0 ? 0 : ((room << 12) / distance) | 0)
