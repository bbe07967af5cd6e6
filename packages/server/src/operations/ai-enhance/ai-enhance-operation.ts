import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { defineOperation } from '../define-operation.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** What every door that asks for better light translates its request into. */
export interface AiEnhanceParams {
  readonly image_url: string
  /** JPEG by default, PNG where there is transparency. */
  readonly format?: OutputFormat
}

export const aiEnhance = defineOperation<AiEnhanceParams>({
  name: 'ai-enhance',
  capability: 'pixels',
  engine: 'classical',
  network: 'cutout',
  photoEvents: true,
  deadlineSeconds: 60,
  credits: () => CREDITS.aiEnhance,
  sources: ({ image_url }) => [image_url],
  admit: ({ format }, [source]) => {
    if (source) refuseLargeResult(source, format, { begins: 'The result', waysOut: [] })
  },
})
