import type { PhotoSource } from '@platelight/sdk/folder-engine'
import type { OperationReply } from '../reporting/item-events.ts'

/** A photo of a menu, as far as something is said of it. */
interface MatchedPhoto {
  readonly index: number
  readonly outlier: boolean
  readonly reasons: readonly string[]
}

/**
 * What an answer says beside its pictures, in lines for people: what was found and done, how alike photos are now, and
 * which still stand out.
 */
export function summarizeReply(reply: OperationReply, sources: readonly Pick<PhotoSource, 'name'>[]): string[] {
  const { found, done, score_before: before, score, images } = reply
  const lines = [found, done].flatMap((sentences) => (Array.isArray(sentences) ? sentences.map(String) : []))
  if (typeof before !== 'number' || typeof score !== 'number') return lines
  const outliers = (images as readonly MatchedPhoto[]).filter(({ outlier }) => outlier)
  return [
    ...lines,
    `Similarity: ${before} of 100 before, ${score} now.`,
    ...outliers.map(({ index, reasons }) =>
      [`${sources[index]?.name ?? index + 1} still stands out.`, ...reasons].join(' '),
    ),
  ]
}
