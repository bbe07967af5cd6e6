import type { Pixels } from '../../raster/pixels.ts'
import { openCv } from './open-cv.ts'

/** What is known of a pixel before: it is surroundings, subject, or rather one of them. */
export const Hint = { background: 0, foreground: 1, probableBackground: 2, probableForeground: 3 } as const

const ITERATIONS = 4

/**
 * Parts a picture into subject and surroundings by their colours (Rother, Kolmogorov, Blake 2004).
 *
 * @param picture RGB, a few hundred pixels a side
 * @param hints a `Hint` for each pixel
 * @returns 1 for the subject, 0 for the rest; all 0 where the hints leave one of them without a pixel
 * @example const bits = await grabCut(small, hints)
 */
export async function grabCut({ data, width, height }: Pixels, hints: Uint8Array): Promise<Uint8Array> {
  const subject = hints.some((hint) => hint === Hint.foreground || hint === Hint.probableForeground)
  const rest = hints.some((hint) => hint === Hint.background || hint === Hint.probableBackground)
  if (!subject || !rest) return new Uint8Array(width * height)
  const { cv } = await openCv()
  // Its k-means draws lots, and goes on where the last call ended.
  cv.setRNGSeed(1)
  const image = cv.matFromArray(height, width, cv.CV_8UC3, data)
  const mask = cv.matFromArray(height, width, cv.CV_8UC1, hints)
  const [background, foreground] = [new cv.Mat(), new cv.Mat()]
  try {
    cv.grabCut(image, mask, new cv.Rect(0, 0, 1, 1), background, foreground, ITERATIONS, cv.GC_INIT_WITH_MASK)
    return Uint8Array.from(mask.data, (hint) => (hint === Hint.foreground || hint === Hint.probableForeground ? 1 : 0))
  } finally {
    for (const mat of [image, mask, background, foreground]) mat.delete()
  }
}
