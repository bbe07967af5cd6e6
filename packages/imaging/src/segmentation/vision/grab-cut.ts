import type { Pixels } from '../../raster/pixels.ts'
import { openCv } from './open-cv.ts'

/** What is known of a pixel beforehand. The numbers are OpenCV's. */
export const Hint = { background: 0, foreground: 1, probableBackground: 2, probableForeground: 3 } as const

const ROUNDS = 4

/**
 * Segments a picture into subject and background by its colours (GrabCut; Rother, Kolmogorov, Blake 2004).
 *
 * @param picture RGB, a few hundred pixels a side
 * @param hints a `Hint` for each pixel
 * @param rounds of learning the colours of both sides and of parting them
 * @returns 1 for the subject, 0 for the rest; all 0 if the hints name no foreground or no background
 * @example const bits = await grabCut(small, hints)
 */
export async function grabCut(
  { data, width, height }: Pixels,
  hints: Uint8Array,
  rounds = ROUNDS,
): Promise<Uint8Array> {
  const isForeground = (hint: number) => hint === Hint.foreground || hint === Hint.probableForeground
  if (!hints.some(isForeground) || hints.every(isForeground)) return new Uint8Array(width * height)
  const { cv } = await openCv()
  // The k-means inside draws random numbers and would continue the sequence of the last call.
  cv.setRNGSeed(1)
  const image = cv.matFromArray(height, width, cv.CV_8UC3, data)
  const mask = cv.matFromArray(height, width, cv.CV_8UC1, hints)
  const [background, foreground] = [new cv.Mat(), new cv.Mat()]
  try {
    cv.grabCut(image, mask, new cv.Rect(0, 0, 1, 1), background, foreground, rounds, cv.GC_INIT_WITH_MASK)
    return Uint8Array.from(mask.data, (hint) => (isForeground(hint) ? 1 : 0))
  } finally {
    for (const mat of [image, mask, background, foreground]) mat.delete()
  }
}
