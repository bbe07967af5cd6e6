import { type Canvas, EXCLUDED, HOLE, KNOWN } from '../../patch-match/fill-canvas.ts'
import { fillHole } from '../../patch-match/fill-hole.ts'
import { poissonBlend } from '../../patch-match/poisson-blend.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Box } from '../../raster/geometry.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { makeAnalysisCopy } from '../../raster/scaling/analysis-copy.ts'
import { copyIntoMargins, type PaintStretch, sideOf } from './copy-into-margins.ts'
import { copyableSurface, type Surroundings } from './foreign-objects.ts'
import { type Insets, openSides, SIDES, type Side } from './open-sides.ts'
import { createPatchPainter } from './patch-painter.ts'
import { createSoftBackdrop } from './soft-backdrop.ts'

/** Long side of the canvas on which patches are laid out. */
const SIDE = 288
/** Passes over each finer level of the pyramid; continuing a surface needs fewer than filling a hole. */
const PASSES = 2
/** How far the surface reaches into a plain backdrop before it has dissolved, as a share of the photo's long side. */
const BEGINNING = 0.28

/**
 * What lies beyond the borders: `texture` continues a calm surface with its own patches, `soft` is a plain backdrop in the
 * colours of the surface.
 */
export type Continuation = 'texture' | 'soft'

export interface ExtendedCanvas {
  readonly pixels: Pixels
  /** What was added or cut off at each side: as requested, but nothing is added where the photo itself cuts the dish. */
  readonly insets: Insets
}

/** A picture whose surroundings have been decided. */
export interface CanvasExtension {
  /** The picture with these insets, which must be within those that the extension was made for. */
  extended(insets: Insets): Promise<Pixels>
}

/**
 * Extends the background of a photo. No pixel of the photo changes, the dish and other things are never repeated, and
 * nothing is added where the photo cuts the dish. A picture with transparency is extended by transparency. The result shows
 * what no camera saw, so callers label it as a retouch.
 *
 * @param insets pixels to add at each side; numbers below 0 cut off
 * @param around the mask of the dish, on a copy of any size, with the objects beside it
 * @returns a new picture, or `pixels` itself if nothing changes
 * @example const { pixels: wider } = await extendCanvas(pixels, { left: 400, right: 400, top: 0, bottom: 0 }, subject)
 */
export async function extendCanvas(
  pixels: Pixels,
  insets: Insets,
  around: Surroundings,
  by: Continuation = 'texture',
): Promise<ExtendedCanvas> {
  const open = openSides(around)
  const allowed = (side: Side) => (open[side] ? Math.round(insets[side]) : Math.min(0, Math.round(insets[side])))
  const done = { left: allowed('left'), top: allowed('top'), right: allowed('right'), bottom: allowed('bottom') }
  if (Object.values(done).every((inset) => inset === 0)) return { pixels, insets: done }
  const { extended } = await createCanvasExtension(pixels, done, copyableSurface(around), by)
  return { pixels: await extended(done), insets: done }
}

/**
 * Decides once what lies beyond the borders, for several frames of one picture. It does not check whether sides are open.
 *
 * @param most the most that any of the frames adds at each side, in pixels
 * @param surface what of the picture may be copied: 255; on a copy of any size
 */
export async function createCanvasExtension(
  pixels: Pixels,
  most: Insets,
  surface: SoftMask,
  by: Continuation = 'texture',
): Promise<CanvasExtension> {
  if (pixels.channels === 4 || Object.values(most).every((inset) => inset <= 0)) {
    return { extended: async (insets) => copyIntoMargins(pixels, insets) }
  }
  const reach = BEGINNING * Math.max(pixels.width, pixels.height)
  const within = (side: Side) => Math.max(0, by === 'soft' ? Math.min(most[side], Math.ceil(reach)) : most[side])
  const ring = { left: within('left'), top: within('top'), right: within('right'), bottom: within('bottom') }
  const paint = await laySides(pixels, ring, surface)
  const isLaid = SIDES.every((side) => ring[side] === 0 || paint[side])
  if (by === 'texture' && isLaid) {
    const paintAll: PaintStretch = (out, start, left, right, y) =>
      paint[sideOf(pixels, right, y)]?.(out, start, left, right, y)
    return { extended: async (insets) => copyIntoMargins(pixels, insets, paintAll) }
  }
  const beginning = by === 'soft' ? { paint, reach } : undefined
  return { extended: await createSoftBackdrop(pixels, most, surface, beginning) }
}

/**
 * The margins laid out with patches. Two opposite sides are laid out one by one, each from the half of the photo on which
 * it borders, so that neither shows what only the other borders on: a wall above, a table below, or another light. A side
 * is missing if there is too little to copy.
 */
async function laySides(
  pixels: Pixels,
  ring: Insets,
  surface: SoftMask,
): Promise<Readonly<Partial<Record<Side, PaintStretch>>>> {
  const hasCorners = ring.left + ring.right > 0 && ring.top + ring.bottom > 0
  const sides = SIDES.filter((side) => ring[side] > 0)
  const paint: Partial<Record<Side, PaintStretch>> = {}
  for (const together of hasCorners ? [sides] : sides.map((side) => [side])) {
    const insets = { left: 0, top: 0, right: 0, bottom: 0 }
    for (const side of together) insets[side] = ring[side]
    const { canvas, place } = await drawCanvas(pixels, insets, surface)
    const [only] = together
    if (only && together.length === 1) excludeFarHalf(canvas, place, only)
    excludeOtherTones(canvas, place)
    const filling = fillHole(canvas, PASSES)
    if (!filling) continue
    const copies = { from: filling.sources, change: poissonBlend(filling) }
    for (const side of together) paint[side] = createPatchPainter(pixels, { canvas, place, copies })
  }
  return paint
}

