import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Schemas } from '../../contract/index.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfEach } from '../expected-durations.ts'
import { commonReply, type FinishedRun } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** Pixels that one call takes altogether: what fits into its deadline and into memory as files, twice over. */
const MOST_PIXELS = 300e6

/** So many pixels of photos that were measured are kept open until the middle of all is known. */
export const KEPT_PIXELS = 48e6

/** What every channel that makes photos look like one menu translates its request into. */
export interface MatchParams {
  readonly image_urls: readonly string[]
  /** What they are to look like; without it the middle of the photos themselves. */
  readonly reference_url?: string
  /** JPEG by default, PNG where there is transparency. */
  readonly format?: OutputFormat
}

/** How alike the photos were and are; each photo's result is the output at the same position. */
export interface MatchDetails
  extends Pick<Schemas['MenuConsistencyResult'], 'reference' | 'score_before' | 'score' | 'outliers'> {
  readonly pictures: readonly Omit<Schemas['MatchedImage'], 'url' | 'original_url' | 'width' | 'height'>[]
}

export const match = defineOperation<'match', MatchParams, MatchDetails>({
  name: 'match',
  capability: 'pixels',
  engine: 'classical',
  network: 'cutout',
  photoEvents: false,
  bodies: {
    'images.menuConsistency': ({ image_urls, reference_url, format }) => ({
      image_urls,
      ...(reference_url !== undefined && { reference_url }),
      ...(format && { format }),
    }),
  },
  credits: ({ image_urls }) => CREDITS.match * image_urls.length,
  sources: ({ image_urls, reference_url }) => [...image_urls, ...(reference_url === undefined ? [] : [reference_url])],
  sourceName: ({ image_urls }, index) => (index < image_urls.length ? `image_urls.${index}` : 'reference_url'),
  admit: ({ image_urls, reference_url, format }, sources) => {
    if (image_urls.length < 2 && reference_url === undefined) {
      throw new ServiceError(
        'bad_request',
        'One photo cannot be matched to itself: give at least two in image_urls, or a reference_url.',
      )
    }
    const pixels = sources.reduce((sum, source) => sum + (source ? source.width * source.height : 0), 0)
    if (pixels > MOST_PIXELS) {
      throw new ServiceError(
        'image_too_large',
        `These photos have ${Math.ceil(pixels / 1e6)} megapixels together, and one call takes ${MOST_PIXELS / 1e6}: send them in parts with one reference_url.`,
      )
    }
    for (const [index, source] of sources.entries()) {
      if (!source || index >= image_urls.length) continue
      refuseLargeResult(source, format, { begins: `The result of image_urls.${index}`, waysOut: [] })
    }
  },
  keptPixels: KEPT_PIXELS,
  expectedSeconds: secondsOfEach({ fixed: 0.5, perMegapixel: 0.2, cutout: 8 }),
  reply: matchReply,
})

/** Each photo as it came and as it is now, with what was measured. */
function matchReply(run: FinishedRun<unknown, MatchDetails>): Schemas['MenuConsistencyResult'] {
  const { pictures, ...together } = run.details
  return {
    ...commonReply(run),
    ...together,
    images: pictures.map((picture, position) => {
      const [original, output] = [run.originals[position], run.outputs[position]]
      if (!original || !output) throw new Error(`run ${run.id} lacks picture ${position}`)
      const { url, width, height } = output
      return { ...picture, original_url: original.url, url, width, height }
    }),
  }
}
