import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { SpecialReply } from '../contract/index.ts'

/** A file that is held in memory, as a reply. Made once and sent to everybody. */
export const memoryFile = (bytes: Buffer, mime: string, cacheControl: string): SpecialReply =>
  new SpecialReply({
    kind: 'file',
    file: {
      sizeBytes: bytes.length,
      mime,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      cacheControl,
      open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
    },
  })
