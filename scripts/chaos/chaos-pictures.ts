import { createHash } from 'node:crypto'
import { dishPhoto } from '#server-testing/pictures'
import { imageHost } from '#server-testing/process'

export type Pictures = Awaited<ReturnType<typeof createPictures>>

/**
 * Small photos, each with the tag of its order in its address or its bytes. So the database shows the order of each run,
 * whatever else was lost.
 */
export async function createPictures() {
  const photo = await dishPhoto({ width: 240, height: 180 })
  const tagBySha = new Map<string, string>()
  const host = await imageHost((req, res) => {
    if (!req.url?.startsWith('/photo/')) res.writeHead(404).end()
    else res.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': photo.byteLength }).end(photo)
  })

  return {
    url: (tag: string, index = 0) => host.url(`/photo/${tag}/${index}.jpg`),
    missing: (tag: string) => host.url(`/missing/${tag}/0.jpg`),
    /** The photo itself, with the tag in its XMP, which is stored with a photo. */
    bytes(tag: string): Uint8Array<ArrayBuffer> {
      const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">${tag}</x:xmpmeta>`)
      const head = Buffer.from([0xff, 0xe1, 0, 0])
      head.writeUInt16BE(xmp.byteLength + 2, 2)
      const bytes = new Uint8Array(Buffer.concat([photo.subarray(0, 2), head, xmp, photo.subarray(2)]))
      tagBySha.set(createHash('sha256').update(bytes).digest('hex'), tag)
      return bytes
    },
    tagOfSha: (sha256: string) => tagBySha.get(sha256),
    close: host.close,
  }
}

/** The tag in the parameters of a run whose photos came from these addresses. */
export const tagIn = (params: string): string | undefined => /\/(?:photo|missing)\/([\w-]+)\/\d+\.jpg/.exec(params)?.[1]
