import type { Margins } from '@platelight/drawing/reel/camera-path.ts'
import type { PlacedLayer } from '@platelight/drawing/reel/reel-frames.ts'
import type { Box } from '@platelight/imaging/raster/geometry.ts'
import { resizeTo } from '@platelight/imaging/raster/scaling/resize-to.ts'
import { EMPTY_COPY } from '@platelight/typesetting/asset-request.ts'
import { type Caption, layoutCaption } from '@platelight/typesetting/layout/layout-caption.ts'
import { paintPixels } from '@platelight/typesetting/paint/paint-pixels.ts'
import { assetFonts } from '../assets/asset-fonts.ts'
import { copyRefusal } from '../assets/copy-refusal.ts'
import type { Logo } from '../assets/open-logo.ts'
import type { Size } from '../picture-size.ts'
import type { ReelParams } from './reel-operation.ts'

/** The words of a reel at one side of its frames. */
export interface ReelCaption {
  readonly side: Caption['side']
  /** Where the words are, in shares of a frame. */
  readonly words: Box
  /** How much of a frame its veil takes, and how much of that shows nothing else. */
  readonly covered: Margins
  readonly hidden: Margins
  paint(): Promise<PlacedLayer>
}

/**
 * Sets the words and the logo of a reel, once for each side at which they fit.
 *
 * @returns none if the reel has neither
 * @throws ServiceError `glyph_missing`, `copy_does_not_fit`
 */
export function reelCaptions(
  { words, colors, manner }: Pick<ReelParams, 'words' | 'colors' | 'manner'>,
  size: Size,
  logo: Logo | undefined,
): ReelCaption[] {
  if (!words && !logo) return []
  const copy = { ...EMPTY_COPY, ...words }
  const wish = { ...(manner && { manner }), ...(logo && { logo: logo.placed }) }
  const laid = layoutCaption({ ...size, copy, colors, ...wish }, assetFonts())
  if (!laid.ok) throw copyRefusal(laid, 'no frame of this reel', 'Shorten it.')
  return laid.captions.map(({ side, page, box, solid, veiled }): ReelCaption => {
    const taken = {
      left: box.x / page.width,
      top: box.y / page.height,
      width: box.width / page.width,
      height: box.height / page.height,
    }
    const none = { left: 0, top: 0, right: 0, bottom: 0 }
    return {
      side,
      words: taken,
      covered: { ...none, [side]: veiled },
      hidden: { ...none, [side]: solid },
      async paint() {
        const pictures = { pictures: [], cutOuts: new Map(), ...(logo && { logo: logo.canvas }) }
        const painted = { ...paintPixels(page, Math.max(size.width, size.height), pictures), channels: 4 as const }
        // Only the part on which there is something is drawn over each frame.
        const part = partOf(
          page.shapes.map((shape) => shape.box),
          size.width / page.width,
          size,
        )
        return { ...(await resizeTo(painted, part, part)), left: part.left, top: part.top }
      },
    }
  })
}

/** The part of a frame that holds boxes, in whole pixels. */
function partOf(boxes: readonly Caption['box'][], scale: number, { width, height }: Size): Box {
  const left = Math.max(0, Math.floor(scale * Math.min(...boxes.map(({ x }) => x))))
  const top = Math.max(0, Math.floor(scale * Math.min(...boxes.map(({ y }) => y))))
  const right = Math.min(width, Math.ceil(scale * Math.max(...boxes.map((box) => box.x + box.width))))
  const bottom = Math.min(height, Math.ceil(scale * Math.max(...boxes.map((box) => box.y + box.height))))
  return { left, top, width: right - left, height: bottom - top }
}
