import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { dilate, openMask } from '../../raster/masks/morphology.ts'
import { resizeMask } from '../../raster/masks/resize-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'

/** How far beyond a region that differs its mask is taken, in pixels of the small copy. */
const SEAM = 2

/**
 * A fine mask with the regions in which a coarse one differs from it. Where both agree within a pixel of the small copy the
 * fine outline stays, because the coarse one is drawn on the small copy.
 *
 * @param fine the mask that would be taken without candidates
 * @param first the same on the small copy
 * @param chosen the coarse mask, on the small copy
 * @returns a mask of the size of `fine`
 */
export async function joinWare(fine: SoftMask, first: BinaryMask, chosen: BinaryMask): Promise<SoftMask> {
  const { width, height } = chosen
  const difference = (one: Uint8Array, other: Uint8Array): Uint8Array => {
    const bits = maskBits(one.length, (i) => one[i] > other[i])
    return dilate(openMask({ bits, width, height }, 1), SEAM).bits
  }
  const added = difference(chosen.bits, first.bits)
  const removed = difference(first.bits, chosen.bits)
  const enlarged = (plane: Float32Array) =>
    resizeMask(
      { alpha: Uint8Array.from(boxMean(plane, width, height, 1), (v) => Math.round(255 * v)), width, height },
      fine,
    )
  const region = await enlarged(Float32Array.from(chosen.bits))
  const weight = await enlarged(Float32Array.from(added, (bit, i) => bit | (removed[i] ?? 0)))
  const alpha = fine.alpha.map((value, i) => {
    // The ramp of the enlargement is several pixels wide. Twice the contrast leaves an edge of about two.
    const coarse = Math.min(255, Math.max(0, 2 * (region[i] ?? 0) - 128))
    return value + ((coarse - value) * (weight[i] ?? 0)) / 255
  })
  return { ...fine, alpha }
}
