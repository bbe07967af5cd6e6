import { maskBits } from '../../raster/masks/binary-mask.ts'
import { borderOf, labelComponents } from '../../raster/masks/mask-components.ts'
import { dilate } from '../../raster/masks/morphology.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'
import { type SmoothColours, strongestChange } from '../candidates/colour-analysis.ts'

/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** Shares of the picture between which a pocket lies. What is larger is a table. */
const SHARE = { least: 0.001, most: 0.1 }
/** Pixels from an outline within which its edge lies, and from which its sides have their own colour. */
const EDGE_REACH = 3
const SIDE = 8
/**
 * Changes of colour (about ΔE a pixel) at a quarter, half, and three quarters of an outline that no edge has. Where there is no change
 * at all, as in a burnt or a drawn background, nothing tells the dish from it.
 */
const NO_EDGE = { quarter: 0.1, half: 2.7, threeQuarters: 3.5 }
/** The difference of both sides (about ΔE) that three quarters of such an outline do not reach. */
const ALIKE = 20

/**
 * Fills the pockets of a mask: parts of the picture between the mask and the border of the photo, where the outline has no edge and
 * the same colours on both sides. There the photo cuts a plate that goes on, and the mask left a piece of it out.
 *
 * @param colours of the picture, in the mask's size
 * @returns the new alpha; that of the mask where it has no such pocket
 * @example const alpha = fillPockets(subject, smoothColours(small))
 */
export function fillPockets(mask: SoftMask, colours: SmoothColours): Uint8Array {
  const { alpha, width, height } = mask
  const { labels, count, areas } = labelComponents(thresholdMask(mask, INSIDE), 0)
  const atBorder = new Set(borderOf(mask).map((i) => labels[i]))
  const pockets = new Set(
    outlinesOf(labels, count, colours).flatMap((outline, label) => {
      const share = areas[label] / labels.length
      const fits = label > 0 && atBorder.has(label) && share >= SHARE.least && share <= SHARE.most
      return fits && hasNoEdge(outline) ? [label] : []
    }),
  )
  if (pockets.size === 0) return alpha
  const filled = { bits: maskBits(labels.length, (i) => pockets.has(labels[i])), width, height }
  // The soft edge of the mask beside a pocket goes with it.
  const around = dilate(filled, SIDE).bits
  return alpha.map((value, i) => (filled.bits[i] === 1 || (around[i] === 1 && value >= INSIDE) ? 255 : value))
}

/** Along the outline of a part: the strongest change of colour nearby, and how much its sides differ. */
interface Outline {
  readonly edges: number[]
  readonly differences: number[]
}

/** The outlines of all parts, by their labels. */
function outlinesOf(labels: Int32Array, count: number, colours: SmoothColours): Outline[] {
  const { width, height } = colours
  const outlines = Array.from({ length: count + 1 }, (): Outline => ({ edges: [], differences: [] }))
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const outline = outlines[labels[i]]
      if (labels[i] === 0 || !outline) continue
      if (x > 0 && labels[i - 1] === 0) sample(outline, colours, x, y, -1, 0)
      if (x < width - 1 && labels[i + 1] === 0) sample(outline, colours, x, y, 1, 0)
      if (y > 0 && labels[i - width] === 0) sample(outline, colours, x, y, 0, -1)
      if (y < height - 1 && labels[i + width] === 0) sample(outline, colours, x, y, 0, 1)
    }
  }
  return outlines
}

/** Adds what lies at a pixel of a part beside the mask, which is in the given direction. */
function sample(outline: Outline, colours: SmoothColours, x: number, y: number, dx: number, dy: number): void {
  const { width, height } = colours
  const along = (steps: number): number => {
    const [u, v] = [x + steps * dx, y + steps * dy]
    return u < 0 || v < 0 || u >= width || v >= height ? -1 : v * width + u
  }
  outline.edges.push(strongestChange(colours, along(1), EDGE_REACH))
  const [within, beyond] = [along(SIDE), along(-SIDE)]
  if (within >= 0 && beyond >= 0) outline.differences.push(differenceOf(colours, within, beyond))
}

const differenceOf = ({ channels }: SmoothColours, one: number, other: number): number =>
  Math.hypot(...channels.map((plane) => plane[one] - plane[other]))

function hasNoEdge({ edges, differences }: Outline): boolean {
  const sorted = Float32Array.from(edges).sort()
  const edgeAt = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  const isFaint = edgeAt(0.5) < NO_EDGE.half && edgeAt(0.75) < NO_EDGE.threeQuarters
  const difference = Float32Array.from(differences).sort()[Math.floor(0.75 * (differences.length - 1))]
  return isFaint && edgeAt(0.25) > NO_EDGE.quarter && difference !== undefined && difference < ALIKE
}
