import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Schemas } from '../../contract/index.ts'
import { defineOperation } from '../define-operation.ts'
import { readPartialEdit } from '../edit/read-edit.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import type { PartialStep } from '../instructions/edit-step.ts'
import { pictureReply } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import type { Size } from '../picture-size.ts'
import { CREDITS } from '../prices.ts'
import {
  aspectOf,
  editPrompt,
  type InventedPart,
  inventionCredits,
  inventionOf,
  PROVIDER_SECONDS,
  sizeInShape,
} from '../synthesis/invention.ts'
import type { ProviderBrief } from '../synthesis/provider-brief.ts'
import { longSideOf } from '../tables/resolutions.ts'
import { asksToRemove } from './removal-words.ts'

/** The parameters into which every channel translates a request to edit one area of a photo. Exactly one area is given. */
export interface InpaintParams extends InventedPart {
  readonly image_url: string
  /** White marks the area to edit. */
  readonly mask_url?: string
  /** In fractions of the sides, from the top left. */
  readonly box?: Schemas['Box']
  readonly layer?: Schemas['LayerId']
  /** What the prompt says to do with the area, instead of filling it. */
  readonly steps?: readonly PartialStep[]
  /** The prompt asks that something goes away, too: the area is filled before these steps. */
  readonly removes?: true
  readonly subject?: SubjectHint
  /** PNG by default, so that pixels outside the area stay the same. */
  readonly format?: OutputFormat
}

/**
 * How much the aspect of a mask may differ from the picture's. The sides of a small mask are also rounded to whole pixels.
 */
const MOST_SKEW = 0.01

export const inpaint = defineOperation<'inpaint', InpaintParams>({
  name: 'inpaint',
  capability: 'pixels',
  engine: 'patches',
  photoEvents: false,
  bodies: {
    'images.inpaint': ({ image_url, prompt, mask_url, box, layer, subject, format }, { engines }) => {
      const about = { field: 'prompt', about: 'the area', doesItself: asksToRemove }
      const { steps, wish, isDoneItself } = readPartialEdit(prompt, { ...about, engines })
      return {
        image_url,
        ...(steps.length > 0 && { steps, ...(isDoneItself && { removes: true }) }),
        ...(wish && { invention: inventionOf({ wishes: wish.wishes }) }),
        ...(mask_url !== undefined && { mask_url }),
        ...(box && { box }),
        ...(layer && { layer }),
        ...(subject && { subject }),
        ...(format && { format }),
      }
    },
  },
  credits: ({ invention }) => (invention ? inventionCredits(invention) : CREDITS.inpaint),
  sources: ({ image_url, mask_url }) => [image_url, ...(mask_url === undefined ? [] : [mask_url])],
  admit: ({ format }, [source, mask]) => {
    if (source) refuseLargeResult(source, format ?? 'png', { begins: 'The result', waysOut: [] })
    if (source && mask) refuseOtherAspect(source, mask)
  },
  brief: areaBrief,
  expectedSeconds: (params, sizes, machine) =>
    secondsOfFirst({ fixed: 2, perMegapixel: 0.5 })(params, sizes, machine) + (params.invention ? PROVIDER_SECONDS : 0),
  reply: pictureReply,
})

/** A provider sees the area and its surroundings, and changes what is in their middle. */
function areaBrief(params: InpaintParams): ProviderBrief | undefined {
  const { invention } = params
  if (!invention) return undefined
  const prompt = editPrompt({ wishes: [`In the middle of the picture: ${invention.wishes.join('. ')}`] })
  const longSide = longSideOf(invention.resolution)
  return {
    steps: 3,
    prepare: { operation: 'prepare-area', params },
    requests: (prepared) =>
      prepared.map((size) => ({ prompt, references: [0], size: sizeInShape(size, longSide), aspect: aspectOf(size) })),
    keepsInputs: true,
    finish: (made) => ({ operation: 'inpaint', params: { ...params, made } }),
  }
}

/**
 * Refuses a mask with another aspect, which would be distorted. A mask of another size is scaled.
 *
 * @throws ServiceError `mask_aspect`, with both sizes
 */
function refuseOtherAspect(picture: Size, mask: Size): void {
  const skew = Math.abs((mask.width * picture.height) / (mask.height * picture.width) - 1)
  const rounding = 0.5 / mask.width + 0.5 / mask.height
  if (skew <= MOST_SKEW + rounding) return
  throw new ServiceError(
    'mask_aspect',
    `mask_url measures ${mask.width} x ${mask.height} and image_url ${picture.width} x ${picture.height}: a mask may be smaller or larger than its picture, but must have the same aspect ratio. Draw it on an upright copy of the picture.`,
    { field: 'mask_url', mask_size: sizeOf(mask), image_size: sizeOf(picture) },
  )
}

const sizeOf = ({ width, height }: Size) => ({ width, height })
