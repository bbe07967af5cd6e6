import { decode, type ImageLimits, inspect } from '../imaging/codec.ts'
import { findDish, scaled } from '../imaging/dish.ts'
import { encode } from '../imaging/encode.ts'
import { develop, plan } from '../imaging/enhance.ts'
import { type AcceptedFormat, extensionOf, mimeOf, type OutputFormat } from '../imaging/formats.ts'
import type { Warning } from '../imaging/pixels.ts'
import { findPreset } from '../imaging/presets.ts'
import type { Recipe } from '../imaging/recipe.ts'
import { enlargementOf, frame, type ImageShot, upscaledSize } from '../imaging/shots.ts'

export interface EnhanceParams {
  /** One of the catalogue; the document refuses others before they come here. */
  readonly preset: string
  readonly formats: readonly ImageShot[]
  /** Bring the long side of each output to 3840 pixels. */
  readonly upscale: boolean
  /** JPEG by default, PNG where there is transparency. */
  readonly format?: OutputFormat
}

export interface EnhanceOutput {
  readonly name: ImageShot
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly mime: string
  readonly extension: string
}

export interface EnhanceWorkResult {
  readonly source: { readonly width: number; readonly height: number; readonly format: AcceptedFormat }
  readonly outputs: readonly EnhanceOutput[]
  readonly engine: 'local'
  readonly warnings: readonly Warning[]
  readonly recipe: Recipe
}

/**
 * The whole of the enhance operation on one file: decode once, measure small, one pass over the pixels, then crop,
 * resize and encode each shot asked for. Pure: the same bytes and parameters give the same bytes.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`
 * @example const { outputs } = await enhanceWork(bytes, { preset: 'balanced', formats: ['square'], upscale: false }, limits)
 */
export const enhanceWork = async (
  bytes: Uint8Array,
  params: EnhanceParams,
  limits: ImageLimits,
): Promise<EnhanceWorkResult> => {
  const { format, credits } = await inspect(bytes, limits)
  const preset = findPreset(params.preset)
  if (!preset) throw new Error(`there is no preset ${params.preset}`)
  const pixels = await decode(bytes, limits)
  const { recipe, proxy } = await plan(pixels, preset, params.upscale ? enlargementOf(pixels) : 1)
  const dish = scaled(findDish(proxy), proxy, pixels)
  develop(pixels, proxy, recipe)

  const warnings: Warning[] = []
  const outputs: EnhanceOutput[] = []
  for (const name of params.formats) {
    const { crop, dishInside } = frame(pixels.width, pixels.height, dish, name)
    if (!dishInside) {
      warnings.push({
        code: 'dish_may_be_cut',
        message: `The ${name} crop may cut into the dish: the photo leaves it too little room.`,
      })
    }
    const size = params.upscale ? upscaledSize(crop, name) : { width: crop.width, height: crop.height }
    if (size.width > 2 * crop.width) {
      warnings.push({
        code: 'upscaled_more_than_2x',
        message: `The ${name} output is more than twice the size of what the photo has to show (${crop.width}x${crop.height}).`,
      })
    }
    const written = params.format ?? (pixels.channels === 4 ? 'png' : 'jpeg')
    const file = await encode(pixels, { format: written, crop, size, credits, source: 'algorithmicallyEnhanced' })
    outputs.push({ name, bytes: file, ...size, mime: mimeOf(written), extension: extensionOf(written) })
  }
  const source = { width: pixels.width, height: pixels.height, format }
  return { source, outputs, engine: 'local', warnings, recipe }
}