/** Keeps the half of the photo that lies opposite a side from being copied there. */
function excludeFarHalf({ kinds, width }: Canvas, { left, top, ...size }: Box, side: Side): void {
  const [middleX, middleY] = [left + size.width / 2, top + size.height / 2]
  const isFar = (x: number, y: number) =>
    ({ left: x > middleX, top: y > middleY, right: x < middleX, bottom: y < middleY })[side]
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] === KNOWN && isFar(i % width, Math.floor(i / width))) kinds[i] = EXCLUDED
  }
}

/** The small canvas with its margins still to be filled, and where the photo lies in it. */
async function drawCanvas(pixels: Pixels, insets: Insets, surface: SoftMask) {
  const added = (inset: number) => Math.max(0, inset)
  const whole = Math.max(
    pixels.width + added(insets.left) + added(insets.right),
    pixels.height + added(insets.top) + added(insets.bottom),
  )
  const copy = await makeAnalysisCopy(
    pixels,
    Math.max(1, Math.round((SIDE * Math.max(pixels.width, pixels.height)) / whole)),
  )
  const across = copy.width / pixels.width
  const down = copy.height / pixels.height
  const place = {
    left: Math.ceil(added(insets.left) * across),
    top: Math.ceil(added(insets.top) * down),
    width: copy.width,
    height: copy.height,
  }
  const width = place.left + copy.width + Math.ceil(added(insets.right) * across)
  const height = place.top + copy.height + Math.ceil(added(insets.bottom) * down)
  const canvas: Canvas = {
    colours: new Float32Array(3 * width * height),
    kinds: new Uint8Array(width * height).fill(HOLE),
    width,
    height,
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x - place.left, y - place.top]
      const inside = u >= 0 && u < copy.width && v >= 0 && v < copy.height
      // Beyond a border, the first guess is the colour of the border.
      const from = clamp(v, 0, copy.height - 1) * copy.width + clamp(u, 0, copy.width - 1)
      const to = y * width + x
      for (let c = 0; c < 3; c++) canvas.colours[3 * to + c] = copy.data[3 * from + c]
      if (inside)
        canvas.kinds[to] = isSurface(surface, (u + 0.5) / copy.width, (v + 0.5) / copy.height) ? KNOWN : EXCLUDED
    }
  }
  return { canvas, place }
}

const isSurface = ({ alpha, width, height }: SoftMask, u: number, v: number): boolean =>
  alpha[Math.floor(v * height) * width + Math.floor(u * width)] >= 128

/** Depth of the strip along a border whose tones count, and length of its parts, in pixels of the canvas. */
const STRIP = 10
/** Radius of the window whose mean is the tone of a pixel. */
const RADIUS = 3
/** Mean difference in codes from the nearest tone of the strips above which a place shows something else. */
const OTHER = 26

type Tone = readonly [number, number, number]

/**
 * Keeps things that nobody recognised from being copied: a place whose tone none of the continued borders has is excluded.
 *
 * @param canvas changed in place
 * @param place of the photo in the canvas
 */
function excludeOtherTones(canvas: Canvas, place: Box): void {
  const { colours, kinds, width, height } = canvas
  const planes = [0, 1, 2].map((c) =>
    boxMean(
      Float32Array.from(kinds, (_, i) => colours[3 * i + c]),
      width,
      height,
      RADIUS,
    ),
  )
  const tones = stripsBeside(canvas, place).flatMap((strip) => toneOf(canvas, strip) ?? [])
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== KNOWN) continue
    const isOther = tones.every(
      (tone) => tone.reduce((sum, value, c) => sum + Math.abs(value - planes[c][i]), 0) > 3 * OTHER,
    )
    if (isOther) kinds[i] = EXCLUDED
  }
}

/** The parts of the strips along the borders of the photo beyond which there is something to fill. */
function stripsBeside({ kinds, width, height }: Canvas, { left, top, ...size }: Box): Box[] {
  const [right, bottom] = [left + size.width, top + size.height]
  const strips: Box[] = []
  const isHole = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && kinds[y * width + x] === HOLE
  for (let y = top; y < bottom; y += STRIP) {
    const part = { top: y, width: Math.min(STRIP, size.width), height: Math.min(STRIP, bottom - y) }
    if (isHole(left - 1, y)) strips.push({ left, ...part })
    if (isHole(right, y)) strips.push({ left: right - part.width, ...part })
  }
  for (let x = left; x < right; x += STRIP) {
    const part = { left: x, width: Math.min(STRIP, right - x), height: Math.min(STRIP, size.height) }
    if (isHole(x, top - 1)) strips.push({ top, ...part })
    if (isHole(x, bottom)) strips.push({ top: bottom - part.height, ...part })
  }
  return strips
}

/** The mean colour of the surface in a box; undefined if it shows none. */
function toneOf({ colours, kinds, width }: Canvas, box: Box): [Tone] | undefined {
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const i = y * width + x
      if (kinds[i] !== KNOWN) continue
      count++
      for (const c of [0, 1, 2] as const) sum[c] += colours[3 * i + c]
    }
  }
  return count === 0 ? undefined : [[sum[0] / count, sum[1] / count, sum[2] / count]]
}
