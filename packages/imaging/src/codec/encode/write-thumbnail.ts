import sharp from 'sharp'
import '../decode/libvips-loaders.ts'

/** Sharp on the tiles of a list, also where two pixels of the screen are one of the page. */
const EDGE = 480
const QUALITY = 78

interface Thumbnail {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/**
 * A small WebP of a picture of our own, at most 480 pixels wide and high. A smaller picture keeps its size. The same picture always
 * gives the same bytes.
 *
 * @example const { bytes } = await writeThumbnail(await blobs.read(key))
 */
export async function writeThumbnail(picture: Uint8Array): Promise<Thumbnail> {
  const small = sharp(picture, { sequentialRead: true }).resize({
    ...{ width: EDGE, height: EDGE },
    ...{ fit: 'inside', withoutEnlargement: true },
  })
  const { data, info } = await small.webp({ quality: QUALITY, effort: 3 }).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}
