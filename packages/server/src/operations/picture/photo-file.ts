import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extensionOf, mimeOf } from '@platelight/imaging/codec/file/image-formats.ts'
import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import { imageInput } from './image-input.ts'

export interface PhotoBytes {
  readonly bytes: Uint8Array
  /** Hex SHA-256 of the bytes. */
  readonly sha256: string
}

export interface PhotoFacts {
  readonly mime: string
  /** Of its file name, without the dot. */
  readonly extension: string
  readonly width: number
  readonly height: number
}

/**
 * Reads a photo that is to be stored, without what is not its picture.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`
 */
export async function readPhotoFile(path: string): Promise<PhotoBytes> {
  const bytes = imageInput.withoutPadding(await readFile(path))
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/**
 * What a photo is, by its content.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`
 */
export async function describePhoto(bytes: Uint8Array, limits: ImageLimits): Promise<PhotoFacts> {
  const { format, width, height } = await imageInput.inspect(bytes, limits)
  return { mime: mimeOf(format), extension: extensionOf(format), width, height }
}
