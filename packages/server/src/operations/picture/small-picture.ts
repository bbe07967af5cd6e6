import { writeThumbnail } from '@platelight/imaging/codec/encode/write-thumbnail.ts'

/** The file of a thumbnail, and what its row says about it. @param picture one of our own results */
export async function smallPicture(picture: Uint8Array) {
  const { bytes, width, height } = await writeThumbnail(picture)
  return { file: bytes, facts: { mime: 'image/webp', width, height, bytes: bytes.byteLength } }
}
