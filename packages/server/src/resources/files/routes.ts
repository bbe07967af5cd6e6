import { BlobMissing, type Blobs, blobName, privateKey, resultKey } from '../../blobs/blobs.ts'
import type { Links } from '../../blobs/links.ts'
import { type Routes, SpecialReply } from '../../contract/index.ts'
import type { Db } from '../../database/open.ts'
import { notFound, ServiceError } from '../../errors.ts'
import { findStored } from './repository.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const PRIVATELY = 'private, max-age=86400, immutable'

export const fileRoutes = (deps: {
  db: Db
  blobs: Blobs
  links: Links
}): Pick<Routes<'files'>, 'result' | 'privateAsset'> => {
  const { db, blobs, links } = deps

  const stored = async (key: string, cacheControl: string) => {
    const file = await findStored(db, key)
    if (!file) throw notFound('file')
    const open = (range?: { start: number; end: number }) =>
      blobs.open(file.blob, range).catch((error: unknown) => {
        throw error instanceof BlobMissing ? notFound('file') : error
      })
    // A key never gets other bytes, so its name is as good a validator as their hash.
    const etag = `"${blobName(file.blob)}"`
    return new SpecialReply({
      kind: 'file',
      file: { sizeBytes: file.bytes, mime: file.mime, etag, cacheControl, open },
    })
  }

  return {
    result: ({ path }) => stored(resultKey(path.filename), FOR_EVER),

    privateAsset: ({ path, query }) => {
      if (!links.verify(path.filename, query.exp, query.sig)) {
        throw new ServiceError(
          'link_expired',
          'This link is wrong or has expired. Read the photo or upload again to get a fresh one.',
        )
      }
      return stored(privateKey(path.filename), PRIVATELY)
    },
  }
}
