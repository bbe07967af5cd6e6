import { decode, type ImageInfo, type ImageLimits } from '../imaging/codec.ts'
import type { Networks } from '../imaging/networks.ts'
import type { Pixels } from '../imaging/pixels.ts'
import { findSubjectIn, type Subject, type SubjectCopy } from '../imaging/subject.ts'
import { findAway } from './find-away.ts'
import { type OpenPicture, openPicture } from './open-picture.ts'

/** What is done with a picture before anything is looked for in it. */
interface Preparation {
  readonly admit?: (source: ImageInfo) => void
  readonly prepared?: (pixels: Pixels) => Pixels
}

/**
 * Opens a picture and finds what it is of.
 *
 * @throws what {@link openPicture} throws
 * @example const { pixels, subject } = await openSubject(photo, { limits, networks })
 */
export async function openSubject(
  bytes: Uint8Array | undefined,
  { limits, networks }: { readonly limits: ImageLimits; readonly networks: Networks },
  preparation?: Preparation,
): Promise<OpenPicture & { readonly subject: Subject }> {
  const find = (copy: SubjectCopy) => findSubjectIn(copy, networks)
  const { picture, found } = await openFinding(bytes, limits, find, preparation)
  return { ...picture, subject: found }
}

/**
 * Opens a picture and finds something in it.
 *
 * @throws what {@link openPicture} and `find` throw
 */
export async function openFinding<Found>(
  bytes: Uint8Array | undefined,
  limits: ImageLimits,
  find: (copy: SubjectCopy) => Promise<Found>,
  { admit, prepared = (pixels) => pixels }: Preparation = {},
): Promise<{ readonly picture: OpenPicture; readonly found: Found }> {
  const opened = await openPicture(bytes, limits, admit)
  const picture = Object.assign(opened, { pixels: prepared(opened.pixels) })
  const again = async () => prepared(await decode(bytes as Uint8Array, limits))
  return { found: await findAway(picture, again, find), picture }
}
