import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Schemas } from '../../contract/index.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { pictureReply } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** The parameters into which every channel translates a request to find and correct the faults of a photo. */
export interface SmartEditParams {
  readonly image_url: string
  /** Makes the surroundings of the dish darker and paler. */
  readonly separate_background: boolean
  readonly subject?: SubjectHint
  /** JPEG by default, PNG if there is transparency. */
  readonly format?: OutputFormat
}

/** The faults and their corrections, as sentences. */
export type SmartEditDetails = Pick<Schemas['SmartEditResult'], 'found' | 'done'>

export const smartEdit = defineOperation<'smart-edit', SmartEditParams, SmartEditDetails>({
  name: 'smart-edit',
  capability: 'pixels',
  engine: 'classical',
  network: 'cutout',
  photoEvents: true,
  bodies: {
    'images.smartEdit': ({ image_url, separate_background, subject, format }) => ({
      image_url,
      separate_background,
      ...(subject && { subject }),
      ...(format && { format }),
    }),
  },
  credits: () => CREDITS['smart-edit'],
  sources: ({ image_url }) => [image_url],
  admit: ({ format }, [source]) => {
    if (source) refuseLargeResult(source, format, { begins: 'The result', waysOut: [] })
  },
  expectedSeconds: secondsOfFirst({ fixed: 0.5, perMegapixel: 0.2, cutout: 7 }),
  reply: pictureReply,
})
