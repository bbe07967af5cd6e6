import { aiEnhance } from '../../operations/ai-enhance/ai-enhance-operation.ts'
import { type Orders, order } from '../../operations/define-operation.ts'
import { enhance } from '../../operations/enhance/enhance-operation.ts'
import { enhanceColors } from '../../operations/enhance-colors/enhance-colors-operation.ts'
import { fixBlur } from '../../operations/fix-blur/fix-blur-operation.ts'
import { heroShot, refuseHeroWords } from '../../operations/hero-shot/hero-shot-operation.ts'
import { inpaint, refuseInpaintWords } from '../../operations/inpaint/inpaint-operation.ts'
import { match } from '../../operations/match/match-operation.ts'
import { platformOptimize } from '../../operations/platform-optimize/platform-optimize-operation.ts'
import type { Platforms } from '../../operations/platforms/platform-registry.ts'
import { termsOf } from '../../operations/platforms/platform-terms.ts'
import { relight } from '../../operations/relight/relight-operation.ts'
import { removeBackground } from '../../operations/remove-background/remove-background-operation.ts'
import { smartEdit } from '../../operations/smart-edit/smart-edit-operation.ts'
import { smartLayers } from '../../operations/smart-layers/smart-layers-operation.ts'
import { upscale } from '../../operations/upscale/upscale-operation.ts'

/** What the bodies of the /api picture operations ask for, as far as nothing has to be looked up for it. */
const imageOrders = {
  // The photo keeps its own aspect here; the shots are the /v1 family's.
  enhance: ({ image_url, preset, style, options, format }) =>
    order(enhance, {
      ...{ image_url, preset: style ?? preset, formats: ['original'], upscale: options?.upscale ?? false },
      ...(options?.remove_background && { removeBackground: true }),
      ...(format && { format }),
    }),

  removeBackground: ({ image_url, shadow }) => order(removeBackground, { image_url, shadow }),

  aiEnhance: ({ image_url, format }) => order(aiEnhance, { image_url, ...(format && { format }) }),

  enhanceColors: ({ image_url, strength, format }) =>
    order(enhanceColors, { image_url, strength, ...(format && { format }) }),

  smartEdit: ({ image_url, separate_background, format }) =>
    order(smartEdit, { image_url, separate_background, ...(format && { format }) }),

  menuConsistency: ({ image_urls, reference_url, format }) =>
    order(match, { image_urls, ...(reference_url !== undefined && { reference_url }), ...(format && { format }) }),

  upscale: ({ image_url, scale, format }) => order(upscale, { image_url, scale, ...(format && { format }) }),

  fixBlur: ({ image_url, quality, format }) => order(fixBlur, { image_url, quality, ...(format && { format }) }),

  inpaint: ({ image_url, prompt, mask_url, box, layer, format }) => {
    refuseInpaintWords(prompt)
    return order(inpaint, {
      image_url,
      ...(mask_url !== undefined && { mask_url }),
      ...(box && { box }),
      ...(layer && { layer }),
      ...(format && { format }),
    })
  },

  smartLayers: ({ image_url }) => order(smartLayers, { image_url }),

  relight: ({ image_url, direction, softness, warmth, strength, format }) =>
    order(relight, { image_url, direction, softness, warmth, strength, ...(format && { format }) }),

  heroShot: ({ image_url, backdrop, aspect_ratio, prompt, format }) => {
    refuseHeroWords(prompt)
    return order(heroShot, { image_url, backdrop, aspect_ratio, ...(format && { format }) })
  },
} satisfies Orders<'images'>

export type ImageOrders = ReturnType<typeof createImageOrders>

/** What the bodies of the /api picture operations ask for. */
export const createImageOrders = (platforms: Platforms, { enhanceDetail }: { readonly enhanceDetail: boolean }) =>
  ({
    ...imageOrders,

    enhance: (body) => {
      const { operation, params } = imageOrders.enhance(body)
      return order(operation, { ...params, ...(params.upscale && enhanceDetail && ({ detail: 'charged' } as const)) })
    },

    platformOptimize: ({ image_url, platform }) =>
      order(platformOptimize, { image_url, platform, terms: termsOf(platforms.find(platform)) }),
  }) satisfies Orders<'images'>
