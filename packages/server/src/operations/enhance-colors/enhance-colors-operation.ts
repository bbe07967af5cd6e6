import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { defineOperation } from '../define-operation.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** What every door that asks for livelier colours translates its request into. */
export interface EnhanceColorsParams {
  readonly image_url: string
  /** 0–1; 0 leaves every pixel as it is. */
  readonly strength: number
  /** JPEG by default, PNG where there is transparency. */
  readonly format?: OutputFormat
}

export const enhanceColors = defineOperation<EnhanceColorsParams>({
  name: 'enhance-colors',
  capability: 'pixels',
  engine: 'local',
  photoEvents: false,
  deadlineSeconds: 60,
  credits: () => CREDITS.enhanceColors,
  sources: ({ image_url }) => [image_url],
  admit: ({ format }, [source]) => {
    if (source) refuseLargeResult(source, format, { begins: 'The result', waysOut: [] })
  },
})
