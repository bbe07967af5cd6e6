import { luminanceGain } from '../../colour/white-balance.ts'
import { largestShare } from '../../raster/largest-share.ts'
import { lumaOf } from '../../raster/luma.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Plane } from '../../raster/planes/plane.ts'
import { renderRecipe } from '../render-recipe.ts'
import type { Recipe } from '../tone-recipe.ts'
import { channelTable, KNEE, toneCurve, vividness, WHITE } from '../tone-tables.ts'

/** Code from which a channel has lost its detail, or is about to; and from which it has. */
const NEARLY_CLIPPED = 252
const CLIPPED = 254
/** Code from which on all channels of a pixel are white without detail. */
const WHITE_OUT = 250
/**
 * How far beyond the range a channel may be asked to go. The pass pulls it in by a little less light and colour, which is
 * not seen up to here. What is bluish beside a dish in the shade lies in the light of a window: it may lose more of that colour.
 */
const PULLED_IN = { any: 1.12, daylight: 1.2 }
/**
 * The share of pixels that may be so afterwards: this many times the photo's, and this much more. Detail that the analysis
 * copy does not show clips a little more of the photo itself, up to 1 %.
 */
const ALLOWED = { times: 1.5, more: 0.0075 }
/**
 * Pale food in the sun, such as the cut face of an omelette, has more red than blue by this many codes in neutral light. From the
 * second code on in its weakest channel that is gone. The share of the picture to which this may happen: crumbs and edges.
 */
const BLEACHED = { warm: 28, from: 235, share: 0.005 }
/** The same within the dish, where less is seen: a slice is a small part of a picture, and its cut face is most of what it shows. */
const BLEACHED_DISH = { warm: 20, from: 228, share: 0.01 }
/** Half of the width, in pixels of the analysis copy, up to which what is white is a glint. */
const GLINT = 2
/** Every how many pixels of the analysis copy one is looked at, and where those around it are looked at too. */
const [EVERY, EVERY_OF_AREAS] = [3, 7]

/** The share of pixels whose strongest channel has a code or more. */
const shareFrom = (code: number, { data }: Pixels): number => {
  let count = 0
  for (let i = 0; i < data.length; i += 3 * EVERY) {
    if (Math.max(data[i], data[i + 1], data[i + 2]) >= code) count++
  }
  return (count * 3 * EVERY) / data.length
}

/**
 * The share of pixels for which a condition holds, and for at least three of the four pixels around them too. Blank areas count.
 * Glints on sauce and oil do not count, because they are smaller and have no detail to lose.
 */
const shareOfAreas = ({ data, width }: Pixels, holds: (at: number) => boolean): number => {
  const around = [-3 * GLINT, 3 * GLINT, -3 * GLINT * width, 3 * GLINT * width]
  const isInArea = (at: number): boolean => {
    let missing = 0
    for (const step of around) if (!holds(at + step) && ++missing > 1) return false
    return true
  }
  let count = 0
  for (let i = 0; i < data.length; i += 3 * EVERY_OF_AREAS) if (holds(i) && isInArea(i)) count++
  return (count * 3 * EVERY_OF_AREAS) / data.length
}

/** The same for pixels whose strongest channel has a code or more, or whose weakest has it. */
const areasFrom = (code: number, picture: Pixels, choose: typeof Math.max): number => {
  const { data } = picture
  return shareOfAreas(picture, (i) => choose(data[i], data[i + 1], data[i + 2]) >= code)
}

/** A trial on the copy. It shows what local contrast and sharpening clip, and what loses its colour to white. */
const tried = (analysisCopy: Pixels, recipe: Recipe): Pixels => {
  const trial = { ...analysisCopy, data: Uint8Array.from(analysisCopy.data) }
  renderRecipe(trial, analysisCopy, recipe)
  return trial
}

/**
 * The share that had a warm colour in neutral light and is white in the trial, of the dish or of the picture. White ware in warm light is
 * not among it.
 */
const shareBleached = (
  { data }: Pixels,
  { data: trial }: Pixels,
  [redGain, , blueGain]: Recipe['balance'],
  { warm, from }: typeof BLEACHED,
  dish?: Plane,
): number => {
  const [red, blue] = [channelTable(redGain, 0, 1), channelTable(blueGain, 0, 1)]
  let [bleached, all] = [0, 0]
  for (let i = 0; i < data.length; i += 3 * EVERY) {
    const share = dish ? dish.data[i / 3] : 1
    all += share
    if (Math.min(trial[i], trial[i + 1], trial[i + 2]) < from) continue
    if ((red[data[i]] - blue[data[i + 2]]) * 255 >= warm * WHITE) bleached += share
  }
  return bleached / Math.max(1, all)
}

