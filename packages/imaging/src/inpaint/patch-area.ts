import sharp from 'sharp'
import { type Box, growBox, type Size } from '../raster/geometry.ts'
import { maskBox } from '../raster/masks/mask-box.ts'
import type { Pixels } from '../raster/pixels.ts'

/** How far a region reaches around its area: shares of the area's and of the picture's long side. */
const AROUND_AREA = 0.5
const AROUND_PICTURE = 0.06
/** How gradually a patch begins inside its area, as a share of the area's short side and in pixels. */
const FADE = 0.06
const MOST_FADE = 40

/**
 * The part of a picture that somebody has to see to draw something into an area of it.
 *
 * @param area above 0 where something is drawn
 * @returns undefined if the area is empty
 */
export function regionAround(area: Uint8Array, picture: Size): Box | undefined {
  const box = maskBox(area, picture, 1)
  if (!box) return undefined
  const by = Math.round(
    Math.max(AROUND_AREA * Math.max(box.width, box.height), AROUND_PICTURE * Math.max(picture.width, picture.height)),
  )
  return growBox(box, by, by, picture)
}

/**
 * Puts another picture in the place of an area, in place. It begins gradually inside the area, so that its border does not show.
 * Outside of the area every pixel keeps its bytes, and inside its transparency.
 *
 * @param region the part of the picture that the patch shows, which contains the area
 * @param patch of the size of the region
 */
export async function patchArea(pixels: Pixels, area: Uint8Array, region: Box, patch: Pixels): Promise<void> {
  if (patch.width !== region.width || patch.height !== region.height) {
    throw new Error('a patch must have the size of its region')
  }
  const { data, width, channels } = pixels
  const weights = await fadedPart(area, width, region)
  for (let y = 0, from = 0; y < region.height; y++) {
    let to = ((region.top + y) * width + region.left) * channels
    for (let x = 0; x < region.width; x++, from++, to += channels) {
      const weight = weights[from]
      if (weight === 0) continue
      for (let channel = 0; channel < 3; channel++) {
        const own = data[to + channel]
        data[to + channel] = own + Math.round(((patch.data[from * patch.channels + channel] - own) * weight) / 255)
      }
    }
  }
}

/** The part of an area in a region, which begins with 0 at its edge and is nothing outside. */
async function fadedPart(area: Uint8Array, width: number, region: Box): Promise<Uint8Array> {
  const part = new Uint8Array(region.width * region.height)
  for (let y = 0; y < region.height; y++) {
    const start = (region.top + y) * width + region.left
    part.set(area.subarray(start, start + region.width), y * region.width)
  }
  const box = maskBox(part, region, 1)
  const short = box ? Math.min(box.width, box.height) : 0
  const deviation = Math.min(MOST_FADE, FADE * short) / 2
  if (deviation < 0.5) return part
  const raw = { width: region.width, height: region.height, channels: 1 } as const
  const blurred = await sharp(part, { raw }).blur(deviation).extractChannel(0).raw().toBuffer()
  return part.map((value, i) => (value === 0 ? 0 : Math.max(0, 2 * blurred[i] - 255)))
}
