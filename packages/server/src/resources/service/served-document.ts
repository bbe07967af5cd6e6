import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { CachedFile } from '../../contract/index.ts'

const pack = promisify(gzip)

/** The document as this server serves it, with its own address. It is serialized once, because it is large and public. */
export function createServedDocument({ document, publicUrl }: { document: object; publicUrl: () => string }) {
  let written: { url: string; reply: Promise<CachedFile> } | undefined

  const write = async (url: string): Promise<CachedFile> => {
    const bytes = Buffer.from(JSON.stringify({ ...document, servers: [{ url, description: 'This server.' }] }))
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    return { mime: 'application/json; charset=utf-8', bytes, gzip: await pack(bytes, { level: 9 }), version }
  }

  return (): Promise<CachedFile> => {
    const url = publicUrl()
    // The address is known once the server listens, and does not change afterwards.
    if (written?.url !== url) written = { url, reply: write(url) }
    return written.reply
  }
}
