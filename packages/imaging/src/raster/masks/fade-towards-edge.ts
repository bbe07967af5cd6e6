import { distanceTransform } from './distance-transform.ts'
import type { SoftMask } from './soft-mask.ts'

/**
 * Lets a mask begin gradually inside its edge, so that a change of light has no visible border. Nothing is added outside of
 * it. What the mask has by half or less is dropped, as `blendThroughMask` does.
 *
 * @param share width of the fade, as a share of the mask's long side
 */
export function fadeTowardsEdge({ alpha, width, height }: SoftMask, share: number): SoftMask {
  const reach = Math.max(1, share * Math.max(width, height))
  const bits = Uint8Array.from(alpha, (value) => (value > 128 ? 1 : 0))
  const depth = distanceTransform({ bits, width, height })
  const faded = alpha.map((value, i) => bits[i] * Math.min(value, 128 + 127 * Math.min(1, depth[i] / reach)))
  return { alpha: faded, width, height }
}
