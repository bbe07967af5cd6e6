import { cutOut } from '../matting/cut-out.ts'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { relightPhoto } from '../relight/relight-photo.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import type { Recipe } from '../tone/tone-recipe.ts'
import type { Warning } from '../warning.ts'
import { alphaInFrame } from './alpha-in-frame.ts'
import { cameraTilt } from './camera-tilt.ts'
import { composeScene } from './compose-scene.ts'
import { contactShadows } from './contact-shadows.ts'
import { developDish, planDishDevelopment } from './develop-dish.ts'
import { measureSoftness } from './dish-softness.ts'
import { enlargeCutOut, extractDish } from './extract-dish.ts'
import { keyLightSide } from './key-light-side.ts'
import { outlineSolidity } from './outline-solidity.ts'
import { type DishExtent, dishExtent, type FramePlacement, placeInFrame } from './place-in-frame.ts'
import { shotWarnings } from './shot-warnings.ts'
import { BACKDROP_MATERIALS, type Backdrop } from './surface/backdrop-materials.ts'
import { chooseBackdrop } from './surface/choose-backdrop.ts'
import { DISH_CM } from './surface/ground-projection.ts'

/** What was decided for a hero shot, kept with the run. */
export interface HeroPlan {
  readonly backdrop: Backdrop
  /** Sine of the camera's angle, 1 from straight above. */
  readonly tilt: number
  readonly light: 'top-left' | 'top-right'
  /** Pixels of the result for a pixel of the photo. */
  readonly scale: number
  /** Share of the frame that the dish's box takes across and down. */
  readonly fill: { readonly across: number; readonly down: number }
}

export interface HeroShot {
  readonly pixels: Pixels
  readonly plan: HeroPlan
  readonly warnings: readonly Warning[]
}

/** Long side of the copy on which shadows are computed. */
const SHADOW_SIDE = 1024
/** Solidity of an outline below which it is not that of a dish. */
const LEAST_SOLID = 0.6

/**
 * Places the dish of a photo on a drawn backdrop: it is cut out, lit by a key light, and set down with its shadows and room
 * around it. The backdrop is drawn from the angle at which the photo was taken.
 *
 * @param backdrop without it, the one that suits the tones of the dish
 * @param aspect width over height of the result
 * @returns undefined if the mask is empty, or is so ragged that it cannot be the outline of a dish
 * @example const shot = await makeHeroShot(pixels, subject, { backdrop: 'slate', aspect: 4 / 3 })
 */
export async function makeHeroShot(
  pixels: Pixels,
  subject: Subject,
  { backdrop: named, aspect }: { readonly backdrop?: Backdrop | undefined; readonly aspect: number },
): Promise<HeroShot | undefined> {
  const extent = dishExtent(subject)
  if (!extent) return undefined
  const outline = outlineSolidity(subject, extent)
  if (outline.solidity < LEAST_SOLID) return undefined
  const { box, cut } = extent
  const tilt = cameraTilt(subject)
  const inPhoto = {
    width: (box.width * pixels.width) / subject.width,
    height: (box.height * pixels.height) / subject.height,
  }
  const { recipe, tones } = await planDishDevelopment(pixels, subject)
  const food = {
    x: (tones.foodAt.x * subject.width - box.left) / box.width,
    y: (tones.foodAt.y * subject.height - box.top) / box.height,
  }
  const frame = placeInFrame(inPhoto, cut, { aspect, fromAbove: tilt === 1, food })
  const backdrop = named ?? chooseBackdrop(tones)
  const material = BACKDROP_MATERIALS[backdrop]
  const { dish, left, top, light, softness } = await litCutOut(pixels, subject, {
    extent,
    frame,
    recipe,
    strength: material.key,
  })
  const key = { x: light === 'top-left' ? -0.8 : 0.8, y: -0.6 }
  const size = { width: inPhoto.width * frame.scale, height: inPhoto.height * frame.scale }
  // A dish that the photo cuts is larger than its visible part. A tall thing is no wider than it looks.
  const across = Math.max(size.width, tilt === 1 ? size.height : 0)
  const view = {
    x: frame.left + size.width / 2,
    y: frame.top + size.height * (tilt === 1 ? 0.5 : 1 - 0.5 * tilt * Math.min(1, size.width / size.height)),
    perCm: Math.max(0.5, across) / DISH_CM,
    tilt,
  }
  const share = Math.min(1, SHADOW_SIDE / Math.max(frame.width, frame.height))
  const alpha = alphaInFrame(dish, { left, top }, frame, share)
  const shadows = contactShadows(alpha, across * share, tilt, key, material.shadow)
  return {
    pixels: composeScene({ width: frame.width, height: frame.height, material, view, key, dish, left, top, shadows }),
    plan: {
      backdrop,
      tilt,
      light,
      scale: frame.scale,
      fill: { across: size.width / frame.width, down: size.height / frame.height },
    },
    warnings: shotWarnings({ cut, frame, size, alpha, outline, tones, softness }),
  }
}

interface Lighting {
  readonly extent: DishExtent
  readonly frame: FramePlacement
  readonly recipe: Recipe
  readonly strength: number
}

/** The dish developed, cut out and lit by the key light, and the position of its top left corner in the frame. */
async function litCutOut(
  pixels: Pixels,
  subject: Subject,
  { extent, frame, recipe, strength }: Lighting,
): Promise<{ dish: Pixels; left: number; top: number; light: HeroPlan['light']; softness: number }> {
  const extracted = await extractDish(pixels, subject, extent, frame.scale)
  const softness = await measureSoftness(extracted.pixels)
  await developDish(extracted.pixels, recipe)
  const small = await cutOut(extracted.pixels, extracted.subject)
  const light = keyLightSide(small) === 'left' ? 'top-left' : 'top-right'
  await relightPhoto(
    small,
    extracted.subject,
    { direction: light, softness: 0.7, warmth: 0, strength },
    { surface: false },
  )
  const larger = Math.max(1, frame.scale)
  const dish = larger > 1 ? await enlargeCutOut(small, larger) : small
  const { cut } = extent
  const wanted = {
    left: frame.left - Math.round(extracted.left * larger),
    top: frame.top - Math.round(extracted.top * larger),
  }
  const left = cutOutOffset(wanted.left, dish.width, frame.width, cut.left, cut.right)
  const top = cutOutOffset(wanted.top, dish.height, frame.height, cut.top, cut.bottom)
  return { dish, left, top, light, softness }
}

/**
 * Where the cut-out begins. On a side that the photo cuts it meets the frame's edge exactly, or a line of backdrop
 * would show.
 */
const cutOutOffset = (wanted: number, size: number, frame: number, before: boolean, after: boolean): number => {
  if (size >= frame) return before || after ? clamp(wanted, frame - size, 0) : wanted
  if (before) return 0
  return after ? frame - size : wanted
}