/** The share that would be clipped if colour, unless it is vivid, rose with light in full. */
const shareClippedBy = (analysisCopy: Pixels, recipe: Recipe): number => {
  const { data } = analysisCopy
  const [red, green, blue] = recipe.balance.map((gain) => channelTable(gain, recipe.black, recipe.white))
  const curve = toneCurve(recipe)
  const tone = Float32Array.from({ length: 256 }, (_, code) => curve(code / 255))
  const riseOf = vividness(recipe)
  const kept = Float32Array.from({ length: 256 }, (_, spread) => riseOf(spread))
  const daylight = recipe.knee < KNEE ? PULLED_IN.daylight : PULLED_IN.any
  return shareOfAreas(analysisCopy, (i) => {
    const [r, g, b] = [red[data[i]] / WHITE, green[data[i + 1]] / WHITE, blue[data[i + 2]] / WHITE]
    const luma = lumaOf(r, g, b)
    const lit = tone[Math.round(255 * luma)]
    const most = Math.max(r, g, b)
    const spread = kept[Math.round(255 * (most - Math.min(r, g, b)))]
    const strongest = lit * (1 + (spread * (most - luma)) / Math.max(1e-6, luma))
    return lit >= NEARLY_CLIPPED / 255 || strongest >= (most === b ? daylight : PULLED_IN.any)
  })
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

/** The same, and with only a share of the stretch of its whites, which bleaches as light does. */
const withWhites = (recipe: Recipe, share: number): Recipe => ({
  ...withLight(recipe, share),
  white: 1 - share * (1 - recipe.white),
})

/** How much the lights are pulled down before light is taken back: bright ware stays white, and a dish in the shade keeps its light. */
const SOFT_LIGHTS = 0.3

const withSoftLights = (recipe: Recipe): Recipe => ({
  ...recipe,
  look: { ...recipe.look, highlights: Math.max(recipe.look.highlights, SOFT_LIGHTS) },
})

/** As much of a recipe's light and whites as keeps the colours. */
const keepingColour = (recipe: Recipe, keepsColour: (some: Recipe) => boolean): Recipe => {
  const part = (share: number) => (share === 1 ? recipe : withWhites(recipe, share))
  return part(largestShare((share) => keepsColour(part(share))))
}

/** A recipe with only a share of its local contrast and sharpening. */
const withDetail = (recipe: Recipe, share: number): Recipe => ({
  ...recipe,
  sharpen: share * recipe.sharpen,
  look: { ...recipe.look, clarity: share * recipe.look.clarity },
})

/**
 * Takes back light from a recipe that would clip much: at most 1.5 times the pixels of the photo and 1 % of the picture may
 * come near the end of the range, in any channel. What local contrast and sharpening clip beyond that, they lose.
 *
 * @param analysisCopy RGB, as it came
 * @param dish mask of the dish on the analysis copy, 0–1
 */
export const limitClipping = (recipe: Recipe, analysisCopy: Pixels, dish?: Plane): Recipe => {
  const allowed = (share: number) => ALLOWED.times * share + ALLOWED.more
  const nearly = allowed(areasFrom(NEARLY_CLIPPED, analysisCopy, Math.max))
  const clipped = allowed(shareFrom(CLIPPED, analysisCopy))
  const white = allowed(areasFrom(WHITE_OUT, analysisCopy, Math.min))
  // The same recipe is asked for its colours and for its detail, and a trial is most of the time this takes.
  let last: { readonly recipe: Recipe; readonly trial: Pixels } | undefined
  const trialOf = (some: Recipe): Pixels => {
    if (last?.recipe !== some) last = { recipe: some, trial: tried(analysisCopy, some) }
    return last.trial
  }
  const keepsColour = (some: Recipe) => {
    const trial = trialOf(some)
    const bleached = (limit: typeof BLEACHED, within?: Plane) =>
      shareBleached(analysisCopy, trial, some.balance, limit, within) > limit.share
    if (areasFrom(WHITE_OUT, trial, Math.min) > white) return false
    return !(bleached(BLEACHED) || (dish && bleached(BLEACHED_DISH, dish)))
  }
  const light = largestShare((share) => shareClippedBy(analysisCopy, withLight(recipe, share)) <= nearly)
  const unclipped = light === 1 ? recipe : withLight(recipe, light)
  // A yellow or a reddish pale part has one channel at its end long before it is white: only the trial shows that it bleaches.
  const lit = keepsColour(unclipped) ? unclipped : keepingColour(withSoftLights(unclipped), keepsColour)
  const detail = largestShare((share) => {
    const trial = trialOf(share === 1 ? lit : withDetail(lit, share))
    return shareFrom(CLIPPED, trial) <= clipped
  })
  // Without any detail as much may be clipped, by a white balance. Then it would be lost in vain.
  return detail === 1 || detail === 0 ? lit : withDetail(lit, detail)
}
