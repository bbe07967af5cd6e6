import type { Box, Size } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import { resizeTo } from '../raster/scaling/resize-to.ts'
import type { SubjectHint } from '../segmentation/subject-hint.ts'

/** How far each channel of a pixel of a bar may lie from its colour. Compression leaves as much. */
const TOLERANCE = 8
/** A pixel of the photo lies further from that colour. A backdrop that darkens slowly does not within a few lines. */
const DISTANCE = 14
/** The least breadth of a bar, as a share of the side and in pixels. */
const LEAST_SHARE = 0.015
const LEAST_PIXELS = 4
/** What is left is at least this share of the side. */
const LEAST_LEFT = 0.15
/** Share of a line that has the colour of the bar: next to the edge of the photo, and over all lines of a bar with a caption in it. */
const QUIET = 0.95
const CAPTIONED = 0.7
/** The same at most in the photo, within this share of the side after the bar. A photo's own backdrop ends neither straight nor at once. */
const IN_PHOTO = 0.4
const EDGE_SHARE = 0.01
/** Compression spoils as many lines before an edge: two of its blocks, as colours are stored at half the size. */
const EDGE_PIXELS = 16
/** Pixels that are read of each line. */
const SAMPLES = 256

/**
 * Finds flat bars of one colour at opposite edges, as stills, stories and screenshots have them, also with a caption or controls in
 * them: first at two edges, then at the other two.
 *
 * @returns the part of the picture between the bars, in pixels; undefined if there are none
 * @example findBars(still) // { left: 0, top: 60, width: 640, height: 360 }
 */
export function findBars(pixels: Pixels): Box | undefined {
  const whole: Box = { left: 0, top: 0, width: pixels.width, height: pixels.height }
  let box = whole
  // A wide frame hides the edges of the photo until the other two bars are gone.
  for (const axis of ['down', 'across', 'down'] as const) box = withoutPair(pixels, box, axis)
  return box === whole ? undefined : box
}

/**
 * Cuts flat bars off.
 *
 * @returns the picture itself if it has none; else what is between the bars, and where that was
 */
export async function trimBars(pixels: Pixels): Promise<{ readonly pixels: Pixels; readonly kept?: Box }> {
  const kept = findBars(pixels)
  return kept ? { pixels: await resizeTo(pixels, kept, kept), kept } : { pixels }
}

/** A hint for a part of the picture. */
export function hintInPart({ box, point, strokes }: SubjectHint, part: Box, picture: Size): SubjectHint {
  const inPart = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    x: (x * picture.width - part.left) / part.width,
    y: (y * picture.height - part.top) / part.height,
  })
  const [across, down] = [picture.width / part.width, picture.height / part.height]
  return {
    ...(box && { box: { ...inPart(box), width: box.width * across, height: box.height * down } }),
    ...(point && { point: inPart(point) }),
    ...(strokes && { strokes: strokes.map(({ kind, points }) => ({ kind, points: points.map(inPart) })) }),
  }
}

type Colour = readonly [number, number, number]

/** A box without the two bars at its ends along an axis, if it has both, in one colour. */
function withoutPair(pixels: Pixels, box: Box, axis: 'down' | 'across'): Box {
  const [length, breadth] = axis === 'down' ? [box.height, box.width] : [box.width, box.height]
  const line = (index: number) => sampleLine(pixels, box, axis, index, breadth)
  const first = barAt(line, length)
  if (!first) return box
  const last = barAt((index) => line(length - 1 - index), length)
  if (!last || !isNear(first.colour, last.colour)) return box
  const left = length - first.breadth - last.breadth
  if (left < LEAST_LEFT * length) return box
  return axis === 'down'
    ? { ...box, top: box.top + first.breadth, height: left }
    : { ...box, left: box.left + first.breadth, width: left }
}

/** The bar that begins with line 0, up to its innermost straight edge. */
function barAt(line: (index: number) => Colour[], length: number): { breadth: number; colour: Colour } | undefined {
  const colour = medianColour(line(0))
  if (!colour) return undefined
  const least = Math.max(LEAST_PIXELS, Math.round(LEAST_SHARE * length))
  const edge = Math.max(EDGE_PIXELS, Math.round(EDGE_SHARE * length))
  const most = Math.floor((1 - LEAST_LEFT) * length)
  const shares: number[] = []
  let [sum, breadth, wasInPhoto] = [0, 0, true]
  for (let index = 0; index < most; index++) {
    const colours = line(index)
    const shareWithin = (tolerance: number) =>
      colours.filter((one) => isNear(one, colour, tolerance)).length / colours.length
    shares.push(shareWithin(TOLERANCE))
    sum += shares[index]
    if (sum < CAPTIONED * index) break
    const isInPhoto = shareWithin(DISTANCE) <= IN_PHOTO
    const isEdge = isInPhoto && !wasInPhoto
    wasInPhoto = isInPhoto
    if (!isEdge) continue
    // Lines shortly before the edge are quiet, and the edge is as straight as a line can be after compression and scaling.
    const before = shares.slice(Math.max(0, index - edge - LEAST_PIXELS), index)
    if (index >= least && longestRun(before, (one) => one >= QUIET) >= LEAST_PIXELS) breadth = index + 1
  }
  return breadth > 0 ? { breadth, colour } : undefined
}

/** Some pixels of one line of a box, evenly spaced; none of a picture that is not opaque there. */
function sampleLine(pixels: Pixels, box: Box, axis: 'down' | 'across', index: number, breadth: number): Colour[] {
  const { data, width, channels } = pixels
  const count = Math.min(SAMPLES, breadth)
  const colours: Colour[] = []
  for (let n = 0; n < count; n++) {
    const along = Math.floor(((n + 0.5) * breadth) / count)
    const [x, y] = axis === 'down' ? [along, index] : [index, along]
    const at = ((box.top + y) * width + box.left + x) * channels
    if (channels === 4 && data[at + 3] !== 255) return []
    colours.push([data[at], data[at + 1], data[at + 2]])
  }
  return colours
}

function longestRun(values: readonly number[], holds: (value: number) => boolean): number {
  let [longest, run] = [0, 0]
  for (const value of values) {
    run = holds(value) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

function medianColour(colours: readonly Colour[]): Colour | undefined {
  if (colours.length === 0) return undefined
  const middle = (channel: number) => colours.map((one) => one[channel]).sort((a, b) => a - b)[colours.length >> 1]
  return [middle(0), middle(1), middle(2)]
}

const isNear = (one: Colour, other: Colour, tolerance = TOLERANCE): boolean =>
  one.every((value, channel) => Math.abs(value - other[channel]) <= tolerance)
