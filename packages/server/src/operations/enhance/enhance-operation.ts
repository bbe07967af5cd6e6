import { shotSize } from '@platelight/imaging/framing/shot-sizes.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { commonReply, picturesOf } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'
import { inventionCredits, PROVIDER_SECONDS, photosBrief } from '../synthesis/invention.ts'
import { enhanceBodies } from './enhance-bodies.ts'
import type { EnhanceParams } from './enhance-params.ts'

export const enhance = defineOperation<'enhance', EnhanceParams>({
  name: 'enhance',
  capability: 'pixels',
  engine: 'local',
  detailNetwork: 'upscale',
  photoEvents: true,
  bodies: enhanceBodies,
  credits: ({ removeBackground, detail, invention }) =>
    CREDITS.enhance +
    (invention ? inventionCredits(invention) : 0) +
    (removeBackground ? CREDITS['remove-background'] : 0) +
    (detail === 'charged' ? CREDITS.enhanceDetailUpscale : 0),
  sources: ({ image_url }) => [image_url],
  // Of all shots, the photo in its own shape is the largest.
  admit: (params, [source]) => {
    const { format, formats, removeBackground } = params
    if (!source || !formats.includes('original')) return
    const size = shotSize(params, source, 'original')
    const hasAlpha = removeBackground || source.hasAlpha || false
    refuseLargeResult({ ...source, ...size, hasAlpha }, format, { begins: 'The result', waysOut: [] })
  },
  brief: (params) =>
    params.invention &&
    photosBrief({
      invention: params.invention,
      names: ['image'],
      subject: params.subject,
      finish: (made) => ({ operation: 'enhance', params: { ...params, made } }),
    }),
  expectedSeconds: (params, sizes, machine) =>
    secondsOfFirst({ fixed: 0.4, perMegapixel: 0.15, cutout: 1.5 })(params, sizes, machine) +
    (params.invention ? PROVIDER_SECONDS : 0),
  reply: (run) => {
    const { original, output } = picturesOf(run)
    return {
      ...commonReply(run),
      original_url: original.url,
      enhanced_url: output.url,
      width: output.width,
      height: output.height,
    }
  },
})
