import { type BinaryMask, fillHoles, labelComponents, maskBits, openMask } from '../../raster/masks/binary-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'

/** Alpha from which a pixel may belong to the subject, and what something must reach to be believed. */
const MIN_ALPHA = 96
const SURE_ALPHA = 200
/** Something smaller than this share of the largest thing is a speck; larger where the frame cuts it. */
const MIN_COMPONENT = 0.012
const MIN_CUT_COMPONENT = 0.15
/** Of the whole picture. */
const MIN_SHARE = 0.0008

/** A mask whose specks are gone and whose holes are closed. */
export interface FilteredMask extends BinaryMask {
  /** How many separate things there are. */
  readonly components: number
}

interface Component {
  area: number
  sure: number
  cut: boolean
}

function measureComponents(labels: Int32Array, count: number, { alpha, width, height }: SoftMask): Component[] {
  const found = Array.from({ length: count }, (): Component => ({ area: 0, sure: 0, cut: false }))
  for (let i = 0; i < labels.length; i++) {
    const thing = found[labels[i] - 1]
    if (!thing) continue
    thing.area++
    if (alpha[i] >= SURE_ALPHA) thing.sure++
    const x = i % width
    if (x === 0 || x === width - 1 || i < width || i >= width * (height - 1)) thing.cut = true
  }
  return found
}

/**
 * What of a soft mask is the subject: all things that are somewhere certain and not specks, with their holes closed.
 * A hole through which the surroundings show (a handle, the loop of a fork) stays open.
 */
export function filterComponents(soft: SoftMask): FilteredMask {
  const { alpha, width, height } = soft
  const bits = maskBits(alpha.length, (i) => alpha[i] >= MIN_ALPHA)
  const { labels, count } = labelComponents({ bits, width, height }, 1)
  const all = measureComponents(labels, count, soft)
  const largest = all.reduce((most, { area, sure }) => (sure > 0 ? Math.max(most, area) : most), 0)
  const kept = all.map(
    ({ area, sure, cut }) =>
      sure >= 0.1 * area &&
      area >= MIN_SHARE * bits.length &&
      area >= (cut ? MIN_CUT_COMPONENT : MIN_COMPONENT) * largest,
  )
  for (let i = 0; i < bits.length; i++) if (!kept[labels[i] - 1]) bits[i] = 0
  return { bits: closeHoles(bits, soft), width, height, components: kept.filter(Boolean).length }
}

/** A hole stays where the mask is firmly empty and it lies in something thin: what is round it vanishes when thinned. */
function closeHoles(bits: Uint8Array, { alpha, width, height }: SoftMask): Uint8Array {
  const mask = { bits, width, height }
  const closed = fillHoles(mask)
  const holes = maskBits(bits.length, (i) => bits[i] === 0 && closed.bits[i] === 1)
  const { labels, count } = labelComponents({ bits: holes, width, height }, 1)
  if (count === 0) return bits
  // Opening the body as it is: a ring of a handle goes, the food around a gap stays.
  const stout = fillHoles(openMask(mask, Math.max(2, Math.round(Math.max(width, height) / 40)))).bits
  const found = Array.from({ length: count }, () => ({ area: 0, mass: 0, within: 0 }))
  for (let i = 0; i < labels.length; i++) {
    const hole = found[labels[i] - 1]
    if (!hole) continue
    hole.area++
    hole.mass += alpha[i]
    if (stout[i]) hole.within++
  }
  const open = found.map(
    ({ area, mass, within }) => area > MIN_SHARE * bits.length && mass < 12 * area && within < 0.5 * area,
  )
  return bits.map((bit, i) => (bit === 1 || (holes[i] === 1 && !open[labels[i] - 1]) ? 1 : 0))
}
