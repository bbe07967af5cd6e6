import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { LightSource } from '@platelight/imaging/relight/light-source.ts'
import { defineOperation } from '../define-operation.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** What every door that relights a photo translates its request into. */
export interface RelightParams extends LightSource {
  readonly image_url: string
  /** JPEG by default, PNG where there is transparency. */
  readonly format?: OutputFormat
}

/** What /api/relight does where nothing is said; the steps of /api/process say nothing. */
export const USUAL_LAMP: LightSource = { direction: 'left', softness: 0.6, warmth: 0, strength: 0.5 }

export const relight = defineOperation<RelightParams>({
  name: 'relight',
  capability: 'pixels',
  engine: 'classical',
  network: 'cutout',
  photoEvents: false,
  deadlineSeconds: 60,
  credits: () => CREDITS.relight,
  sources: ({ image_url }) => [image_url],
  admit: ({ format }, [source]) => {
    if (source) refuseLargeResult(source, format, { begins: 'The result', waysOut: [] })
  },
})
