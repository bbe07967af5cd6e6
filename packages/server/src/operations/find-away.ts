import { clearAway } from '../imaging/clear-away.ts'
import type { AcceptedFormat } from '../imaging/formats.ts'
import type { Pixels } from '../imaging/pixels.ts'
import { type SubjectCopy, subjectCopy } from '../imaging/subject.ts'

/** A picture that takes as much memory as this does not lie beside a network at work. */
const LARGE_BYTES = 60_000_000

/** A picture that comes and goes: nobody else may hold its pixels. */
export interface HeldPicture {
  pixels: Pixels
  readonly format: AcceptedFormat
}

/**
 * Finds something on the small copy of a picture. A large one is let go while the network works, which takes hundreds of
 * megabytes itself, and opened once more: that takes a fraction of the time of finding, and gives the same pixels. Not HEIC and
 * AVIF, which take long to open.
 *
 * @param again opens the picture as it was opened first
 * @example const subject = await findAway(picture, () => decode(photo), (copy) => findSubjectIn(copy, networks))
 */
export async function findAway<Found>(
  picture: HeldPicture,
  again: () => Promise<Pixels>,
  find: (copy: SubjectCopy) => Promise<Found>,
): Promise<Found> {
  const copy = await subjectCopy(picture.pixels)
  const size = picture.pixels.data.length
  if (size < LARGE_BYTES || picture.format === 'heic' || picture.format === 'avif') return find(copy)
  picture.pixels = NOTHING
  clearAway(size)
  const found = await find(copy)
  picture.pixels = await again()
  return found
}

const NOTHING: Pixels = { data: new Uint8Array(0), width: 0, height: 0, channels: 3 }
