import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { pictureReply } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** The parameters into which every channel translates a request for livelier colours. */
export interface EnhanceColorsParams {
  readonly image_url: string
  /** 0–1; 0 leaves every pixel as it is. */
  readonly strength: number
  /** JPEG by default, PNG if there is transparency. */
  readonly format?: OutputFormat
}

/** The default of a call without this field, and the value for the step of /api/process. */
export const DEFAULT_STRENGTH = 0.5

export const enhanceColors = defineOperation<'enhance-colors', EnhanceColorsParams>({
  name: 'enhance-colors',
  capability: 'pixels',
  engine: 'local',
  photoEvents: false,
  bodies: {
    'images.enhanceColors': ({ image_url, strength, format }) => ({ image_url, strength, ...(format && { format }) }),
  },
  credits: () => CREDITS['enhance-colors'],
  sources: ({ image_url }) => [image_url],
  admit: ({ format }, [source]) => {
    if (source) refuseLargeResult(source, format, { begins: 'The result', waysOut: [] })
  },
  expectedSeconds: secondsOfFirst({ fixed: 0.2, perMegapixel: 0.05 }),
  reply: pictureReply,
})
