import { defineOperation } from '../define-operation.ts'
import type { PlatformTerms } from '../platforms/platform-terms.ts'
import { CREDITS } from '../prices.ts'

export interface PlatformOptimizeParams {
  readonly image_url: string
  readonly platform: string
  readonly terms: PlatformTerms
}

/** Enhances a photo for delivery and brings it to the rules of one platform. */
export const platformOptimize = defineOperation<PlatformOptimizeParams>({
  name: 'platform-optimize',
  capability: 'pixels',
  engine: 'local',
  photoEvents: false,
  deadlineSeconds: 60,
  credits: () => CREDITS.platformOptimize,
  sources: ({ image_url }) => [image_url],
})
