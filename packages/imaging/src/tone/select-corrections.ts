import { luminanceGain } from '../colour/white-balance.ts'
import type { StyleAdjustments } from './enhance-presets.ts'
import { RESIDUAL_GRAIN } from './plan-recipe.ts'
import type { Recipe } from './tone-recipe.ts'

/** The corrections of an enhancement, each of which can be left out. */
export type Correction = 'color' | 'light' | 'sharpen' | 'denoise'

const NO_LIGHT = {
  brightness: 0,
  contrast: 0,
  clarity: 0,
  shadows: 0,
  highlights: 0,
} as const satisfies Partial<StyleAdjustments>
const NO_COLOUR = { vibrance: 0, saturation: 0, warmth: 0 } as const satisfies Partial<StyleAdjustments>

/**
 * A recipe with only some of its corrections. White balance changes the brightness of a photo, and its exposure
 * compensates for that. If one of the two is left out, the other is adjusted.
 *
 * @param recipe as it was planned
 * @example developPhoto(pixels, analysisCopy, selectCorrections(recipe, new Set(['light'])))
 */
export const selectCorrections = (recipe: Recipe, wanted: ReadonlySet<Correction>): Recipe => {
  const { look, balance, denoise, grain } = recipe
  const [color, light] = [wanted.has('color'), wanted.has('light')]
  const byBalance = Math.log2(luminanceGain(balance))
  const wasDenoised = denoise.luma > 0
  const isDenoised = wanted.has('denoise')
  return {
    ...recipe,
    ...(!light && { black: 0, white: 1, lift: 0, whites: 0 }),
    ...(!color && { balance: [1, 1, 1] as const, blueShade: 0 }),
    exposure: (light ? recipe.exposure : -byBalance) + (color ? 0 : byBalance),
    denoise: isDenoised ? denoise : { luma: 0, chroma: 0 },
    sharpen: wanted.has('sharpen') ? recipe.sharpen : 0,
    grain: wasDenoised && !isDenoised ? grain / RESIDUAL_GRAIN : grain,
    look: {
      ...look,
      ...(!light && NO_LIGHT),
      ...(!color && NO_COLOUR),
      ...(!wanted.has('sharpen') && { sharpen: 0 }),
    },
  }
}
