import type { BaseMap } from './base-map.ts'
import type { Pixels } from './pixels.ts'
import { DETAIL, ONE, STEPS, type Tables, WHITE } from './tables.ts'

/** Luma weights in 1/256. */
const R = 77
const G = 150
const B = 29

/** How near a channel may come to black or white by what is done here; where it was nearer before, it may stay. */
const MARGIN = 2 * STEPS

/** 1 over luma, so that the pass has no division. */
const INVERSE = Float64Array.from({ length: WHITE + 1 }, (_, luma) => (luma === 0 ? 0 : 1 / luma))

/** Fills one row of balanced luma, with its two end pixels repeated for the sharpening window. */
const lumaRow = (pixels: Pixels, { red, green, blue }: Tables, y: number, row: Int32Array): void => {
  const { data, width, channels } = pixels
  let at = y * width * channels
  for (let x = 1; x <= width; x++, at += channels) {
    row[x] =
      ((red[data[at] as number] as number) * R +
        (green[data[at + 1] as number] as number) * G +
        (blue[data[at + 2] as number] as number) * B) >>
      8
  }
  row[0] = row[1] as number
  row[width + 1] = row[width] as number
}

/** One row of the map at the height of this pixel row, enlarged to the picture's width. */
const mapRow = (map: BaseMap, values: Float32Array, at: number, cells: Float64Array, row: Float64Array): void => {
  const { width, height } = map
  const top = Math.max(0, Math.min(height - 1, Math.floor(at)))
  const bottom = Math.min(height - 1, top + 1)
  const share = Math.max(0, Math.min(1, at - top))
  for (let x = 0; x < width; x++) {
    const upper = values[top * width + x] as number
    cells[x + 1] = upper + ((values[bottom * width + x] as number) - upper) * share
  }
  cells[0] = cells[1] as number
  cells[width + 1] = cells[width] as number
  const pitch = width / row.length
  let place = 0.5 * pitch + 0.5
  for (let x = 0; x < row.length; ) {
    const cell = place | 0
    const value = cells[cell] as number
    const step = ((cells[cell + 1] as number) - value) * pitch
    let here = value + (place - cell) * (step / pitch)
    const end = Math.min(row.length, x + Math.max(1, Math.ceil((cell + 1 - place) / pitch)))
    place += (end - x) * pitch
    for (; x < end; x++, here += step) row[x] = here
  }
}

/**
 * The one pass over the full-size pixels: balance, local gain, texture, sharpening, tone and colour, in place.
 * Colour is carried as distance from luma and pulled in where a channel would leave the range, so nothing clips to neon.
 * Alpha is not touched.
 */
export const render = (pixels: Pixels, tables: Tables, map: BaseMap): void => {
  const { width, height } = pixels
  let above = new Int32Array(width + 2)
  let here = new Int32Array(width + 2)
  let below = new Int32Array(width + 2)
  const columns = new Int32Array(width + 2)
  const slopes = new Float64Array(width)
  const offsets = new Float64Array(width)
  const cells = new Float64Array(map.width + 2)
  lumaRow(pixels, tables, 0, here)
  above.set(here)
  for (let y = 0; y < height; y++) {
    if (y + 1 < height) lumaRow(pixels, tables, y + 1, below)
    else below.set(here)
    const mapY = ((y + 0.5) * map.height) / height - 0.5
    mapRow(map, map.a, mapY, cells, slopes)
    mapRow(map, map.b, mapY, cells, offsets)
    for (let x = 0; x < columns.length; x++) {
      columns[x] = (above[x] as number) + 2 * (here[x] as number) + (below[x] as number)
    }
    renderRow(pixels, tables, y, here, columns, slopes, offsets)
    const spare = above
    above = here
    here = below
    below = spare
  }
}

const renderRow = (
  pixels: Pixels,
  tables: Tables,
  y: number,
  lumas: Int32Array,
  columns: Int32Array,
  slopes: Float64Array,
  offsets: Float64Array,
): void => {
  const { data, width, channels } = pixels
  const { red, green, blue, local, tone, clarity, colour, detail } = tables
  const plain = ONE - clarity
  let at = y * width * channels
  for (let x = 0; x < width; x++, at += channels) {
    const luma = lumas[x + 1] as number
    let base = ((slopes[x] as number) * luma + (offsets[x] as number) * WHITE) | 0
    if (base < 0) base = 0
    else if (base > WHITE) base = WHITE
    let fine = luma - (((columns[x] as number) + 2 * (columns[x + 1] as number) + (columns[x + 2] as number)) >> 4) + DETAIL
    if (fine < 0) fine = 0
    else if (fine >= 2 * DETAIL) fine = 2 * DETAIL - 1
    const textured = (base * plain + luma * clarity) >> 12
    let lit = ((textured * (local[base] as number)) >> 12) + (detail[fine] as number)
    if (lit < 0) lit = 0
    else if (lit > 2 * WHITE) lit = 2 * WHITE
    const out = tone[lit] as number

    const r = (red[data[at] as number] as number) - luma
    const g = (green[data[at + 1] as number] as number) - luma
    const b = (blue[data[at + 2] as number] as number) - luma
    const most = r > g ? (r > b ? r : b) : g > b ? g : b
    const least = r < g ? (r < b ? r : b) : g < b ? g : b
    let scale = out * (INVERSE[luma] as number) * (colour[(most - least) >> 4] as number)
    if (out + most * scale > WHITE) scale = (out > WHITE - MARGIN ? 0 : WHITE - MARGIN - out) / most
    if (out + least * scale < 0) scale = (out < MARGIN ? 0 : MARGIN - out) / least
    data[at] = ((out + r * scale) * (1 / STEPS) + 0.5) | 0
    data[at + 1] = ((out + g * scale) * (1 / STEPS) + 0.5) | 0
    data[at + 2] = ((out + b * scale) * (1 / STEPS) + 0.5) | 0
  }
}
