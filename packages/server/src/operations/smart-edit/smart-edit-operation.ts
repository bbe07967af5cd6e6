import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { defineOperation } from '../define-operation.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** What every door that has a photo measured and mended translates its request into. */
export interface SmartEditParams {
  readonly image_url: string
  /** Set the dish off by darker, paler surroundings. */
  readonly separate_background: boolean
  /** JPEG by default, PNG where there is transparency. */
  readonly format?: OutputFormat
}

export const smartEdit = defineOperation<SmartEditParams>({
  name: 'smart-edit',
  capability: 'pixels',
  engine: 'classical',
  network: 'cutout',
  photoEvents: true,
  deadlineSeconds: 60,
  credits: () => CREDITS.smartEdit,
  sources: ({ image_url }) => [image_url],
  admit: ({ format }, [source]) => {
    if (source) refuseLargeResult(source, format, { begins: 'The result', waysOut: [] })
  },
})
