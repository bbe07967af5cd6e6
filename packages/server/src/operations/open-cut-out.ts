import { clearAway } from '../imaging/clear-away.ts'
import type { ImageInfo, ImageLimits } from '../imaging/codec.ts'
import type { Networks } from '../imaging/networks.ts'
import { subjectCopy } from '../imaging/subject.ts'
import { type FoundCutOut, findCutOutIn } from './find-cut-out.ts'
import { type OpenPicture, openPicture } from './open-picture.ts'

/** A picture that takes as much memory as this does not lie beside a network at work. */
const LARGE_BYTES = 60_000_000

/**
 * Opens a picture to cut its subject out. A large one is let go while the network works, which takes hundreds of megabytes
 * itself, and opened once more: that takes a fraction of the time of the cut-out, and gives the same pixels. Not HEIC and AVIF, which
 * take long to open.
 *
 * @throws ServiceError `no_subject`, and what {@link openPicture} throws
 * @example const { pixels, subject, warnings } = await openCutOut(photo, { limits, networks })
 */
export async function openCutOut(
  bytes: Uint8Array | undefined,
  { limits, networks }: { readonly limits: ImageLimits; readonly networks: Networks },
  admit?: (source: ImageInfo) => void,
): Promise<OpenPicture & FoundCutOut> {
  let picture: OpenPicture | undefined = await openPicture(bytes, limits, admit)
  const copy = await subjectCopy(picture.pixels)
  const size = picture.pixels.data.length
  if (size >= LARGE_BYTES && picture.format !== 'heic' && picture.format !== 'avif') {
    picture = undefined
    clearAway(size)
  }
  const found = await findCutOutIn(copy, networks)
  return { ...(picture ?? (await openPicture(bytes, limits))), ...found }
}
