import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { WorkContext } from '../define-work.ts'
import { type InventedPart, sizeInShape } from '../synthesis/invention.ts'
import { openMadePicture } from '../synthesis/made-picture.ts'
import { longSideOf } from '../tables/resolutions.ts'
import { createPictureState } from './picture-state.ts'
import { maskOf, throughLayer } from './through-layer.ts'

/** A photo with what a provider made of it. */
interface InventedPixels {
  readonly pixels: Pixels
  /** The provider, and what found the part that it changed; undefined where no provider had a share. */
  readonly engine?: string
  readonly warnings: readonly Warning[]
}

/**
 * Puts what a provider made in the place of a photo, or of the part of it that may change. Outside of that part every pixel
 * keeps its bytes.
 *
 * @param picture what the provider delivered
 * @returns a picture of the size that the caller asked for, which is that of the photo if none was
 * @throws ServiceError `subject_not_found`, `area_empty`, and errors of opening a picture
 */
export async function inventedPixels(
  photo: Pixels,
  picture: Uint8Array | undefined,
  { invention, made }: InventedPart,
  hint: SubjectHint | undefined,
  { report: _, ...context }: WorkContext,
): Promise<InventedPixels> {
  if (!invention || !made) return { pixels: photo, warnings: [] }
  const isWhole = invention.within === undefined && !invention.except?.length
  const size = isWhole && invention.isSized ? sizeInShape(photo, longSideOf(invention.resolution)) : photo
  const { pixels, warnings } = await openMadePicture(picture, size, context.limits)
  if (isWhole) {
    const lost = photo.channels === 4 && pixels.channels === 3 ? [TRANSPARENCY_LOST] : []
    return { pixels, engine: made.engine, warnings: [...made.warnings, ...warnings, ...lost] }
  }
  const state = createPictureState(photo, hint, context)
  const mask = await maskOf(state, invention, 'none')
  await throughLayer(state, mask, async (own) => withColours(own, pixels))
  return {
    pixels: state.pixels,
    engine: [made.engine, ...state.engines].join(', '),
    warnings: [...made.warnings, ...warnings, ...state.warnings],
  }
}

/** A picture with the colours of another one of its size, and with its own transparency. */
function withColours(own: Pixels, { data, channels }: Pixels): Pixels {
  const to = own.data
  for (let i = 0, from = 0; i < to.length; i += own.channels, from += channels) {
    to[i] = data[from] ?? 0
    to[i + 1] = data[from + 1] ?? 0
    to[i + 2] = data[from + 2] ?? 0
  }
  return own
}

const TRANSPARENCY_LOST: Warning = {
  code: 'transparency_lost',
  message: 'The model makes pictures without transparency, so the result has a background.',
}
