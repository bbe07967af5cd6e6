import type { PhotoSource } from '@platelight/sdk/folder-engine'
import type { OperationReply } from '../reporting/item-events.ts'

/** The fields of a matched photo that the summary needs. */
interface MatchedPhoto {
  readonly index: number
  readonly outlier: boolean
  readonly reasons: readonly string[]
}

/**
 * The text lines of a reply: the faults found, the corrections made, the similarity of photos, and the photos that still
 * differ from the others.
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

/** The text of a reply whose result is text: a prompt, or copy with a line for each of its parts. */
export function textIn({ prompt, headline, caption, hashtags, alt_text: altText }: OperationReply): string {
  if (typeof prompt === 'string') return prompt
  const tags = Array.isArray(hashtags) ? hashtags.join(' ') : ''
  return [headline, '', caption, '', tags, '', `Alt text: ${altText}`].join('\n')
}
