import type { BaseMap } from './base-map.ts'
import type { Pixels } from './pixels.ts'
import { STEPS, type Tables, WHITE } from './tables.ts'

/** Luma weights in 1/256. */
const R = 77
const G = 150
const B = 29

/** Fills one row of balanced luma, with its two end pixels repeated for the sharpening window. */
const lumaRow = (pixels: Pixels, tables: Tables, y: number, row: Int32Array): void => {
  const { data, width, channels } = pixels
  const { red, green, blue } = tables
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

/** One row of the map, for the height of this pixel row, with one more column at each end. */
const mapRow = (map: BaseMap, values: Float32Array, at: number, row: Float32Array): void => {
  const { width, height } = map
  const top = Math.max(0, Math.min(height - 1, Math.floor(at)))
  const bottom = Math.min(height - 1, top + 1)
  const share = Math.max(0, Math.min(1, at - top))
  for (let x = 0; x < width; x++) {
    const upper = values[top * width + x] as number
    row[x + 1] = upper + ((values[bottom * width + x] as number) - upper) * share
  }
  row[0] = row[1] as number
  row[width + 1] = row[width] as number
}

/**
 * The one pass over the full-size pixels: balance, local gain, texture, sharpening, tone and colour, in place.
 * Colour is carried as distance from luma and pulled in where a channel would leave the range, so nothing clips to neon.
 * Alpha is not touched.
 */
export const render = (pixels: Pixels, tables: Tables, map: BaseMap): void => {
  const { data, width, height, channels } = pixels
  const { red, green, blue, local, tone, clarity, colour, detail } = tables
  let above = new Int32Array(width + 2)
  let here = new Int32Array(width + 2)
  let below = new Int32Array(width + 2)
  const columns = new Int32Array(width + 2)
  const rowA = new Float32Array(map.width + 2)
  const rowB = new Float32Array(map.width + 2)
  lumaRow(pixels, tables, 0, here)
  above.set(here)
  const pitch = map.width / width
  for (let y = 0; y < height; y++) {
    if (y + 1 < height) lumaRow(pixels, tables, y + 1, below)
    else below.set(here)
    const mapY = ((y + 0.5) * map.height) / height - 0.5
    mapRow(map, map.a, mapY, rowA)
    mapRow(map, map.b, mapY, rowB)
    for (let x = 0; x < width + 2; x++) {
      columns[x] = (above[x] as number) + 2 * (here[x] as number) + (below[x] as number)
    }
    let at = y * width * channels
    for (let x = 0; x < width; x++, at += channels) {
      const place = (x + 0.5) * pitch + 0.5
      const cell = place | 0
      const share = place - cell
      const a0 = rowA[cell] as number
      const b0 = rowB[cell] as number
      const a = a0 + ((rowA[cell + 1] as number) - a0) * share
      const b = b0 + ((rowB[cell + 1] as number) - b0) * share

      const luma = here[x + 1] as number
      const blurred = ((columns[x] as number) + 2 * (columns[x + 1] as number) + (columns[x + 2] as number)) >> 4
      let base = (a * luma + b * WHITE) | 0
      if (base < 0) base = 0
      else if (base > WHITE) base = WHITE
      const gain = local[base] as number
      let lit = ((base + clarity * (luma - base)) * gain + (detail[luma - blurred + WHITE] as number)) | 0
      if (lit < 0) lit = 0
      else if (lit >= 2 * WHITE) lit = 2 * WHITE - 1
      const out = tone[lit] as number

      const r = red[data[at] as number] as number
      const g = green[data[at + 1] as number] as number
      const u = blue[data[at + 2] as number] as number
      const most = Math.max(r, g, u)
      const least = Math.min(r, g, u)
      let scale = ((luma > 0 ? out / luma : 1) * (colour[(most - least) >> 4] as number)) as number
      const over = out + (most - luma) * scale
      if (over > WHITE) scale *= (WHITE - out) / (over - out)
      const under = out + (least - luma) * scale
      if (under < 0) scale *= out / (out - under)
      data[at] = ((out + (r - luma) * scale) / STEPS + 0.5) | 0
      data[at + 1] = ((out + (g - luma) * scale) / STEPS + 0.5) | 0
      data[at + 2] = ((out + (u - luma) * scale) / STEPS + 0.5) | 0
    }
    const spare = above
    above = here
    here = below
    below = spare
  }
}
