import { luminanceGain } from '../../colour/white-balance.ts'
import { lumaOf } from '../../raster/luma.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { renderRecipe } from '../render-recipe.ts'
import type { Recipe } from '../tone-recipe.ts'
import { channelTable, toneCurve, WHITE } from '../tone-tables.ts'

/** Code from which a channel has lost its detail, or is about to; and from which it has. */
const NEARLY_CLIPPED = 252
const CLIPPED = 254
/**
 * How far beyond the range a channel may be asked to go. The pass pulls it in by a little less light and colour, which is
 * not seen up to here.
 */
const PULLED_IN = 1.1
/**
 * The share of pixels that may be so afterwards: this many times the photo's, and this much more. Detail that the analysis
 * copy does not show clips a little more of the photo itself, up to 1 %.
 */
const ALLOWED = { times: 1.5, more: 0.0075 }
/** Every how many pixels of the analysis copy one is looked at. */
const EVERY = 3

const shareFrom = (code: number, { data }: Pixels): number => {
  let count = 0
  for (let i = 0; i < data.length; i += 3 * EVERY) {
    if (Math.max(data[i], data[i + 1], data[i + 2]) >= code) count++
  }
  return (count * 3 * EVERY) / data.length
}

/** The share that is clipped in a trial on the copy. It shows what local contrast and sharpening add. */
const shareTried = (analysisCopy: Pixels, recipe: Recipe): number => {
  const trial = { ...analysisCopy, data: Uint8Array.from(analysisCopy.data) }
  renderRecipe(trial, analysisCopy, recipe)
  return shareFrom(CLIPPED, trial)
}

/** The share that would be clipped if colour rose with light in full. */
const shareClippedBy = ({ data }: Pixels, recipe: Recipe): number => {
  const [red, green, blue] = recipe.balance.map((gain) => channelTable(gain, recipe.black, recipe.white))
  const curve = toneCurve(recipe)
  const tone = Float32Array.from({ length: 256 }, (_, code) => curve(code / 255))
  let count = 0
  for (let i = 0; i < data.length; i += 3 * EVERY) {
    const [r, g, b] = [red[data[i]] / WHITE, green[data[i + 1]] / WHITE, blue[data[i + 2]] / WHITE]
    const luma = lumaOf(r, g, b)
    const lit = tone[Math.round(255 * luma)]
    if (lit >= NEARLY_CLIPPED / 255 || (lit * Math.max(r, g, b)) / Math.max(1e-6, luma) >= PULLED_IN) count++
  }
  return (count * 3 * EVERY) / data.length
}

/** A recipe with only a share of the light that it adds. */
const withLight = (recipe: Recipe, share: number): Recipe => {
  const brighter = Math.log2(luminanceGain(recipe.balance))
  const stops = recipe.exposure + brighter
  const { look } = recipe
  return {
    ...recipe,
    exposure: (stops > 0 ? share * stops : stops) - brighter,
    lift: share * recipe.lift,
    whites: share * recipe.whites,
    look: {
      ...look,
      brightness: look.brightness > 0 ? share * look.brightness : look.brightness,
      contrast: look.contrast > 0 ? share * look.contrast : look.contrast,
    },
  }
}

/** A recipe with only a share of its local contrast and sharpening. */
const withDetail = (recipe: Recipe, share: number): Recipe => ({
  ...recipe,
  sharpen: share * recipe.sharpen,
  look: { ...recipe.look, clarity: share * recipe.look.clarity },
})

/** The largest share of 0 to 1 that is allowed, nearly. */
const largestShare = (isAllowed: (share: number) => boolean): number => {
  if (isAllowed(1)) return 1
  let [low, high] = [0, 1]
  for (let round = 0; round < 5; round++) {
    const middle = (low + high) / 2
    if (isAllowed(middle)) low = middle
    else high = middle
  }
  return low
}

/**
 * Takes back light from a recipe that would clip much: at most 1.5 times the pixels of the photo and 1 % of the picture may
 * come near the end of the range, in any channel. What local contrast and sharpening clip beyond that, they lose.
 *
 * @param analysisCopy RGB, as it came
 */
export const limitClipping = (recipe: Recipe, analysisCopy: Pixels): Recipe => {
  const allowed = (code: number) => ALLOWED.times * shareFrom(code, analysisCopy) + ALLOWED.more
  const [nearly, clipped] = [allowed(NEARLY_CLIPPED), allowed(CLIPPED)]
  const light = largestShare((share) => shareClippedBy(analysisCopy, withLight(recipe, share)) <= nearly)
  const lit = light === 1 ? recipe : withLight(recipe, light)
  const detail = largestShare((share) => shareTried(analysisCopy, withDetail(lit, share)) <= clipped)
  // Without any detail as much may be clipped, by a white balance. Then it would be lost in vain.
  return detail === 1 || detail === 0 ? lit : withDetail(lit, detail)
}
