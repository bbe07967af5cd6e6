import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { SourceImage } from '../picture-size.ts'

/**
 * The largest results: a side in pixels, and the whole picture in megapixels. JPEG and PNG are written row by row. The other
 * encoders hold the whole picture in memory several times, with transparency even more often.
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
 * @param result its size
 * @param about the start of the sentence, and remedies other than another format or a smaller photo
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
        ? `the limit is ${megapixels} megapixels`
        : undefined
  if (broken === undefined) return
  const unbounded = format === 'jpeg' || format === 'png'
  const as = unbounded ? '' : ` as ${format}${megapixels < all.megapixels ? ' with transparency' : ''}`
  const waysOut = [
    ...about.waysOut,
    ...(unbounded ? [] : [`request ${hasAlpha ? 'png' : 'jpeg'}`]),
    'send a smaller photo',
  ]
  throw new ServiceError(
    'result_too_large',
    `${about.begins} would measure ${grouped(width)} x ${grouped(height)} pixels; ${broken}${as}. To go on, ${waysOut.join(' or ')}.`,
  )
}
