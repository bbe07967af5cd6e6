import { quantile, type SmoothColours, strongestChange } from '../../colour/colour-analysis.ts'
import { maskBits } from '../../raster/masks/binary-mask.ts'
import { borderOf, labelComponents } from '../../raster/masks/mask-components.ts'
import { dilate } from '../../raster/masks/morphology.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'

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
 * @returns the same mask where it has no such pocket
 */
export function fillPockets(mask: SoftMask, colours: SmoothColours): SoftMask {
  const { alpha, width, height } = mask
  const { labels, areas } = labelComponents(thresholdMask(mask, INSIDE), 0)
  const pockets = new Set(borderOf(mask).map((i) => labels[i]))
  for (const label of pockets) {
    const share = areas[label] / labels.length
    const fits = label > 0 && share >= SHARE.least && share <= SHARE.most
    if (!fits || !hasNoEdge(labels, label, colours)) pockets.delete(label)
  }
  if (pockets.size === 0) return mask
  const filled = { bits: maskBits(labels.length, (i) => pockets.has(labels[i])), width, height }
  // The soft edge of the mask beside a pocket goes with it.
  const around = dilate(filled, SIDE).bits
  return { ...mask, alpha: alpha.map((value, i) => (filled.bits[i] || (around[i] && value >= INSIDE) ? 255 : value)) }
}

/** Whether the picture has no edge along the outline of a part, and the same colours on both sides. */
function hasNoEdge(labels: Int32Array, label: number, colours: SmoothColours): boolean {
  const { width, height, channels } = colours
  const [edges, differences]: [number[], number[]] = [[], []]
  for (let i = labels.indexOf(label); i < labels.length; i++) {
    if (labels[i] !== label) continue
    const [x, y] = [i % width, Math.floor(i / width)]
    for (const [dx, dy] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ] as const) {
      const along = (steps: number): number => {
        const [u, v] = [x + steps * dx, y + steps * dy]
        return u < 0 || v < 0 || u >= width || v >= height ? -1 : v * width + u
      }
      const beside = along(1)
      if (beside < 0 || labels[beside] !== 0) continue
      edges.push(strongestChange(colours, beside, EDGE_REACH))
      const [within, beyond] = [along(SIDE), along(-SIDE)]
      if (within < 0 || beyond < 0) continue
      differences.push(Math.hypot(...channels.map((plane) => plane[within] - plane[beyond])))
    }
  }
  const isFaint = quantile(edges, 0.5) < NO_EDGE.half && quantile(edges, 0.75) < NO_EDGE.threeQuarters
  return (
    isFaint && quantile(edges, 0.25) > NO_EDGE.quarter && differences.length > 0 && quantile(differences, 0.75) < ALIKE
  )
}
