import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { ServiceError } from '../../base/service-error.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { pictureReply } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** The parameters into which every channel translates a request to sharpen a blurred photo. */
export interface FixBlurParams {
  readonly image_url: string
  /** `best` is for a deblurring model, which this version does not have. */
  readonly quality: 'fast' | 'best'
  /** JPEG by default, PNG if there is transparency. */
  readonly format?: OutputFormat
}

export const fixBlur = defineOperation<'fix-blur', FixBlurParams>({
  name: 'fix-blur',
  capability: 'pixels',
  engine: 'deconvolution',
  photoEvents: false,
  bodies: {
    'images.fixBlur': ({ image_url, quality, format }) => ({ image_url, quality, ...(format && { format }) }),
  },
  credits: () => CREDITS['fix-blur'],
  sources: ({ image_url }) => [image_url],
  admit: ({ quality, format }, [source]) => {
    if (quality === 'best') {
      throw new ServiceError(
        'engine_unavailable',
        'quality best needs a deblurring model, and this version of the server has none. Request quality fast, which needs no model.',
      )
    }
    if (source) refuseLargeResult(source, format, { begins: 'The result', waysOut: [] })
  },
  expectedSeconds: secondsOfFirst({ fixed: 0.5, perMegapixel: 2 }),
  reply: pictureReply,
})
