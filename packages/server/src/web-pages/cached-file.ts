import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type SharedReply, SpecialReply, type WebPage } from '../contract/index.ts'

const pack = promisify(gzip)

/** A file that belongs to pages: read when it is first asked for, kept in memory, and sent to everybody from there. */
export function sharedFile(mime: string, read: () => Promise<Buffer>): WebPage {
  let known: Promise<SharedReply> | undefined
  const load = async (): Promise<SharedReply> => {
    const bytes = await read()
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    return { mime, bytes, gzip: await pack(bytes, { level: 9 }), version }
  }
  const once = () => {
    known ??= load().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  return { isFile: true, answer: async () => new SpecialReply({ kind: 'shared', shared: await once() }) }
}
