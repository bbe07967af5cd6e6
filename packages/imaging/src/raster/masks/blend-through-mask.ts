import type { Pixels } from '../pixels.ts'
import { resizeMask } from './resize-mask.ts'
import type { SoftMask } from './soft-mask.ts'

/**
 * Applies an edit where a mask is, and nowhere else. A pixel that belongs to the mask by half or less keeps its bytes, a
 * pixel that belongs to it wholly is the edited one, and the transition is soft.
 *
 * @param original full size; unchanged
 * @param edited the same picture after the edit, of the same size and channels; changed in place and returned
 * @param mask of the picture, on a copy of any size
 * @example const result = await blendThroughMask(pixels, blurred, { ...layers.background, width, height })
 * @throws Error if the two pictures differ in size or channels
 */
export async function blendThroughMask(original: Pixels, edited: Pixels, mask: SoftMask): Promise<Pixels> {
  const { width, height, channels } = original
  if (edited.width !== width || edited.height !== height || edited.channels !== channels) {
    throw new Error('an edit through a mask must keep size and channels')
  }
  const weights = await resizeMask(mask, original)
  const [from, to] = [original.data, edited.data]
  for (let i = 0; i < weights.length; i++) {
    const weight = Math.max(0, 2 * weights[i] - 255)
    if (weight === 255) continue
    const end = (i + 1) * channels
    for (let at = i * channels; at < end; at++) {
      const before = from[at]
      to[at] = weight === 0 ? before : before + Math.round(((to[at] - before) * weight) / 255)
    }
  }
  return edited
}
