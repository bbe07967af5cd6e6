import { readFileSync } from 'node:fs'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import sharp from 'sharp'

/** Photos are compared at display size: with this long side their pixels are as sharp as the photo. */
const SHOWN = 1024

export const rawOf = async (file: Uint8Array): Promise<Pixels> => {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: 3 }
}

export const pngOf = ({ data, width, height, channels }: Pixels): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 2 }).toBuffer()

/** The middle of a photo shrunk to 1024 pixels, `side` by `side`. */
export const cropOf = async (photo: string, side: number): Promise<Pixels> => {
  const { data, width, height, channels } = await decodeImage(readFileSync(photo))
  const shown = await rawOf(
    await sharp(data, { raw: { width, height, channels } })
      .flatten({ background: '#ffffff' })
      .resize(SHOWN, SHOWN, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  )
  return rawOf(
    await sharp(shown.data, { raw: { width: shown.width, height: shown.height, channels: 3 } })
      .resize(Math.max(shown.width, side), Math.max(shown.height, side), { fit: 'cover' })
      .extract({
        left: Math.max(0, shown.width - side) >> 1,
        top: Math.max(0, shown.height - side) >> 1,
        width: side,
        height: side,
      })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  )
}

/** The picture that ImageMagick creates from a file. */
export const convert = (file: Uint8Array, options: readonly string[]): Buffer =>
  runProgram('ImageMagick', ['png:-', ...options, 'png:-'], { input: file })

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}
