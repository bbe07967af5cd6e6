import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { LightSource } from '@platelight/imaging/relight/light-source.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { pictureReply } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** The parameters into which every channel translates a request to relight a photo. */
export interface RelightParams extends LightSource {
  readonly image_url: string
  readonly subject?: SubjectHint
  /** JPEG by default, PNG if there is transparency. */
  readonly format?: OutputFormat
}

/** The default of a call without this field, and the value for the step of /api/process. */
export const DEFAULT_LAMP: LightSource = { direction: 'left', softness: 0.6, warmth: 0, strength: 0.5 }

export const relight = defineOperation<'relight', RelightParams>({
  name: 'relight',
  capability: 'pixels',
  engine: 'classical',
  network: 'cutout',
  photoEvents: false,
  bodies: {
    'images.relight': ({ image_url, direction, softness, warmth, strength, subject, format }) => ({
      image_url,
      direction,
      softness,
      warmth,
      strength,
      ...(subject && { subject }),
      ...(format && { format }),
    }),
  },
  credits: () => CREDITS.relight,
  sources: ({ image_url }) => [image_url],
  admit: ({ format }, [source]) => {
    if (source) refuseLargeResult(source, format, { begins: 'The result', waysOut: [] })
  },
  expectedSeconds: secondsOfFirst({ fixed: 0.5, perMegapixel: 0.2, cutout: 7 }),
  reply: pictureReply,
})
