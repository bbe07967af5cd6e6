import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type CachedFile, SpecialReply, type WebPage } from '../contract/index.ts'

const gzipAsync = promisify(gzip)

/** A file of the web pages. It is read at the first request and then kept in memory. */
export function cachedFile(mime: string, read: () => Promise<Buffer>): WebPage {
  let known: Promise<CachedFile> | undefined
  const load = async (): Promise<CachedFile> => {
    const bytes = await read()
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    return { mime, bytes, gzip: await gzipAsync(bytes, { level: 9 }), version }
  }
  const once = () => {
    known ??= load().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  return { isFile: true, answer: async () => new SpecialReply({ kind: 'cached', file: await once() }) }
}
