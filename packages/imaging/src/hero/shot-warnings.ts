import type { Size } from '../raster/geometry.ts'
import type { Plane } from '../raster/planes/plane.ts'
import type { Warning } from '../warning.ts'
import { isBlurry } from './dish-softness.ts'
import type { OutlineSolidity } from './outline-solidity.ts'
import { type CutSides, type FramePlacement, MAX_ENLARGEMENT } from './place-in-frame.ts'
import { isSeeThrough } from './surface/choose-backdrop.ts'
import type { DishTones } from './surface/dish-tones.ts'

/** Share of the frame that a dish covers from which hardly any backdrop is visible. */
const FILLS = 0.96
/** Solidity below which an outline is not that of a whole dish. */
const SOLID = 0.9

/** What is known about a finished hero shot. */
export interface ShotFacts {
  readonly cut: CutSides
  readonly frame: FramePlacement
  /** Size of the dish's box in the frame. */
  readonly size: Size
  /** The dish in the frame, 0–1. */
  readonly alpha: Plane
  readonly outline: OutlineSolidity
  readonly tones: DishTones
  /** Deviation of its Gaussian blur in pixels where the dish has 1,024 on its long side; 0 if it cannot be measured. */
  readonly softness: number
}

/** What the caller should look at before the shot is used. */
export function shotWarnings({ cut, frame, size, alpha, outline, tones, softness }: ShotFacts): Warning[] {
  const covered = alpha.data.reduce((sum, value) => sum + value, 0) / alpha.data.length
  const isCut = Object.values(cut).some(Boolean)
  return [
    ...(isCut || frame.crops ? [dishCut(frame, size)] : []),
    ...(covered > FILLS ? [FILLS_FRAME] : []),
    ...(outline.solidity < SOLID ? [INCOMPLETE] : []),
    ...(outline.dishes > 1 && isCut ? [SEVERAL] : []),
    ...(isSeeThrough(tones) ? [SEE_THROUGH] : []),
    ...(frame.scale > MAX_ENLARGEMENT + 0.01 ? [tooSmall(frame.scale)] : []),
    ...(isBlurry(softness) ? [BLURRED] : []),
  ]
}

const dishCut = ({ crops, width, height }: FramePlacement, size: Size): Warning => ({
  code: 'dish_cut',
  message: `The photo does not show the whole dish: where it is cut it meets the edge of the hero shot.${
    crops
      ? ` This frame cuts off more of it; a ${size.height / height > size.width / width ? 'taller' : 'wider'} aspect_ratio shows more.`
      : ''
  }`,
})

const FILLS_FRAME: Warning = {
  code: 'dish_fills_frame',
  message:
    'The dish fills the frame, so hardly any of the backdrop is visible. A photo that shows the table around the dish gives a better hero shot.',
}

const INCOMPLETE: Warning = {
  code: 'dish_incomplete',
  message:
    'The outline of the dish has deep notches: a part of it may be missing, or something in the photo covers it. Check the result before you use it.',
}

const SEVERAL: Warning = {
  code: 'several_dishes',
  message:
    'The photo shows several dishes and cuts at least one of them. A photo of one whole dish gives a better hero shot.',
}

const SEE_THROUGH: Warning = {
  code: 'ware_see_through',
  message: 'The ware looks like glass, or like the old table: something of that table may be visible in it.',
}

const BLURRED: Warning = {
  code: 'dish_blurred',
  message:
    'The dish is blurred in this photo, and a drawn backdrop makes that visible. A sharp photo gives a better hero shot.',
}

const tooSmall = (scale: number): Warning => ({
  code: 'dish_enlarged',
  message: `The dish is small in this photo and was enlarged ${scale.toFixed(1)} times, which shows. A larger photo or /api/upscale first gives a better one.`,
})
