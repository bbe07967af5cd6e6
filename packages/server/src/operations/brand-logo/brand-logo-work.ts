import { encodeImage } from '@platelight/imaging/codec/encode/encode-image.ts'
import { logoColours } from '@platelight/imaging/colour/logo-colours.ts'
import { resizeTo } from '@platelight/imaging/raster/scaling/resize-to.ts'
import type { Work } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { SOURCE_TYPE } from '../picture/write-picture.ts'

export interface BrandLogoDetails {
  /** As `#rrggbb`, the main colour first. */
  readonly colors: readonly string[]
}

/** Enough for a poster of A3 on which the logo takes half of the width, at 300 dpi. */
const LONGEST_SIDE = 2048

/**
 * A logo as a PNG without anything but its pixels, and its colours. Not an operation: it has no run and is free.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`
 */
export const brandLogoWork: Work<null, BrandLogoDetails> = async ([file], _, context) => {
  const { pixels, credits } = await openPicture(file, context)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(pixels.width, pixels.height))
  const [width, height] = [pixels.width, pixels.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const logo = scale < 1 ? await resizeTo(pixels, { width, height }) : pixels
  const bytes = await encodeImage(logo, { format: 'png', credits, source: SOURCE_TYPE.faithful })
  return {
    outputs: [{ name: 'logo', bytes, width, height, mime: 'image/png', extension: 'png' }],
    engine: 'local',
    faithfulness: 'faithful',
    warnings: [],
    recipe: null,
    details: { colors: logoColours(logo) },
  }
}
