import { hintInPart, trimBars } from '@platelight/imaging/framing/trim-bars.ts'
import type { Box } from '@platelight/imaging/raster/geometry.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Warning } from '../../base/warning-codes.ts'

export interface WithoutBars {
  readonly pixels: Pixels
  /** In fractions of these pixels. */
  readonly subject: SubjectHint | undefined
  /** What was kept, in pixels of the photo; undefined if it has no bars. */
  readonly kept?: Box
  readonly warnings: readonly Warning[]
}

/** A photo that is to be framed, without the flat bars of a still or a screenshot. */
export async function withoutBars(photo: Pixels, subject?: SubjectHint): Promise<WithoutBars> {
  const { pixels, kept } = await trimBars(photo)
  if (!kept) return { pixels, subject, warnings: [] }
  const bars = {
    top: kept.top,
    right: photo.width - kept.left - kept.width,
    bottom: photo.height - kept.top - kept.height,
    left: kept.left,
  }
  const cut = Object.entries(bars).flatMap(([side, breadth]) => (breadth > 0 ? [`${side} ${breadth} px`] : []))
  const message = `The photo has flat bars at its edges, as a still or a screenshot does. They were cut off before the photo was framed (${cut.join(', ')}).`
  return {
    pixels,
    subject: subject && hintInPart(subject, kept, photo),
    kept,
    warnings: [{ code: 'bars_removed', message }],
  }
}
