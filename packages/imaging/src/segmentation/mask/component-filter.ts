import { type BinaryMask, bitsWithout } from '../../raster/masks/binary-mask.ts'
import {
  bitsOfComponents,
  componentsAtBorder,
  countInComponents,
  fillHoles,
  findComponents,
  type MaskComponents,
} from '../../raster/masks/mask-components.ts'
import { openMask } from '../../raster/masks/morphology.ts'
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
  const components = findComponents(mask, 1)
  const all = measureComponents(components, soft)
  const largest = all.reduce((most, { area, sure }) => (sure > 0 ? Math.max(most, area) : most), 0)
  const kept = all.map(
    ({ area, sure, isCut }) =>
      sure >= MIN_SURE_SHARE * area &&
      area >= MIN_SHARE * mask.bits.length &&
      area >= (isCut ? MIN_CUT_COMPONENT : MIN_COMPONENT) * largest,
  )
  const bits = bitsOfComponents(components, [0, ...kept.map(Number)], mask.bits.length)
  return { bits: closeHoles(bits, soft), width, height, components: kept.filter(Boolean).length }
}

interface Component {
  readonly area: number
  /** Pixels that are certain. */
  readonly sure: number
  /** Whether it touches the border of the picture. */
  readonly isCut: boolean
}

function measureComponents(components: MaskComponents, soft: SoftMask): Component[] {
  const sure = countInComponents(components, (i) => soft.alpha[i] >= SURE_ALPHA)
  const cut = componentsAtBorder(components, soft)
  return Array.from({ length: components.count }, (_, i) => ({
    area: components.areas[i + 1],
    sure: sure[i + 1],
    isCut: cut[i + 1] === 1,
  }))
}

/** Closes all holes but those that are certainly empty and surrounded by something thin. */
function closeHoles(bits: Uint8Array, { alpha, width, height }: SoftMask): Uint8Array {
  const mask = { bits, width, height }
  const closed = fillHoles(mask)
  const holes = findComponents({ bits: bitsWithout(closed.bits, bits), width, height }, 1)
  if (holes.count === 0) return bits
  // Opening removes the ring of a handle and keeps the food around a gap.
  const thick = fillHoles(openMask(mask, Math.max(2, Math.round(Math.max(width, height) / 40)))).bits
  const inThick = countInComponents(holes, (i) => thick[i] === 1)
  const mass = new Float64Array(holes.count + 1)
  for (const [run, label] of holes.runLabels.entries()) {
    for (let i = holes.starts[run]; i < holes.ends[run]; i++) mass[label] += alpha[i]
  }
  const isClosed = holes.areas.map((area, label) => {
    const isOpen = area > MIN_SHARE * bits.length && mass[label] < EMPTY_ALPHA * area && inThick[label] < 0.5 * area
    return isOpen ? 0 : 1
  })
  const filled = bitsOfComponents(holes, isClosed, bits.length)
  for (let i = 0; i < filled.length; i++) filled[i] |= bits[i]
  return filled
}
