import { ServiceError } from '../../base/service-error.ts'
import { defineOperation } from '../define-operation.ts'
import type { EnhanceParams } from '../enhance/enhance-params.ts'
import { secondsOfFirst } from '../expected-durations.ts'
import { pictureReply } from '../operation-replies.ts'
import { CREDITS } from '../prices.ts'

/** The long side of a preview in pixels. */
const LONG_SIDE = 1024

/** The free preview that every account has once: an enhanced photo with a mark. */
export const demoEnhance = defineOperation<'demo-enhance', EnhanceParams>({
  name: 'demo-enhance',
  capability: 'pixels',
  engine: 'local',
  photoEvents: false,
  onlyOnce: () =>
    new ServiceError(
      'preview_used',
      'This account has had its free preview. POST /api/mobile/enhance makes the whole picture.',
    ),
  bodies: {
    'mobile.demoEnhance': ({ style, goal, format }, { photos: [photo] }) => ({
      image_url: photo?.url ?? '',
      preset: style,
      goal,
      formats: [format],
      upscale: false,
      longSide: LONG_SIDE,
    }),
  },
  credits: () => CREDITS['demo-enhance'],
  sources: ({ image_url }) => [image_url],
  expectedSeconds: secondsOfFirst({ fixed: 0.5, perMegapixel: 0.15 }),
  reply: pictureReply,
})
