import type { Depths } from './canvas-of-depths.ts'
import { blurPlane, type Plane } from './plane-blur.ts'

/** Places around a point where the light is asked, in parts of the penumbra. */
const TAPS = Float32Array.of(0, 0, 0.9, 0.3, -0.3, 0.9, -0.9, -0.3, 0.3, -0.9)

/**
 * How much of the light reaches each point of the picture, at a fraction of its size.
 *
 * @param softness width of the penumbra in world units
 */
export function shadowPlane(seen: Depths, lit: Depths, by: number, softness: number): Plane {
  const width = Math.ceil(seen.width / by)
  const height = Math.ceil(seen.height / by)
  const data = new Float32Array(width * height)
  const { right, up, toward } = seen.view
  const dotted = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  // From the camera's axes to those of the light, without the world between.
  const [rr, ru, rt] = [lit.view.right, lit.view.up, lit.view.toward].map((axis) => dotted(axis, right))
  const [ur, uu, ut] = [lit.view.right, lit.view.up, lit.view.toward].map((axis) => dotted(axis, up))
  const [tr, tu, tt] = [lit.view.right, lit.view.up, lit.view.toward].map((axis) => dotted(axis, toward))
  const bias = 0.016
  const reach = softness * lit.scale
  for (let y = 0; y < height; y++) {
    const py = Math.min(seen.height - 1, y * by + (by >> 1))
    const t = (seen.originY - py - 0.5) / seen.scale
    for (let x = 0; x < width; x++) {
      const px = Math.min(seen.width - 1, x * by + (by >> 1))
      const s = (px + 0.5 - seen.originX) / seen.scale
      const d = seen.depth[py * seen.width + px]
      const lx = lit.originX + lit.scale * (s * rr + t * ur + d * tr)
      const ly = lit.originY - lit.scale * (s * ru + t * uu + d * tu)
      const near = s * rt + t * ut + d * tt + bias
      let light = 0
      for (let tap = 0; tap < TAPS.length; tap += 2) {
        const tx = (lx + TAPS[tap] * reach + 0.5) | 0
        const ty = (ly + TAPS[tap + 1] * reach + 0.5) | 0
        if (tx < 0 || ty < 0 || tx >= lit.width || ty >= lit.height || lit.depth[ty * lit.width + tx] <= near) light++
      }
      data[y * width + x] = light / (TAPS.length / 2)
    }
  }
  return blurPlane({ width, height, data }, Math.max(1, (softness * 0.5 * seen.scale) / by), 1)
}
