import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type CachedFile, SpecialReply, type WebPage } from '../contract/index.ts'

const gzipAsync = promisify(gzip)

/**
 * A file of the web pages. It is read at the first request and then kept in memory.
 *
 * @param isImmutable Whether its address changes with its content, so that caches need not ask again.
 */
export function cachedFile(
  mime: string,
  read: () => Promise<Buffer>,
  { isImmutable = false }: { isImmutable?: boolean } = {},
): WebPage {
  let known: Promise<CachedFile> | undefined
  const load = async (): Promise<CachedFile> => {
    const bytes = await read()
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    return { mime, bytes, gzip: await gzipAsync(bytes, { level: 9 }), version, isImmutable }
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
