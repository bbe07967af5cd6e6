import sharp from 'sharp'
import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { joinBands } from '../raster/scaling/join-bands.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { type AlphaModel, Term, Trimap } from './alpha-model.ts'
import { createDropShadow, type DropShadow } from './drop-shadow.ts'
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

/** Alpha (of 255) below which a pixel is left empty, and above which it is made opaque. */
const EMPTY_BELOW = 3
const OPAQUE_ABOVE = 253

/** How far beside the line between both colours a colour still counts as their mixture, as a share of its length. */
const BESIDE = [0.4, 1] as const
/**
 * How far beyond the background's colour a pixel still counts as a mixture, where the background is the lighter side.
 */
const BEYOND = [1.15, 1.5] as const
/** Squared distance of both colours from which the spill is removed in full. */
const CLEAR_CONTRAST = 900

/** Writes row `y` of a cut-out into `rgba`, from `at` on. */
type RowRenderer = (y: number, rgba: Uint8Array, at: number) => void

/**
 * Renders rows of a cut-out from the picture and its alpha model. Only pixels at an edge take computing.
 *
 * @param shadow laid under the subject, if given
 */
function createAlphaRenderer(pixels: Pixels, model: AlphaModel, shadow: DropShadow | undefined): RowRenderer {
  const { data, width, height, channels } = pixels
  const sampleTerms = createTermSampler(model)
  const stepX = model.width / width
  const stepY = model.height / height
  return (y, rgba, at) => {
    const row = Math.min(model.height - 1, Math.floor((y + 0.5) * stepY)) * model.width
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * channels
      const to = at + 4 * x
      const zone = model.trimap[row + Math.min(model.width - 1, Math.floor((x + 0.5) * stepX))]
      let alpha = 0
      if (zone === Trimap.foreground) {
        alpha = 255
        for (let c = 0; c < 3; c++) rgba[to + c] = data[from + c]
      } else if (zone === Trimap.unknown) {
        const terms = sampleTerms((x + 0.5) * stepX - 0.5, (y + 0.5) * stepY - 0.5)
        alpha = alphaOf(terms, data, from)
        removeSpill(terms, data, from, rgba, to)
      }
      if (channels === 4) alpha = Math.round((alpha * data[from + 3]) / 255)
      rgba[to + 3] = alpha
      if (alpha === 0) rgba[to] = rgba[to + 1] = rgba[to + 2] = 0
      if (shadow && alpha < 255) layOverShadow(rgba, to, alpha, shadow.at((x + 0.5) / width, (y + 0.5) / height))
    }
  }
}

/** Reads the terms of a model between its pixels (bilinear). The result is overwritten by the next call. */
function createTermSampler({ terms, width, height }: AlphaModel): (u: number, v: number) => Float32Array {
  const values = new Float32Array(Term.count)
  return (u, v) => {
    const [left, upper] = [Math.max(0, Math.floor(u)), Math.max(0, Math.floor(v))]
    const [right, lower] = [Math.min(width - 1, left + 1), Math.min(height - 1, upper + 1)]
    const [across, down] = [Math.max(0, u - left), Math.max(0, v - upper)]
    const a = (upper * width + left) * Term.count
    const b = (upper * width + right) * Term.count
    const c = (lower * width + left) * Term.count
    const d = (lower * width + right) * Term.count
    const wa = (1 - across) * (1 - down)
    const wb = across * (1 - down)
    const wc = (1 - across) * down
    const wd = across * down
    for (let k = 0; k < Term.count; k++) {
      values[k] = wa * terms[a + k] + wb * terms[b + k] + wc * terms[c + k] + wd * terms[d + k]
    }
    return values
  }
}

function alphaOf(terms: Float32Array, data: Uint8Array, from: number): number {
  const sum = terms[Term.red] * data[from] + terms[Term.green] * data[from + 1] + terms[Term.blue] * data[from + 2]
  const alpha = Math.round(255 * clamp(sum / 255 + terms[Term.offset], 0, 1))
  return alpha < EMPTY_BELOW ? 0 : alpha > OPAQUE_ABOVE ? 255 : alpha
}

/**
 * Writes the colour of an edge pixel without the background's part in it (colour decontamination). What points from the
 * subject's colour towards the background's is taken away, so that neither a light nor a dark fringe is left.
 */
function removeSpill(terms: Float32Array, data: Uint8Array, from: number, rgba: Uint8Array, to: number): void {
  const [r, g, b] = [data[from], data[from + 1], data[from + 2]]
  const [s0, s1, s2] = [terms[Term.foreground], terms[Term.foreground + 1], terms[Term.foreground + 2]]
  const background = terms[Term.background]
  const [d0, d1, d2] = [background - s0, terms[Term.background + 1] - s1, terms[Term.background + 2] - s2]
  const length = d0 * d0 + d1 * d1 + d2 * d2
  // No spill is removed where one of the colours is unknown, and little where both are much alike.
  const known = s0 < 0 || background < 0 ? 0 : terms[Term.mixture] * Math.min(1, length / CLEAR_CONTRAST)
  const share = length > 0 ? ((r - s0) * d0 + (g - s1) * d1 + (b - s2) * d2) / length : 0
  const square = (r - s0) ** 2 + (g - s1) ** 2 + (b - s2) ** 2
  const beside = length > 0 ? Math.sqrt(Math.max(0, square / length - share * share)) : 1
  const isBackgroundLighter = d0 + d1 + d2 > 0
  const spill =
    known *
    Math.min(1, Math.max(0, share)) *
    (1 - smoothstep(...BESIDE, beside)) *
    (isBackgroundLighter ? 1 - smoothstep(...BEYOND, share) : 1)
  rgba[to] = Math.min(255, Math.max(0, r - spill * d0 + 0.5))
  rgba[to + 1] = Math.min(255, Math.max(0, g - spill * d1 + 0.5))
  rgba[to + 2] = Math.min(255, Math.max(0, b - spill * d2 + 0.5))
}

/** Composites a pixel over black of the given opacity. */
function layOverShadow(rgba: Uint8Array, to: number, alpha: number, opacity: number): void {
  const below = opacity * (255 - alpha)
  const whole = alpha + below
  if (whole < 1) return
  for (let c = 0; c < 3; c++) rgba[to + c] = (rgba[to + c] * alpha) / whole + 0.5
  rgba[to + 3] = Math.round(whole)
}
