import {
  type BinaryMask,
  borderOf,
  componentAreas,
  fillHoles,
  labelComponents,
  maskBits,
  openMask,
} from '../../raster/masks/binary-mask.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'

/** Alpha from which a pixel belongs to a component, and from which it is certain. */
const MIN_ALPHA = 96
const SURE_ALPHA = 200
/** Share of a component that must be certain. */
const MIN_SURE_SHARE = 0.1
/** A component smaller than this share of the largest is a speck. The second share is for components that the frame cuts. */
const MIN_COMPONENT = 0.012
const MIN_CUT_COMPONENT = 0.15
/** Share of the whole picture below which components and holes are specks. */
const MIN_SHARE = 0.0008
/** Mean alpha below which a hole is certainly empty. */
const EMPTY_ALPHA = 12

/** A mask without specks, its holes closed. */
export interface FilteredMask extends BinaryMask {
  /** How many components there are. */
  readonly components: number
}

/**
 * Reduces a soft mask to the components that are the subject: those that are certain somewhere and no specks, with their
 * holes closed. A hole in something thin, such as a handle or the loop of a fork, stays open.
 */
export function filterComponents(soft: SoftMask): FilteredMask {
  const { width, height } = soft
  const mask = thresholdMask(soft, MIN_ALPHA)
  const { bits } = mask
  const { labels, count } = labelComponents(mask, 1)
  const all = measureComponents(labels, count, soft)
  const largest = all.reduce((most, { area, sure }) => (sure > 0 ? Math.max(most, area) : most), 0)
  const kept = all.map(
    ({ area, sure, isCut }) =>
      sure >= MIN_SURE_SHARE * area &&
      area >= MIN_SHARE * bits.length &&
      area >= (isCut ? MIN_CUT_COMPONENT : MIN_COMPONENT) * largest,
  )
  const isKept = Uint8Array.from([false, ...kept], Number)
  for (let i = 0; i < bits.length; i++) bits[i] = isKept[labels[i]]
  return { bits: closeHoles(bits, soft), width, height, components: kept.filter(Boolean).length }
}

interface Component {
  readonly area: number
  /** Pixels that are certain. */
  readonly sure: number
  /** Whether it touches the border of the picture. */
  readonly isCut: boolean
}

function measureComponents(labels: Int32Array, count: number, { alpha, width, height }: SoftMask): Component[] {
  const areas = componentAreas(labels, count)
  const sure = new Int32Array(count + 1)
  for (let i = 0; i < labels.length; i++) if (alpha[i] >= SURE_ALPHA) sure[labels[i]]++
  const cut = new Uint8Array(count + 1)
  for (const i of borderOf({ width, height })) cut[labels[i]] = 1
  return Array.from({ length: count }, (_, i) => ({
    area: areas[i + 1],
    sure: sure[i + 1],
    isCut: cut[i + 1] === 1,
  }))
}

/** Closes all holes but those that are certainly empty and surrounded by something thin. */
function closeHoles(bits: Uint8Array, { alpha, width, height }: SoftMask): Uint8Array {
  const mask = { bits, width, height }
  const closed = fillHoles(mask)
  const holes = maskBits(bits.length, (i) => bits[i] === 0 && closed.bits[i] === 1)
  const { labels, count } = labelComponents({ bits: holes, width, height }, 1)
  if (count === 0) return bits
  // Opening removes the ring of a handle and keeps the food around a gap.
  const thick = fillHoles(openMask(mask, Math.max(2, Math.round(Math.max(width, height) / 40)))).bits
  const found = Array.from({ length: count }, () => ({ area: 0, mass: 0, inThick: 0 }))
  for (let i = 0; i < labels.length; i++) {
    const hole = found[labels[i] - 1]
    if (!hole) continue
    hole.area++
    hole.mass += alpha[i]
    if (thick[i]) hole.inThick++
  }
  const open = found.map(
    ({ area, mass, inThick }) => area > MIN_SHARE * bits.length && mass < EMPTY_ALPHA * area && inThick < 0.5 * area,
  )
  return bits.map((bit, i) => (bit === 1 || (holes[i] === 1 && !open[labels[i] - 1]) ? 1 : 0))
}
