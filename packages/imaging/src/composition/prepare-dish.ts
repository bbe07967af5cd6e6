import { cameraTilt } from '../hero/camera-tilt.ts'
import { developDish, planDishDevelopment } from '../hero/develop-dish.ts'
import { measureSoftness } from '../hero/dish-softness.ts'
import { type ExtractedDish, extractDish } from '../hero/extract-dish.ts'
import { keyLightSide } from '../hero/key-light-side.ts'
import { outlineSolidity } from '../hero/outline-solidity.ts'
import { type CutSides, type DishExtent, dishExtent } from '../hero/place-in-frame.ts'
import type { DishTones } from '../hero/surface/dish-tones.ts'
import type { Size } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { type OutlineSupport, outlineSupport } from './outline-support.ts'
import { type TrimmedOutline, trimmedOutline } from './trimmed-outline.ts'
import { type WareSize, wareSize } from './ware-size.ts'

/** The dish of one photo, extracted and developed, with all that decides where it is placed. */
export interface PreparedDish {
  /** The part of the photo that holds it, and where its box begins in that part. */
  readonly part: ExtractedDish
  /** The size of its box in pixels of the part. */
  readonly box: Size
  readonly support: OutlineSupport
  /** Sides at which it meets the edge of the frame, because the photo cuts it there. */
  readonly pinned: CutSides
  /** Its rounded outline, if the photo cuts it at two sides that face each other, so that no edge of a frame can hide both. */
  readonly trim: TrimmedOutline | undefined
  readonly isCut: boolean
  readonly tilt: number
  readonly tones: DishTones
  readonly ware: WareSize
  /** The side from which it is lit already. */
  readonly lit: 'left' | 'right'
  /** Solidity of its outline, 0–1. */
  readonly solidity: number
  /** Deviation of its Gaussian blur where it has 1,024 pixels on its long side; 0 if that cannot be measured. */
  readonly softness: number
}

/** Long side that a dish has at most in a composition. */
const LONGEST = 1600
/** Solidity of an outline below which it is not that of a dish. */
const LEAST_SOLID = 0.6

const UNCUT: CutSides = { left: false, right: false, top: false, bottom: false }

/**
 * Extracts the dish of a photo, so that the photo itself need not stay in memory.
 *
 * @returns undefined if the mask is empty, or is so ragged that it cannot be the outline of a dish
 */
export async function prepareDish(pixels: Pixels, subject: Subject): Promise<PreparedDish | undefined> {
  const extent = dishExtent(subject)
  if (!extent) return undefined
  const { solidity } = outlineSolidity(subject, extent)
  if (solidity < LEAST_SOLID) return undefined
  const { box, cut } = extent
  const { recipe, tones } = await planDishDevelopment(pixels, subject)
  const perMask = { x: pixels.width / subject.width, y: pixels.height / subject.height }
  const less = Math.min(1, LONGEST / Math.max(box.width * perMask.x, box.height * perMask.y))
  const part = await extractDish(pixels, subject, extent, less)
  const softness = await measureSoftness(part.pixels)
  await developDish(part.pixels, recipe)
  const trim = (cut.left && cut.right) || (cut.top && cut.bottom) ? trimmedOutline(subject, extent) : undefined
  return {
    part,
    box: {
      width: Math.max(1, Math.round(box.width * perMask.x * less)),
      height: Math.max(1, Math.round(box.height * perMask.y * less)),
    },
    support: outlineSupport(subject, box),
    pinned: trim ? UNCUT : cut,
    trim,
    isCut: isCutAnywhere(extent),
    tilt: cameraTilt(subject),
    tones,
    ware: wareSize(subject, extent),
    lit: keyLightSide(part.pixels),
    solidity,
    softness,
  }
}

const isCutAnywhere = ({ cut }: DishExtent): boolean => Object.values(cut).some(Boolean)
