import type { generateImage, ImageModel } from 'ai'
import type { EngineAccount } from '../../base/config/synthesis-settings.ts'
import type { ImageProvider } from '../../base/engine-capability.ts'
import type { Size } from '../../operations/picture-size.ts'
import type { PictureRequest } from '../../operations/synthesis/provider-brief.ts'
import type { ChosenModel } from '../../operations/tables/provider-models.ts'

type Fetch = typeof globalThis.fetch
type GenerateOptions = Parameters<typeof generateImage>[0]

/** The library prints warnings of providers otherwise. What matters of them is in the warnings of the reply. */
globalThis.AI_SDK_LOG_WARNINGS = false

/**
 * The library's model of a provider. Address, key and `fetch` are always given, so that it reads no environment and opens no
 * connection of its own. A provider's package is loaded when it is first needed.
 */
export async function openModel(
  { name, url: baseURL, key = '' }: EngineAccount<ImageProvider>,
  id: string,
  fetch: Fetch,
): Promise<ImageModel> {
  const options = { apiKey: key, baseURL, fetch }
  switch (name) {
    case 'bfl':
      return (await import('@ai-sdk/black-forest-labs')).createBlackForestLabs(options).image(id)
    case 'fal':
      return (await import('@ai-sdk/fal')).createFal(options).image(id)
    case 'replicate':
      return (await import('@ai-sdk/replicate')).createReplicate({ apiToken: key, baseURL, fetch }).image(id)
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options).image(id)
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ name, baseURL, fetch, ...(key !== '' && { apiKey: key }) }).imageModel(id)
    }
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(options).image(id)
    case 'bytedance':
      return (await import('@ai-sdk/bytedance')).createByteDance(options).image(id)
  }
}

/** What the library is asked for, in the options that each provider knows. */
export function modelOptions(
  { name }: EngineAccount<ImageProvider>,
  { id, searches }: ChosenModel,
  { prompt: text, aspect, search = false }: Pick<PictureRequest, 'prompt' | 'aspect' | 'search'>,
  { size, references }: { readonly size: Size; readonly references: readonly Uint8Array[] },
): Pick<GenerateOptions, 'prompt' | 'size' | 'aspectRatio' | 'providerOptions'> {
  const images = references.map((reference) => Buffer.from(reference))
  const prompt = images.length > 0 ? { text, images } : text
  const exactly = `${size.width}x${size.height}` as const
  switch (name) {
    case 'bfl':
      return { prompt, size: exactly, providerOptions: { blackForestLabs: { outputFormat: 'png' } } }
    case 'fal':
      return { prompt, size: exactly, providerOptions: { fal: { useMultipleImages: true } } }
    case 'replicate':
      // Its models name their pictures and sizes otherwise than the library does.
      return { prompt: text, providerOptions: { replicate: replicateInput(id, size, images) } }
    case 'openai':
    case 'openai-compatible':
      return { prompt, size: exactly }
    case 'google': {
      const imageConfig = { aspectRatio: aspect, ...(id.startsWith('gemini-3') && { imageSize: resolutionOf(size) }) }
      const isImagen = id.startsWith('imagen')
      const providerOptions = { google: { imageConfig, ...(search && searches && { googleSearch: {} }) } }
      return { prompt, aspectRatio: aspect, ...(!isImagen && { providerOptions }) }
    }
    case 'bytedance':
      return { prompt, size: exactly, providerOptions: { bytedance: { watermark: false } } }
  }
}

function replicateInput(id: string, { width, height }: Size, pictures: readonly Buffer[]) {
  const data = pictures.map((picture) => `data:image/jpeg;base64,${picture.toString('base64')}`)
  if (id.startsWith('bytedance/')) {
    return { size: 'custom', width, height, ...(data.length > 0 && { image_input: data }) }
  }
  const pictured = data.length > 0 ? { input_images: data } : {}
  return { aspect_ratio: 'custom', width, height, output_format: 'png', ...pictured }
}

function resolutionOf({ width, height }: Size): '1K' | '2K' | '4K' {
  const long = Math.max(width, height)
  return long > 2_048 ? '4K' : long > 1_024 ? '2K' : '1K'
}
