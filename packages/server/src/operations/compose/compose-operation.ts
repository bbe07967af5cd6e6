import type { Backdrop } from '@platelight/imaging/hero/surface/backdrop-materials.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Schemas } from '../../contract/index.ts'
import { type BodyContext, defineOperation } from '../define-operation.ts'
import type { ReportedStep } from '../edit/read-edit.ts'
import { secondsOfEach } from '../expected-durations.ts'
import type { PartialStep } from '../instructions/edit-step.ts'
import { commonReply, type FinishedRun } from '../operation-replies.ts'
import { CREDITS } from '../prices.ts'
import { type InventedPart, inventionCredits, inventionOf, PROVIDER_SECONDS } from '../synthesis/invention.ts'
import { composeBrief } from './compose-brief.ts'
import { pictureRow } from './picture-row.ts'
import { checkWeights, withPlaces } from './picture-weights.ts'
import { type ComposedAspect, readComposition } from './read-composition.ts'

/** The parameters into which every channel translates a request to combine pictures. */
export interface ComposeParams extends InventedPart {
  readonly image_urls: readonly string[]
  /** The field of the request that the pictures came in, for errors. */
  readonly from: 'image_urls' | 'references'
  readonly prompt: string
  /** One for each picture; together they are 1. */
  readonly weights: readonly number[]
  readonly aspect_ratio: ComposedAspect
  readonly num_outputs: number
  /** Without it, the one that suits the tones of all dishes. */
  readonly backdrop?: Backdrop
  readonly light?: 'left' | 'right'
  /** Changes of the finished composition. */
  readonly steps: readonly PartialStep[]
  /** Positions of the pictures from left to right. */
  readonly row: readonly number[]
  /** What was understood of the prompt. */
  readonly reported: readonly ReportedStep[]
}

export interface ComposeDetails {
  readonly steps: ReportedStep[]
}

/** The most pixels of one call. Pictures are decoded one after the other. */
const MOST_PIXELS = 300e6
/** Pictures that one price covers. */
const PRICED_TOGETHER = 4
/** Bytes that the work keeps: dishes of up to 1,600 pixels, and the frame with its shadows. */
const OWN_BYTES = 250e6

interface Request {
  readonly urls: readonly string[]
  /** File names, by which the prompt may call pictures. */
  readonly names: readonly string[]
  readonly from: ComposeParams['from']
  readonly prompt: string
  readonly aspect: ComposedAspect
  readonly engines: BodyContext['engines']
  /** The field of the prompt, for the warning. */
  readonly field: string
  readonly warn: BodyContext['warn']
  readonly weights?: readonly number[] | undefined
  readonly count?: number
}

function paramsOf({
  urls,
  names,
  from,
  prompt,
  aspect,
  engines,
  field,
  warn,
  weights,
  count = 1,
}: Request): ComposeParams {
  const equal = urls.map(() => 1 / urls.length)
  if (weights) checkWeights(weights, urls.length)
  const wish = readComposition(prompt, { names, engines })
  if (wish.unread.length > 0) warn(notUnderstood(field, wish.unread))
  return {
    image_urls: urls,
    from,
    prompt,
    num_outputs: count,
    weights: withPlaces(weights ?? equal, wish.places),
    row: pictureRow(urls.length, wish),
    aspect_ratio: wish.aspect ?? aspect,
    ...(wish.backdrop && { backdrop: wish.backdrop }),
    ...(wish.light && { light: wish.light }),
    steps: wish.steps,
    reported: wish.reported,
    ...(wish.wishes && { invention: inventionOf({ wishes: wish.wishes }, undefined, count) }),
  }
}

export const compose = defineOperation<'compose', ComposeParams, ComposeDetails>({
  name: 'compose',
  capability: 'cutout',
  engine: 'classical',
  network: 'cutout',
  photoEvents: false,
  bodies: {
    'images.compose': (
      { image_urls: urls, prompt, weights, names = [], aspect_ratio: aspect, num_outputs: count },
      { engines, warn },
    ) =>
      paramsOf({
        engines,
        urls,
        names: urls.map((url, index) => names[index] ?? nameInAddress(url)),
        from: 'image_urls',
        field: 'prompt',
        warn,
        prompt,
        weights,
        aspect,
        count,
      }),
    'mobileJobs.compose': (form, { photos, engines, warn }) =>
      paramsOf({
        engines,
        urls: photos.length > 0 ? photos.map(({ url }) => url) : pricedFiles(form),
        names: photos.map(({ name }) => name),
        from: 'references',
        field: 'instruction',
        warn,
        prompt: form.instruction,
        aspect: form.aspect,
      }),
  },
  credits: ({ image_urls, num_outputs, invention }) =>
    invention
      ? inventionCredits(invention)
      : CREDITS.compose * num_outputs * Math.ceil(image_urls.length / PRICED_TOGETHER),
  brief: composeBrief,
  sources: ({ image_urls }) => image_urls,
  sourceName: ({ from }, index) => `${from}.${index}`,
  admit: ({ from }, sources) => {
    const pixels = sources.reduce((sum, source) => sum + (source ? source.width * source.height : 0), 0)
    if (pixels <= MOST_PIXELS) return
    throw new ServiceError(
      'image_too_large',
      `These pictures have ${Math.ceil(pixels / 1e6)} megapixels together, and one call takes ${MOST_PIXELS / 1e6}: send smaller ones.`,
      { field: from },
    )
  },
  keptPixels: 0,
  ownBytes: () => OWN_BYTES,
  expectedSeconds: (params, sizes, machine) =>
    secondsOfEach({ fixed: 1.5, perMegapixel: 0.4, cutout: 8 })(params, sizes, machine) +
    (params.invention ? PROVIDER_SECONDS : params.num_outputs * (2 + 0.8 * params.image_urls.length)),
  reply: composeReply,
})

const notUnderstood = (field: string, words: readonly string[]): Warning => ({
  code: 'words_not_understood',
  message: `These words of ${field} were not understood and have no effect: ${words.join('; ').slice(0, 400)}`,
})

/** The compositions, and what was understood of the prompt. */
function composeReply(run: FinishedRun<unknown, ComposeDetails>): Schemas['PicturesResult'] {
  return {
    ...commonReply(run),
    images: run.outputs.map(({ url, width, height }) => ({ url, width, height })),
    steps: run.details.steps,
  }
}

/** A request that is only priced has names in place of its files, and no addresses. */
const pricedFiles = (form: object): string[] =>
  'references' in form && Array.isArray(form.references) ? form.references.map(() => '') : ['']

/** The file name at the end of an address; empty if it has none. */
function nameInAddress(address: string): string {
  const last = address.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    // Not every percent sign in an address is an escape.
    return last
  }
}
