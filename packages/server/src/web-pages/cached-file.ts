import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type CachedFile, SpecialReply, type WebPage } from '../contract/index.ts'

const gzipAsync = promisify(gzip)

/** A file that belongs to pages: read when it is first asked for, kept in memory, and sent to everybody from there. */
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
