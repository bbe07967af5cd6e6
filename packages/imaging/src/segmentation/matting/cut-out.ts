import sharp from 'sharp'
import type { Pixels } from '../../raster/pixels.ts'
import { joinBands } from '../../raster/scaling/join-bands.ts'
import type { Subject } from '../find-subject.ts'
import type { AlphaModel } from './alpha-model.ts'
import { createAlphaRenderer, type RowRenderer } from './alpha-renderer.ts'
import { createDropShadow } from './drop-shadow.ts'
import { fitAlphaModel } from './fit-alpha-model.ts'

/** Rows that are rendered at a time. */
const BAND = 128

export interface CutOutOptions {
  /** Lays a soft shadow under the subject, black and partly transparent. */
  readonly shadow?: boolean
}

/**
 * Cuts the subject out of a picture. The outline of the mask is drawn along the full-size edges, and the colour of the
 * old background is removed from them. Pixels inside the outline are kept. Fully transparent pixels are black.
 *
 * @param subject as `findSubject` found it in the same picture, or in the picture that this one was developed from
 * @returns RGBA of the same size; transparency that the picture had is kept
 * @example const cut = await cutOut(pixels, await findSubject(pixels, networks))
 */
export async function cutOut(pixels: Pixels, subject: Subject, options: CutOutOptions = {}): Promise<Pixels> {
  const { width, height } = pixels
  return joinBands({ width, height, channels: 4 }, await cutOutBands(pixels, subject, options))
}

/**
 * The same as {@link cutOut} in bands of whole rows, top to bottom, so that a large result is never in memory as a
 * whole.
 */
export async function cutOutBands(
  pixels: Pixels,
  subject: Subject,
  { shadow = false }: CutOutOptions = {},
): Promise<Iterable<Uint8Array>> {
  const model = await alphaModelOf(pixels, subject)
  const dropShadow = shadow ? await createDropShadow(pixels, subject) : undefined
  return renderBands(pixels, createAlphaRenderer(pixels, model, dropShadow))
}

function* renderBands({ width, height }: Pixels, renderRow: RowRenderer) {
  for (let top = 0; top < height; top += BAND) {
    const rows = Math.min(BAND, height - top)
    const band = new Uint8Array(4 * width * rows)
    for (let y = 0; y < rows; y++) renderRow(top + y, band, 4 * width * y)
    yield band
  }
}

async function alphaModelOf(pixels: Pixels, { alpha, width, height }: Subject): Promise<AlphaModel> {
  return fitAlphaModel(await resizeRgb(pixels, width, height), alpha, pixels.width / width)
}

/** The picture in the size of the mask, RGB; alpha is dropped. */
async function resizeRgb({ data, width, height, channels }: Pixels, across: number, down: number): Promise<Pixels> {
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false }).removeAlpha()
  const small = await image.resize(across, down, { fit: 'fill', kernel: 'linear' }).raw().toBuffer()
  return { data: small, width: across, height: down, channels: 3 }
}
