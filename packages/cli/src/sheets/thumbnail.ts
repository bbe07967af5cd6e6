import { readFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { decodeHeic, isHeic } from './heic-decoder.ts'
import type { OriginalPhoto } from './sheet-entry.ts'

/** A small picture, or a label if there is none. */
export type Thumbnail =
  | { readonly jpeg: Buffer; readonly width: number; readonly height: number }
  | { readonly jpeg?: undefined; readonly label: string }

export interface Box {
  readonly width: number
  readonly height: number
  /** From 1 to 100. Default 80. */
  readonly quality?: number
}

/** Reads a picture and scales it into the box: upright, in sRGB, on a white background. Never throws. */
export async function thumbnailOf(from: OriginalPhoto, { width, height, quality = 80 }: Box): Promise<Thumbnail> {
  if ('url' in from) return { label: 'on the web' }
  try {
    const bytes = 'bytes' in from ? from.bytes : await readFile(from.path)
    const picture = await openPicture(bytes)
    const { data, info } = await picture
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    return { jpeg: data, width: info.width, height: info.height }
  } catch (error) {
    return { label: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no longer there' : 'no preview' }
  }
}

/** Opens a picture with sharp. HEIC photos are decoded first, because sharp cannot read them. */
async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  if (!isHeic(bytes)) return sharp(bytes, { failOn: 'none' }).autoOrient()
  const { data, width, height } = await decodeHeic(bytes)
  return sharp(data, { raw: { width, height, channels: 4 } })
}
