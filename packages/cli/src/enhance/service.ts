import type { EnhanceParams, Platelight } from '@platelight/sdk'
import { CliError } from '../errors.ts'
import type { Format } from './events.ts'
import type { EnhanceOptions } from './fingerprint.ts'

/** A photo that was enhanced and lies on the server. */
export interface EnhancedPhoto {
  /** Credits spent just now: none where an earlier run paid and this is its answer again. */
  readonly creditsUsed: number
  readonly warnings: readonly string[]
  /** Extension of a format's file, with its dot. */
  extension(format: Format): string
  /** Saves one format: the whole file, or nothing. */
  save(format: Format, path: string, signal: AbortSignal): Promise<void>
  read(format: Format, signal: AbortSignal): Promise<Uint8Array>
}

/** What a run needs of the service. */
export interface PhotoService {
  enhance(
    image: EnhanceParams['image'],
    options: EnhanceOptions,
    call: { readonly idempotencyKey: string; readonly maxCredits?: number; readonly signal: AbortSignal },
  ): Promise<EnhancedPhoto>
}

/** The service through the SDK. */
export const sdkPhotos = ({ photos }: Platelight): PhotoService => ({
  async enhance(image, options, call) {
    // The document's presets may be newer than ours: the server knows which there are.
    const preset = options.preset as NonNullable<EnhanceParams['preset']>
    const params = { image, ...options, preset, formats: [...options.formats] }
    const { data: photo, meta } = await photos.enhance(params, call).withResponse()
    return {
      creditsUsed: meta.replayed ? 0 : photo.creditsUsed,
      warnings: photo.warnings,
      extension: (format) => extensionIn(photo.enhanced[format], format),
      save: async (format, path, signal) => {
        await photo.download(format, path, { signal })
      },
      read: async (format, signal) => {
        const response = await photos.content(photo, format, { signal })
        return new Uint8Array(await response.arrayBuffer())
      },
    }
  },
})

function extensionIn(url: string | undefined, format: Format): string {
  if (url === undefined) throw new CliError(`The server sent no ${format} picture.`, undefined, 'format_missing')
  return /\.[a-z0-9]{2,5}$/.exec(new URL(url).pathname)?.[0] ?? '.jpg'
}
