import type { Canvas } from '@napi-rs/canvas'
import { maskBox } from '@platelight/imaging/raster/masks/mask-box.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { cropOntoCanvas } from '@platelight/imaging/raster/transparent-canvas.ts'
import type { AssetLogo } from '@platelight/typesetting/asset-request.ts'
import type { WorkContext } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { canvasOf, LONGEST_PICTURE, noLargerThan } from './open-dish.ts'

/** A logo, ready to be placed. */
export interface Logo {
  readonly canvas: Canvas
  readonly placed: AssetLogo
}

/** From this alpha on, a pixel is seen. */
const SEEN = 16

/** Opens a logo and takes away the empty margins of one without a ground, so that it stands in line with the words. */
export async function openLogo(file: Uint8Array | undefined, context: WorkContext): Promise<Logo> {
  const { pixels: full } = await openPicture(file, context)
  const { pixels, color } = withoutMargins(await noLargerThan(full, LONGEST_PICTURE / 2))
  const { width, height } = pixels
  return { canvas: canvasOf(pixels), placed: { width, height, ...(color && { color }) } }
}

function withoutMargins(pixels: Pixels): { pixels: Pixels; color?: string } {
  if (pixels.channels !== 4) return { pixels }
  const alpha = Uint8Array.from({ length: pixels.width * pixels.height }, (_, at) => pixels.data[4 * at + 3] ?? 0)
  const box = maskBox(alpha, pixels, SEEN)
  if (!box || alpha.every((value) => value >= SEEN)) return { pixels }
  return { pixels: cropOntoCanvas(pixels, box), color: meanColor(pixels.data, alpha) }
}

/** Of what is seen, as `#rrggbb`. */
function meanColor(data: Uint8Array, alpha: Uint8Array): string {
  const total = alpha.reduce((sum, value) => sum + value, 0)
  const channelOf = (channel: number) =>
    Math.round(alpha.reduce((sum, value, at) => sum + value * (data[4 * at + channel] ?? 0), 0) / total)
  return `#${[0, 1, 2].map((channel) => channelOf(channel).toString(16).padStart(2, '0')).join('')}`
}
