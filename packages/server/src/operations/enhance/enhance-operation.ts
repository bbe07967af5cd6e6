import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { type ImageShot, shotSize } from '@platelight/imaging/framing/shot-sizes.ts'
import type { Schemas } from '../../contract/index.ts'
import { defineOperation } from '../define-operation.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'
import type { Scope } from './develop-within-scope.ts'

/** What the forms of the app may ask for beyond the other doors. */
export interface EnhanceFormOptions extends Scope {
  /** Brings the long side of each output to exactly so many pixels; `upscale` then says nothing. */
  readonly longSide?: number
  /** What the photo is for: another shade of the look. */
  readonly goal?: Schemas['Goal']
}

/** What every door that enhances a photo translates its request into. */
export interface EnhanceParams extends EnhanceFormOptions {
  readonly image_url: string
  readonly preset: string
  readonly formats: readonly ImageShot[]
  readonly upscale: boolean
  /** What is upscaled is given detail by the network, where the operator chose that, at its price or without. */
  readonly detail?: 'charged' | 'included'
  /** Cut the dish out of every shot. */
  readonly removeBackground?: boolean
  /** JPEG by default, PNG where there is transparency. */
  readonly format?: OutputFormat
}

export const enhance = defineOperation<EnhanceParams>({
  name: 'enhance',
  capability: 'pixels',
  engine: 'local',
  photoEvents: true,
  deadlineSeconds: 60,
  credits: ({ removeBackground, detail }) =>
    CREDITS.enhance +
    (removeBackground ? CREDITS.removeBackground : 0) +
    (detail === 'charged' ? CREDITS.enhanceDetailUpscale : 0),
  sources: ({ image_url }) => [image_url],
  // Of all shots the photo in its own shape is the largest.
  admit: (params, [source]) => {
    const { format, formats, removeBackground } = params
    if (!source || !formats.includes('original')) return
    const size = shotSize(params, source, 'original')
    const hasAlpha = removeBackground || source.hasAlpha || false
    refuseLargeResult({ ...source, ...size, hasAlpha }, format, { begins: 'The result', waysOut: [] })
  },
})
