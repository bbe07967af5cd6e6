import type { PhotoSource } from '@platelight/sdk/folder-engine'
import type { OperationReply } from '../reporting/item-events.ts'

/** The fields of a matched photo that the summary needs. */
interface MatchedPhoto {
  readonly index: number
  readonly outlier: boolean
  readonly reasons: readonly string[]
}

/** A step of an instruction. */
interface InstructionStep {
  readonly step: string
  readonly status: 'done' | 'skipped'
  readonly reason?: string
}

const stepLine = ({ step, status, reason = '' }: InstructionStep): string =>
  status === 'done' ? step : `Not done: ${step}. ${reason}`.trim()

/**
 * The text lines of a reply: the faults found, the corrections made, the steps of an instruction and why some were left, the
 * similarity of photos, and the photos that still differ from the others.
 */
export function summarizeReply(reply: OperationReply, sources: readonly Pick<PhotoSource, 'name'>[]): string[] {
  const { found, done, steps, score_before: before, score, images } = reply
  const lines = [
    ...[found, done].flatMap((sentences) => (Array.isArray(sentences) ? sentences.map(String) : [])),
    ...(Array.isArray(steps) ? (steps as readonly InstructionStep[]).map(stepLine) : []),
  ]
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

/** Calls pictures by their file names, which people know better than their positions. */
export const namePictures = (sentence: string, sources: readonly Pick<PhotoSource, 'name'>[]): string =>
  sentence.replace(/\bPictures? (\d+(?:, \d+)*)/g, (whole, numbers: string) => {
    const names = numbers.split(', ').map((number) => sources[Number(number) - 1]?.name)
    return sources.length > 1 && names.every((name) => name !== undefined) ? names.join(', ') : whole
  })

/** The same in errors, which name the fields of the request. */
export const nameFields = (sentence: string, sources: readonly Pick<PhotoSource, 'name'>[]): string =>
  sentence.replace(/\bimage_urls\.(\d+)/g, (whole, index: string) => sources[Number(index)]?.name ?? whole)

/** The text of a reply whose result is text: a prompt, or copy with a line for each of its parts. */
export function textIn({ prompt, headline, caption, hashtags, alt_text: altText }: OperationReply): string {
  if (typeof prompt === 'string') return prompt
  const tags = Array.isArray(hashtags) ? hashtags.join(' ') : ''
  return [headline, '', caption, '', tags, '', `Alt text: ${altText}`].join('\n')
}
