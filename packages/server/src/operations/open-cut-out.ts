import type { ImageInfo, ImageLimits } from '../imaging/codec.ts'
import type { Networks } from '../imaging/networks.ts'
import { type FoundCutOut, findCutOutIn } from './find-cut-out.ts'
import type { OpenPicture } from './open-picture.ts'
import { openFinding } from './open-subject.ts'

/**
 * Opens a picture to cut its subject out.
 *
 * @throws ServiceError `no_subject`, and what opening a picture throws
 * @example const { pixels, subject, warnings } = await openCutOut(photo, { limits, networks })
 */
export async function openCutOut(
  bytes: Uint8Array | undefined,
  { limits, networks }: { readonly limits: ImageLimits; readonly networks: Networks },
  admit?: (source: ImageInfo) => void,
): Promise<OpenPicture & FoundCutOut> {
  const preparation = admit && { admit }
  const { picture, found } = await openFinding(bytes, limits, (copy) => findCutOutIn(copy, networks), preparation)
  return { ...picture, ...found }
}
