import sharp from 'sharp'
import type { Box, Size } from '../../raster/geometry.ts'
import { maskPlane } from '../../raster/masks/resize-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { makeAnalysisCopy } from '../../raster/scaling/analysis-copy.ts'
import type { Subject } from '../../segmentation/find-subject.ts'
import { measureTilt } from './measure-tilt.ts'

/** Share of the dish in the photo that straightening may cut off. */
const MOST_CUT = 0.003

/** A photo turned level and cropped to its own shape. */
export interface Straightened {
  readonly pixels: Pixels
  /** The mask of its dish, turned and cropped likewise. */
  readonly mask: SoftMask
}

/**
 * Turns a photo so that what falls to the right by some degrees becomes level, and crops away the empty corners in the
 * photo's own shape.
 *
 * @returns undefined if the crop would cut the dish
 */
export async function straighten(pixels: Pixels, mask: SoftMask, degrees: number): Promise<Straightened | undefined> {
  const { alpha, width, height } = mask
  const turned = await turnAndCrop({ data: alpha, width, height, channels: 1 }, degrees)
  const pixelsOfDish = (codes: Uint8Array) => codes.reduce((sum, code) => sum + code, 0)
  if (pixelsOfDish(turned.data) < (1 - MOST_CUT) * pixelsOfDish(alpha)) return undefined
  const { data, ...size } = await turnAndCrop(pixels, degrees)
  return {
    pixels: { data, ...size, channels: pixels.channels },
    mask: { alpha: turned.data, width: turned.width, height: turned.height },
  }
}

/** A photo that was measured, and turned level if that is safe. */
export interface Levelled {
  readonly pixels: Pixels
  readonly subject: Subject
  /** Degrees by which the photo fell to the right; undefined if it is level, or not certain. */
  readonly tilt: number | undefined
  readonly straightened: boolean
}

/**
 * Turns a photo level if its tilt is certain and the dish stays whole. Objects of its subject are dropped then, because
 * their boxes no longer fit.
 */
export async function levelPhoto(pixels: Pixels, subject: Subject): Promise<Levelled> {
  const copy = await makeAnalysisCopy(pixels)
  const tilt = measureTilt(copy, await maskPlane(subject, copy))
  const turned = tilt === undefined ? undefined : await straighten(pixels, subject, tilt)
  if (!turned) return { pixels, subject, tilt, straightened: false }
  return {
    pixels: turned.pixels,
    subject: { ...subject, ...turned.mask, objects: [] },
    tilt,
    straightened: true,
  }
}

/** The largest size in the shape of a picture that has no empty corner after a turn around its middle. */
export const sizeInside = ({ width, height }: Size, degrees: number): Size => {
  const angle = (Math.abs(degrees) * Math.PI) / 180
  const scale = 1 / (Math.cos(angle) + Math.max(width / height, height / width) * Math.sin(angle))
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

/**
 * Turns raw pixels by what falls to the right, and crops away the empty corners in their own shape.
 */
export async function turnAndCrop(
  { data, width, height, channels }: Size & { readonly data: Uint8Array; readonly channels: 1 | 3 | 4 },
  degrees: number,
): Promise<Size & { readonly data: Uint8Array }> {
  const size = sizeInside({ width, height }, degrees)
  const turned = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .rotate(-degrees, { background: channels === 1 ? '#000' : '#0000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const box: Box = {
    left: Math.floor((turned.info.width - size.width) / 2),
    top: Math.floor((turned.info.height - size.height) / 2),
    ...size,
  }
  return { ...size, data: cropChannels(turned.data, turned.info, box, channels) }
}

/** Crops raw pixels and drops the channels that turning added. */
function cropChannels(
  data: Uint8Array,
  { width, channels }: { readonly width: number; readonly channels: number },
  box: Box,
  kept: number,
): Uint8Array {
  const out = new Uint8Array(box.width * box.height * kept)
  for (let y = 0, to = 0; y < box.height; y++) {
    let from = ((box.top + y) * width + box.left) * channels
    for (let x = 0; x < box.width; x++, from += channels) {
      for (let c = 0; c < kept; c++) out[to++] = data[from + c]
    }
  }
  return out
}
