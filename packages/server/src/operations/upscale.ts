import { ServiceError } from '../errors.ts'
import type { OutputFormat } from '../imaging/formats.ts'
import { defineOperation, type Measured } from './define.ts'
import { CREDITS } from './prices.ts'

/** What every door that enlarges a photo translates its request into. */
export interface UpscaleParams {
  readonly image_url: string
  /** How many times larger. */
  readonly scale: keyof typeof CREDITS.upscale
  /** JPEG by default, PNG where there is transparency. */
  readonly format?: OutputFormat
}

/**
 * What a result may measure: a side in pixels, and all of it in megapixels. JPEG and PNG are written row by row; the
 * other encoders hold the whole picture several times over, with transparency more often still, and memory ends first.
 */
const LARGEST = {
  jpeg: { side: 16_384, megapixels: 100, withAlpha: 100 },
  png: { side: 16_384, megapixels: 100, withAlpha: 100 },
  webp: { side: 16_383, megapixels: 60, withAlpha: 18 },
  avif: { side: 16_384, megapixels: 14, withAlpha: 10 },
} as const satisfies Record<OutputFormat, { side: number; megapixels: number; withAlpha: number }>

const grouped = (count: number) => count.toLocaleString('en')

export const upscale = defineOperation<UpscaleParams>({
  name: 'upscale',
  capability: 'upscale',
  engine: 'lanczos',
  photoEvents: false,
  deadlineSeconds: 300,
  credits: ({ scale }) => CREDITS.upscale[scale],
  sources: ({ image_url }) => [image_url],
  admit: ({ scale, format }, [source]) => {
    if (source) refuseTooLarge(source, scale, format)
  },
})

function refuseTooLarge({ width, height, hasAlpha }: Measured, scale: number, format: OutputFormat = 'jpeg'): void {
  const { side, ...all } = LARGEST[format]
  const megapixels = hasAlpha ? all.withAlpha : all.megapixels
  const broken =
    Math.max(width, height) * scale > side
      ? `a side may have at most ${grouped(side)}`
      : width * height * scale ** 2 > megapixels * 1e6
        ? `at most ${megapixels} megapixels are made`
        : undefined
  if (broken === undefined) return
  const unbounded = format === 'jpeg' || format === 'png'
  const size = `${grouped(width * scale)} x ${grouped(height * scale)} pixels`
  const as = unbounded ? '' : ` as ${format}${megapixels < all.megapixels ? ' with transparency' : ''}`
  const wayOut = [
    ...(scale > 2 ? ['ask for scale 2'] : []),
    ...(unbounded ? [] : [`ask for ${hasAlpha ? 'png' : 'jpeg'}`]),
    'send a smaller photo',
  ]
  throw new ServiceError(
    'result_too_large',
    `At ${scale}x this photo would measure ${size}; ${broken}${as}. To go on, ${wayOut.join(' or ')}.`,
  )
}
