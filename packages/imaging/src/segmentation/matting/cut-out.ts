import sharp from 'sharp'
import type { Pixels } from '../../raster/pixels.ts'
import type { Subject } from '../find-subject.ts'
import { type AlphaModel, fitAlphaModel } from './alpha-model.ts'
import { createAlphaRenderer } from './alpha-renderer.ts'
import { createDropShadow } from './drop-shadow.ts'

/** Rows that are made at a time. */
const BAND = 128

export interface CutOutOptions {
  /** Lay a soft shadow under the subject, black and partly transparent. */
  readonly shadow?: boolean
}

/**
 * Cuts the subject out of a picture: the mask drawn along the full-size edges, the colour of the old background taken
 * out of them. The inside keeps its pixels; what is fully transparent holds no colour.
 *
 * @param subject as `findSubject` found it in the same picture, or in one developed from it
 * @returns RGBA of the same size; the transparency that the picture had is kept
 * @example const cut = await cutOut(pixels, await findSubject(pixels, networks))
 */
export async function cutOut(pixels: Pixels, subject: Subject, options: CutOutOptions = {}): Promise<Pixels> {
  const { width, height } = pixels
  const data = new Uint8Array(4 * width * height)
  let at = 0
  for (const band of await cutOutBands(pixels, subject, options)) {
    data.set(band, at)
    at += band.length
  }
  return { data, width, height, channels: 4 }
}

/** The same as {@link cutOut} in bands of whole rows, top to bottom, so that a large result never lies in memory. */
export async function cutOutBands(
  pixels: Pixels,
  subject: Subject,
  { shadow = false }: CutOutOptions = {},
): Promise<Iterable<Uint8Array>> {
  const edges = await alphaModelOf(pixels, subject)
  const paint = createAlphaRenderer(pixels, edges, shadow ? await createDropShadow(pixels, subject) : undefined)
  return bands(pixels, paint)
}

function* bands({ width, height }: Pixels, paint: (y: number, rgba: Uint8Array, at: number) => void) {
  for (let top = 0; top < height; top += BAND) {
    const rows = Math.min(BAND, height - top)
    const band = new Uint8Array(4 * width * rows)
    for (let y = 0; y < rows; y++) paint(top + y, band, 4 * width * y)
    yield band
  }
}

/**
 * The mask of the subject at full size, its line drawn along the picture's own edges.
 *
 * @returns 0–255 for each pixel, row by row
 */
export async function matte(pixels: Pixels, subject: Subject): Promise<Uint8Array> {
  const paint = createAlphaRenderer(pixels, await alphaModelOf(pixels, subject), undefined)
  const row = new Uint8Array(4 * pixels.width)
  const alpha = new Uint8Array(pixels.width * pixels.height)
  for (let y = 0; y < pixels.height; y++) {
    paint(y, row, 0)
    for (let x = 0; x < pixels.width; x++) alpha[y * pixels.width + x] = row[4 * x + 3]
  }
  return alpha
}

async function alphaModelOf(pixels: Pixels, { alpha, width, height }: Subject): Promise<AlphaModel> {
  const small = await resizeRgb(pixels, width, height)
  return fitAlphaModel(small, alpha, pixels.width / width)
}

/** The picture as large as a mask; RGB, transparency left aside. */
async function resizeRgb({ data, width, height, channels }: Pixels, across: number, down: number): Promise<Pixels> {
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false }).removeAlpha()
  const small = await image.resize(across, down, { fit: 'fill', kernel: 'linear' }).raw().toBuffer()
  return { data: small, width: across, height: down, channels: 3 }
}
