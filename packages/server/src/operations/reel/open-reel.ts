import type { Point } from '@platelight/drawing/reel/camera-path.ts'
import { reelFrames } from '@platelight/drawing/reel/reel-frames.ts'
import type { PhotoStage } from '@platelight/imaging/framing/reel/reel-stage.ts'
import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { openLogo } from '../assets/open-logo.ts'
import type { WorkContext } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { withoutBars } from '../picture/without-bars.ts'
import { chooseStage } from './choose-stage.ts'
import { reelCaptions } from './reel-captions.ts'
import { REEL_SIZES, type ReelParams } from './reel-operation.ts'

/**
 * Opens a photo, finds its dish, and chooses the stage, the way of the camera and the place of the words.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `glyph_missing`, `copy_does_not_fit`
 */
export async function openReel(
  [photo, logoFile]: readonly Uint8Array[],
  params: ReelParams,
  { report: _, ...context }: WorkContext,
) {
  const size = REEL_SIZES[params.aspect]
  const logo = params.logo_url === undefined ? undefined : await openLogo(logoFile, context)
  const captions = reelCaptions(params, size, logo)
  const { pixels: decoded, credits } = await openPicture(photo, context)
  const { pixels, warnings: bars } = await withoutBars(flattenAlpha(decoded))
  const subject = await findSubject(pixels, context.networks)
  const { stage, path, caption, warnings } = chooseStage(pixels, subject, params, captions)
  const { background, front } = await stage.render()
  const overlay = await caption?.paint()
  const dish = front && { ...front, middle: middleOf(stage) }
  const layers = { background, ...(dish && { dish }), ...(overlay && { overlay }) }
  return {
    size,
    stage,
    path,
    side: caption?.side,
    overlay,
    subject,
    credits,
    /** Whether the dish moves by itself. */
    hasFront: front !== undefined,
    warnings: [...bars, ...warnings],
    draw: reelFrames(layers, size),
  }
}

/** The point around which the dish grows, as the camera does. */
const middleOf = ({ kept, focus }: PhotoStage): Point =>
  kept ? { x: kept.left + kept.width / 2, y: kept.top + kept.height / 2 } : focus
