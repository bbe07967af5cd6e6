import type { ImageShot } from '../imaging/shots.ts'
import { defineOperation } from './define.ts'
import { CREDITS } from './prices.ts'

/** What every door that enhances a photo translates its request into. */
export interface EnhanceParams {
  readonly image_url: string
  readonly preset: string
  readonly formats: readonly ImageShot[]
  readonly upscale: boolean
}

export const enhance = defineOperation<EnhanceParams>({
  name: 'enhance',
  capability: 'pixels',
  photoEvents: true,
  deadlineSeconds: 60,
  credits: () => CREDITS.enhance,
  sources: ({ image_url }) => [image_url],
})
