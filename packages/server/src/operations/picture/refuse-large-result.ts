import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { SourceImage } from '../picture-size.ts'

/**
 * What a result may measure: a side in pixels, and all of it in megapixels. JPEG and PNG are written row by row; the
 * other encoders hold the whole picture several times over, with transparency more often still, and memory ends first.
 */
const LARGEST = {
  jpeg: { side: 16_384, megapixels: 100, withAlpha: 100 },
  png: { side: 16_384, megapixels: 100, withAlpha: 100 },
  webp: { side: 16_383, megapixels: 60, withAlpha: 18 },
  avif: { side: 16_384, megapixels: 15, withAlpha: 10 },
} as const satisfies Record<OutputFormat, { side: number; megapixels: number; withAlpha: number }>

const grouped = (count: number) => count.toLocaleString('en')

/**
 * Refuses a result that could not be written within the memory of a server.
 *
 * @param result what it would measure
 * @param about how the sentence begins, and what else than another format or a smaller photo would help
 * @throws ServiceError `result_too_large`
 */
export function refuseLargeResult(
  result: SourceImage,
  format: OutputFormat = 'jpeg',
  about: { readonly begins: string; readonly waysOut: readonly string[] },
): void {
  const { width, height, hasAlpha } = result
  const { side, ...all } = LARGEST[format]
  const megapixels = hasAlpha ? all.withAlpha : all.megapixels
  const broken =
    Math.max(width, height) > side
      ? `a side may have at most ${grouped(side)}`
      : width * height > megapixels * 1e6
        ? `at most ${megapixels} megapixels are made`
        : undefined
  if (broken === undefined) return
  const unbounded = format === 'jpeg' || format === 'png'
  const as = unbounded ? '' : ` as ${format}${megapixels < all.megapixels ? ' with transparency' : ''}`
  const waysOut = [
    ...about.waysOut,
    ...(unbounded ? [] : [`ask for ${hasAlpha ? 'png' : 'jpeg'}`]),
    'send a smaller photo',
  ]
  throw new ServiceError(
    'result_too_large',
    `${about.begins} would measure ${grouped(width)} x ${grouped(height)} pixels; ${broken}${as}. To go on, ${waysOut.join(' or ')}.`,
  )
}
