import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { pictureReply } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** The parameters into which every channel translates a request for better light. */
export interface AiEnhanceParams {
  readonly image_url: string
  readonly subject?: SubjectHint
  /** JPEG by default, PNG if there is transparency. */
  readonly format?: OutputFormat
}

export const aiEnhance = defineOperation<'ai-enhance', AiEnhanceParams>({
  name: 'ai-enhance',
  capability: 'pixels',
  engine: 'classical',
  network: 'cutout',
  photoEvents: true,
  bodies: {
    'images.aiEnhance': ({ image_url, subject, format }) => ({
      image_url,
      ...(subject && { subject }),
      ...(format && { format }),
    }),
  },
  credits: () => CREDITS['ai-enhance'],
  sources: ({ image_url }) => [image_url],
  admit: ({ format }, [source]) => {
    if (source) refuseLargeResult(source, format, { begins: 'The result', waysOut: [] })
  },
  expectedSeconds: secondsOfFirst({ fixed: 0.5, perMegapixel: 0.15, cutout: 8 }),
  reply: pictureReply,
})
