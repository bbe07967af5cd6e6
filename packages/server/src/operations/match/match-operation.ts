import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Schemas } from '../../contract/index.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfEach } from '../expected-durations.ts'
import { commonReply, type FinishedRun } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** The most pixels of one call: more would not fit into its deadline, or twice into memory as files. */
const MOST_PIXELS = 300e6

/** Up to this many pixels of measured photos stay decoded until the median of all is known. */
export const KEPT_PIXELS = 48e6

/** The parameters into which every channel translates a request to make photos look alike. */
export interface MatchParams {
  readonly image_urls: readonly string[]
  /** The photo that they should look like. Without it, the median of the photos. */
  readonly reference_url?: string
  /** JPEG by default, PNG if there is transparency. */
  readonly format?: OutputFormat
}

/** How alike the photos were and are. The result of each photo is the output at the same position. */
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

/** Each photo before and after, with its measurements. */
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
