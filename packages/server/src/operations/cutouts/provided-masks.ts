import type { Networks, ProvidedMask } from '@platelight/imaging/network-port.ts'
import { type PictureSign, pictureLikeness, pictureSign } from '@platelight/imaging/raster/picture-likeness.ts'
import type { OutputImage } from '../define-work.ts'
import { preparedPicture } from '../generate/prepare-references-work.ts'

/** A picture of which work needs a mask that nobody has ordered yet. */
export interface WantedMask {
  readonly sign: PictureSign
  /** As providers get it: upright, in sRGB, and without metadata. */
  readonly picture: OutputImage
}

/** What became of a wanted mask. Without a mask, the networks of this server find the subject. */
export interface AnsweredMask {
  readonly sign: PictureSign
  readonly mask?: ProvidedMask
}

/** Thrown through the work of an operation, which begins again when the mask is there. So no thread waits for a provider. */
export class MaskWanted extends Error {
  override readonly name = 'MaskWanted'
  constructor(readonly wanted: WantedMask) {
    super('a mask is wanted')
  }
}

/** How alike two copies of one photo are at least, before and after its light and colours were changed. */
const ALIKE = 0.95

/**
 * Gives work the masks that were ordered, and wants those that were not. At most one is ordered for each photo: what else a run
 * makes of it, such as a part of it, is left to the networks of this server.
 *
 * @param answered in the order in which they were wanted
 * @param photos how many photos the work has. Those of several must be the very same, because photos of one table are alike
 */
export const providedMasks =
  (answered: readonly AnsweredMask[], photos: number): NonNullable<Networks['provided']> =>
  async (picture) => {
    const sign = await pictureSign(picture)
    const known = answered.find((one) => pictureLikeness(one.sign, sign) >= (photos === 1 ? ALIKE : 1))
    if (known) return known.mask
    if (answered.length >= photos) return undefined
    throw new MaskWanted({ sign, picture: await preparedPicture(picture, 'photo') })
  }
