import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { defineOperation } from '../define-operation.ts'
import { commonReply, picturesOf } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'
import { upscaleSeconds } from './upscale-duration.ts'

/** The parameters into which every channel translates a request to enlarge a photo. */
export interface UpscaleParams {
  readonly image_url: string
  /** The factor of the enlargement. */
  readonly scale: keyof typeof CREDITS.upscale
  /** JPEG by default, PNG if there is transparency. */
  readonly format?: OutputFormat
}

export const upscale = defineOperation<'upscale', UpscaleParams>({
  name: 'upscale',
  capability: 'upscale',
  engine: 'lanczos',
  network: 'upscale',
  photoEvents: false,
  bodies: {
    'images.upscale': ({ image_url, scale, format }) => ({ image_url, scale, ...(format && { format }) }),
  },
  credits: ({ scale }) => CREDITS.upscale[scale],
  sources: ({ image_url }) => [image_url],
  admit: ({ scale, format }, [source]) => {
    if (!source) return
    const result = { ...source, width: source.width * scale, height: source.height * scale }
    refuseLargeResult(result, format, {
      begins: `At ${scale}x this photo`,
      waysOut: scale > 2 ? ['request scale 2'] : [],
    })
  },
  enlargement: ({ scale }) => scale,
  expectedSeconds: ({ scale }, [photo], machine) => (photo ? upscaleSeconds(scale, photo, machine) : 0),
  reply: (run) => {
    const { original, output } = picturesOf(run)
    return {
      ...commonReply(run),
      result_url: output.url,
      original_size: { width: original.width, height: original.height },
      upscaled_size: { width: output.width, height: output.height },
    }
  },
})
