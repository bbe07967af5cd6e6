import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Schemas } from '../../contract/index.ts'
import { defineOperation } from '../define-operation.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { pictureReply } from '../operation-replies.ts'
import { type PlatformTerms, termsOf } from '../platforms/platform-terms.ts'
import { CREDITS } from '../prices.ts'

export interface PlatformOptimizeParams {
  readonly image_url: string
  readonly platform: string
  readonly terms: PlatformTerms
  readonly subject?: SubjectHint
}

/** Enhances a photo for delivery and fits it to the rules of one platform. */
export type PlatformOptimizeDetails = Pick<Schemas['PlatformResult'], 'platform' | 'before' | 'after'>

export const platformOptimize = defineOperation<'platform-optimize', PlatformOptimizeParams, PlatformOptimizeDetails>({
  name: 'platform-optimize',
  capability: 'pixels',
  engine: 'local',
  photoEvents: false,
  bodies: {
    'images.platformOptimize': ({ image_url, platform, subject }, { platforms }) => ({
      image_url,
      platform,
      terms: termsOf(platforms.find(platform)),
      ...(subject && { subject }),
    }),
  },
  credits: () => CREDITS['platform-optimize'],
  sources: ({ image_url }) => [image_url],
  expectedSeconds: secondsOfFirst({ fixed: 0.5, perMegapixel: 0.15, cutout: 1.5 }),
  reply: pictureReply,
})
