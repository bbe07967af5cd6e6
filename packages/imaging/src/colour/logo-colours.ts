import type { Pixels } from '../raster/pixels.ts'
import { type Cielab, cielabOf } from './cielab.ts'

/** A logo has few colours, and so many samples find each of them. */
const MAX_SAMPLES = 20_000
const MOST_COLOURS = 4
/** Colours nearer than this (CIE76) are one colour with the blends at its edges. */
const SAME = 18
/** Of what is visible. A smaller share is a blend, or the noise of a JPEG. */
const MIN_SHARE = 0.03
/** The edge of a cell of CIELAB in which colours are counted. */
const CELL = 8

interface Counted extends Cielab {
  readonly code: readonly [red: number, green: number, blue: number]
  readonly count: number
}

/**
 * The colours of a logo, without the ground that it stands on. The main one is first: of colours with like areas, that is the
 * most colourful, because black letters do not tell brands apart.
 *
 * @param logo RGB, or RGBA with straight alpha.
 * @returns up to four colours as `#rrggbb`; none for a logo that is empty
 * @example logoColours(await decode(png)) // ['#7a1f2b', '#f4ead8']
 */
export function logoColours(logo: Pixels): string[] {
  const ground = groundOf(logo)
  let left = countedColours(logo).filter((colour) => !ground || distance(colour, ground) >= SAME)
  const visible = left.reduce((sum, { count }) => sum + count, 0)
  const found: Counted[] = []
  while (left.length > 0 && found.length < MOST_COLOURS) {
    const most = left.reduce((best, colour) => (colour.count > best.count ? colour : best))
    const [near, others] = [
      left.filter((one) => distance(one, most) < SAME),
      left.filter((one) => distance(one, most) >= SAME),
    ]
    const count = near.reduce((sum, one) => sum + one.count, 0)
    left = others
    if (count >= MIN_SHARE * visible) found.push({ ...most, count })
  }
  const weight = ({ count, a, b }: Counted) => count * (0.1 + Math.min(1, Math.hypot(a, b) / 40))
  return found.sort((one, other) => weight(other) - weight(one)).map(({ code }) => hexOf(code))
}

/** The colour that most corners of an opaque logo share. */
function groundOf({ data, width, height, channels }: Pixels): Cielab | undefined {
  const corners = [0, width - 1, (height - 1) * width, height * width - 1].map((pixel) => pixel * channels)
  if (channels === 4 && corners.some((at) => data[at + 3] < 255)) return undefined
  const colours = corners.map((at) => cielabOf(data[at], data[at + 1], data[at + 2]))
  return colours.find((colour) => colours.filter((other) => distance(colour, other) < SAME).length >= 3)
}

/** How often the visible colours occur, each as the mean of its cell of CIELAB. */
function countedColours({ data, width, height, channels }: Pixels): Counted[] {
  const cells = new Map<string, [red: number, green: number, blue: number, count: number]>()
  // A step that shares no factor with the width of most pictures, so that samples do not stand in columns.
  const step = Math.max(1, Math.floor((width * height) / MAX_SAMPLES)) | 1
  for (let at = 0; at < data.length; at += step * channels) {
    if (channels === 4 && data[at + 3] < 128) continue
    const [red, green, blue] = [data[at], data[at + 1], data[at + 2]]
    const { lightness, a, b } = cielabOf(red, green, blue)
    const key = [lightness, a, b].map((value) => Math.round(value / CELL)).join()
    const cell = cells.get(key) ?? [0, 0, 0, 0]
    cells.set(key, [cell[0] + red, cell[1] + green, cell[2] + blue, cell[3] + 1])
  }
  return [...cells.values()].map(([red, green, blue, count]) => {
    const code = [Math.round(red / count), Math.round(green / count), Math.round(blue / count)] as const
    return { ...cielabOf(...code), code, count }
  })
}

const distance = (one: Cielab, other: Cielab): number =>
  Math.hypot(one.lightness - other.lightness, one.a - other.a, one.b - other.b)

const hexOf = (code: readonly number[]): string =>
  `#${code.map((value) => value.toString(16).padStart(2, '0')).join('')}`
