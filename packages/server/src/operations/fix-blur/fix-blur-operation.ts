import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { defineOperation } from '../define-operation.ts'
import { megapixelsOf, secondsOfFirst } from '../expected-durations.ts'
import { pictureReply } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import type { Size } from '../picture-size.ts'
import { CREDITS } from '../prices.ts'

/** The parameters into which every channel translates a request to sharpen a blurred photo. */
export interface FixBlurParams {
  readonly image_url: string
  /** `best` also gives the result to the enlarging network, if one is installed. */
  readonly quality: 'fast' | 'best'
  /** JPEG by default, PNG if there is transparency. */
  readonly format?: OutputFormat
}

/** Seconds of one core that the network and the comparison take per megapixel. */
const NETWORK_SECONDS = 75
const plainSeconds = secondsOfFirst({ fixed: 0.5, perMegapixel: 2 })

/** Whether a photo is given to the network: a larger one would take too long. */
export const isSmallEnough = ({ width, height }: Size, maxDetailPixels: number): boolean =>
  width * height <= maxDetailPixels

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
  admit: ({ format }, [source]) => {
    if (source) refuseLargeResult(source, format, { begins: 'The result', waysOut: [] })
  },
  expectedSeconds: (params, sizes, machine) => {
    const [photo] = sizes
    const isShown =
      params.quality === 'best' && photo && machine.serving.upscale && isSmallEnough(photo, machine.maxDetailPixels)
    return (
      plainSeconds(params, sizes, machine) + (isShown ? (NETWORK_SECONDS * megapixelsOf(photo)) / machine.threads : 0)
    )
  },
  reply: pictureReply,
})
