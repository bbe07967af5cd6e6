import { type CutSides, type DishExtent, dishExtent } from '../hero/place-in-frame.ts'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../raster/geometry.ts'
import { maskBits } from '../raster/masks/binary-mask.ts'
import { openMask } from '../raster/masks/morphology.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'

/** The rounded outline of a dish that its photo cuts at sides that face each other. */
export interface TrimmedOutline {
  /** The dish without what stands out over its rim, in shares of the dish's box. */
  readonly body: Box
  /** Exponent of the outline: 2 is an ellipse, more is closer to a rectangle. */
  readonly roundness: number
  readonly cut: CutSides
}

/** What is thinner than this share of the dish stands out: spoons, stalks, handles. */
const THIN = 0.06
/** The outline of a dish whose rim is visible at its corners, and of one that fills them with what may not belong to it. */
const WITH_RIM = 2.4
const WITHOUT_RIM = 2
/** Share of the corners outside of an ellipse from which the dish fills them. */
const FILLED = 0.45
/** How much wider the outline is halfway between two cuts, and where that begins to fade and ends. */
const EASE = 0.12
const EASE_FROM = 0.3
const EASE_END = 0.55

/** The outline to which a dish is trimmed. */
export function trimmedOutline(subject: SoftMask, { box, cut }: DishExtent): TrimmedOutline {
  const { alpha, width, height } = subject
  const bits = maskBits(alpha.length, (i) => alpha[i] > 127)
  const open = openMask({ bits, width, height }, Math.max(1, Math.round((THIN / 2) * Math.max(box.width, box.height))))
  const body = dishExtent({ alpha: Uint8Array.from(open.bits, (bit) => 255 * bit), width, height })?.box ?? box
  const left = cut.left ? box.left : body.left
  const top = cut.top ? box.top : body.top
  const right = cut.right ? box.left + box.width : body.left + body.width
  const bottom = cut.bottom ? box.top + box.height : body.top + body.height
  const own = { left, top, width: right - left, height: bottom - top }
  return {
    body: {
      left: (left - box.left) / box.width,
      top: (top - box.top) / box.height,
      width: own.width / box.width,
      height: own.height / box.height,
    },
    roundness: cornersFilled(subject, own) > FILLED ? WITHOUT_RIM : WITH_RIM,
    cut,
  }
}

/** The share of the corners of a box, outside of its ellipse, that belongs to a mask. */
function cornersFilled({ alpha, width }: SoftMask, box: Box): number {
  let [filled, all] = [0, 0]
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      if (reachOf(x + 0.5, y + 0.5, box, 2) <= 1) continue
      all++
      if (alpha[(box.top + y) * width + box.left + x] > 127) filled++
    }
  }
  return all === 0 ? 0 : filled / all
}

/** How far a place in a box is from its middle: 1 on the outline. */
const reachOf = (x: number, y: number, { width, height }: Size, roundness: number): number =>
  (Math.abs((2 * x) / width - 1) ** roundness + Math.abs((2 * y) / height - 1) ** roundness) ** (1 / roundness)

/**
 * Trims a cut-out, in place. What stands out over the rim at a side that the photo does not cut stays.
 *
 * @param box of the dish in the cut-out
 */
export function trimToOutline(
  { data, width, height }: Pixels,
  box: Box,
  { body, roundness, cut }: TrimmedOutline,
): void {
  const own = {
    left: box.left + body.left * box.width,
    top: box.top + body.top * box.height,
    width: body.width * box.width,
    height: body.height * box.height,
  }
  const isEased = roundness === WITH_RIM && (cut.left || cut.right) !== (cut.top || cut.bottom)
  /** Halfway between two cuts the outline is the dish's own, so that no line is cut through what stands out there. */
  const eased = (x: number, y: number): number => {
    if (!isEased) return 0
    const [at, span] = cut.top ? [y + 0.5 - own.top, own.height] : [x + 0.5 - own.left, own.width]
    return EASE * clamp((EASE_END - Math.abs((2 * at) / span - 1)) / (EASE_END - EASE_FROM), 0, 1)
  }
  for (let y = 0, i = 3; y < height; y++) {
    const isBeside = (y + 0.5 < own.top && !cut.top) || (y + 0.5 > own.top + own.height && !cut.bottom)
    for (let x = 0; x < width; x++, i += 4) {
      if (isBeside || (x + 0.5 < own.left && !cut.left) || (x + 0.5 > own.left + own.width && !cut.right)) continue
      const out = reachOf(x + 0.5 - own.left, y + 0.5 - own.top, own, roundness) - eased(x, y)
      // One pixel of transition, measured along the shorter half axis.
      const inside = Math.min(1, Math.max(0, ((1 - out) * Math.min(own.width, own.height)) / 2 + 0.5))
      data[i] = Math.round(data[i] * inside)
      if (data[i] === 0) data.fill(0, i - 3, i)
    }
  }
}
