import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import { maskMoments } from '../../raster/masks/mask-moments.ts'
import { smoothOutline } from './smooth-outline.ts'

/** Directions in which the outline is read. */
export const DIRECTIONS = 720
/** The step, in pixels and rows, at which the moments are summed. */
const MOMENT_STEP = 2

/** An outline as a smooth closed curve around the middle of a mask. */
export interface RimCurve {
  readonly middle: readonly [x: number, y: number]
  /** From each direction to where its line meets the unit ellipse of the mask: x and y in turn. */
  readonly rays: Float32Array
  /** Where the mask ends in each direction, in lengths of its ray. */
  readonly seen: Float32Array
  /** 1 where it ends at the border of the photo, which is no outline. */
  readonly cut: Uint8Array
  /** Where the curve is; NaN where too little of the outline is left to say. */
  readonly smooth: Float32Array
}

/**
 * The smooth curve that most of an outline follows: a robust local regression (`smooth-outline.ts`) of its distance from the
 * middle over the direction. Distances are measured in the ellipse of the mask's second moments, in which an oval plate is
 * round. What sticks out of a rim or is missing from it lies beside the curve.
 *
 * @returns undefined if the middle of the mask is not in it
 */
export function fitRimCurve(mask: BinaryMask): RimCurve | undefined {
  const ellipse = momentEllipse(mask)
  if (!ellipse) return undefined
  const { middle, axes } = ellipse
  const rays = new Float32Array(2 * DIRECTIONS)
  for (let at = 0; at < DIRECTIONS; at++) {
    const angle = (2 * Math.PI * at) / DIRECTIONS
    rays[2 * at] = axes[0] * Math.cos(angle) + axes[1] * Math.sin(angle)
    rays[2 * at + 1] = axes[1] * Math.cos(angle) + axes[2] * Math.sin(angle)
  }
  const outline = readOutline(mask, middle, rays)
  return { middle, rays, ...outline, smooth: smoothOutline(outline) }
}

/** The ellipse with the mask's second moments: its middle, and the symmetric matrix that makes it from the unit circle. */
function momentEllipse(mask: BinaryMask) {
  const moments = maskMoments(mask, MOMENT_STEP)
  if (!moments || mask.bits[Math.round(moments.y) * mask.width + Math.round(moments.x)] === 0) return undefined
  // The second moment of an ellipse is a quarter of its squared half axis. A line is made a pixel wide.
  const [xx, xy, yy] = [4 * moments.xx + 1, 4 * moments.xy, 4 * moments.yy + 1]
  // The square root of a symmetric matrix of two rows, by its trace and determinant.
  const root = Math.sqrt(Math.max(0, xx * yy - xy * xy))
  const norm = Math.sqrt(xx + yy + 2 * root)
  return {
    middle: [moments.x, moments.y] as const,
    axes: [(xx + root) / norm, xy / norm, (yy + root) / norm] as const,
  }
}

/** The last place of the mask along each ray. */
function readOutline(
  { bits, width, height }: BinaryMask,
  [cx, cy]: readonly [number, number],
  rays: Float32Array,
): Pick<RimCurve, 'seen' | 'cut'> {
  const seen = new Float32Array(DIRECTIONS)
  const cut = new Uint8Array(DIRECTIONS)
  for (let at = 0; at < DIRECTIONS; at++) {
    const [dx, dy] = [rays[2 * at], rays[2 * at + 1]]
    const step = 0.5 / Math.hypot(dx, dy)
    for (let reach = 0; ; reach += step) {
      const x = Math.round(cx + reach * dx)
      const y = Math.round(cy + reach * dy)
      if (x < 0 || y < 0 || x >= width || y >= height) break
      if (bits[y * width + x] === 0) continue
      seen[at] = reach + step / 2
      cut[at] = x <= 1 || y <= 1 || x >= width - 2 || y >= height - 2 ? 1 : 0
    }
  }
  return { seen, cut }
}
