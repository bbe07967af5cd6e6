import type { Size } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { relightPhoto } from '../relight/relight-photo.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { cutOut } from '../segmentation/matting/cut-out.ts'
import type { Warning } from '../warning.ts'
import { BACKDROP_MATERIALS, type Backdrop } from './backdrop-materials.ts'
import { cameraTilt } from './camera-tilt.ts'
import { composeScene } from './compose-scene.ts'
import { contactShadows } from './contact-shadows.ts'
import { enlargeCutOut, extractDish } from './extract-dish.ts'
import { DISH_CM } from './ground-projection.ts'
import { keyLightSide } from './key-light-side.ts'
import { type DishExtent, dishExtent, type FramePlacement, MAX_ENLARGEMENT, placeInFrame } from './place-in-frame.ts'

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

/**
 * Places the dish of a photo on a drawn backdrop: it is cut out, lit by a key light, and set down with its shadows and room
 * around it. The backdrop is drawn from the angle at which the photo was taken.
 *
 * @param aspect width over height of the result
 * @returns undefined if the mask is empty
 * @example const shot = await makeHeroShot(pixels, subject, { backdrop: 'slate', aspect: 4 / 3 })
 */
export async function makeHeroShot(
  pixels: Pixels,
  subject: Subject,
  { backdrop, aspect }: { readonly backdrop: Backdrop; readonly aspect: number },
): Promise<HeroShot | undefined> {
  const extent = dishExtent(subject)
  if (!extent) return undefined
  const { box, cut } = extent
  const material = BACKDROP_MATERIALS[backdrop]
  const tilt = cameraTilt(subject)
  const inPhoto = {
    width: (box.width * pixels.width) / subject.width,
    height: (box.height * pixels.height) / subject.height,
  }
  const frame = placeInFrame(inPhoto, cut, aspect, tilt === 1)

  const { dish, left, top, light } = await litCutOut(pixels, subject, extent, frame, material.key)
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
  const alpha = alphaInFrame(dish, left, top, frame, share)
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
    warnings: [
      ...(Object.values(cut).some(Boolean) || frame.crops ? [CUT] : []),
      ...(frame.scale > MAX_ENLARGEMENT + 0.01 ? [tooSmall(frame.scale)] : []),
    ],
  }
}

/** The dish cut out and lit by the key light, and the position of its top left corner in the frame. */
async function litCutOut(
  pixels: Pixels,
  subject: Subject,
  extent: DishExtent,
  frame: FramePlacement,
  strength: number,
): Promise<{ dish: Pixels; left: number; top: number; light: HeroPlan['light'] }> {
  const extracted = await extractDish(pixels, subject, extent, frame.scale)
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
  return { dish, left, top, light }
}

/**
 * Where the cut-out begins. On a side that the photo cuts it meets the frame's edge exactly, or a line of backdrop
 * would show.
 */
const cutOutOffset = (wanted: number, size: number, frame: number, before: boolean, after: boolean): number => {
  if (before && after) return Math.min(0, Math.floor((frame - size) / 2))
  if (before) return 0
  return after ? frame - size : wanted
}

/** The alpha of the dish in the frame, 0–1, averaged onto a copy. Parts outside the frame are dropped. */
function alphaInFrame(dish: Pixels, left: number, top: number, frame: Size, share: number): Plane {
  const alpha = plane(Math.max(1, Math.round(frame.width * share)), Math.max(1, Math.round(frame.height * share)))
  const each = (alpha.width / frame.width) * (alpha.height / frame.height)
  for (let y = Math.max(0, -top); y < Math.min(dish.height, frame.height - top); y++) {
    const row = Math.floor(((y + top) * alpha.height) / frame.height) * alpha.width
    for (let x = Math.max(0, -left); x < Math.min(dish.width, frame.width - left); x++) {
      const at = row + Math.floor(((x + left) * alpha.width) / frame.width)
      alpha.data[at] += (dish.data[4 * (y * dish.width + x) + 3] / 255) * each
    }
  }
  for (let i = 0; i < alpha.data.length; i++) alpha.data[i] = Math.min(1, alpha.data[i])
  return alpha
}

const CUT: Warning = {
  code: 'dish_cut',
  message: 'The photo does not show the whole dish: where it is cut it meets the edge of the hero shot.',
}

const tooSmall = (scale: number): Warning => ({
  code: 'dish_enlarged',
  message: `The dish is small in this photo and was enlarged ${scale.toFixed(1)} times, which shows. A larger photo or /api/upscale first gives a better one.`,
})
