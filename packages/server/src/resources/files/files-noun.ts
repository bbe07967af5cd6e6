import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import { DAY_SECONDS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { InvalidRequest, notFound, ServiceError } from '../../base/service-error.ts'
import { parseUrl } from '../../base/text/parse-url.ts'
import { BlobMissing, type Blobs, blobName, privateKey, resultKey } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import { type Routes, SpecialReply } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import { createAdminUpload } from './admin-upload.ts'
import { attachmentName } from './attachment-name.ts'
import { findStored } from './file-repository.ts'
import { createThumbnails } from './thumbnails.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** Who looks through a list comes back to it; others seldom ask for a thumbnail. */
const FOR_ITS_READER = 'private, max-age=31536000, immutable'

/** A presigned address is followed at once. */
const MAX_PRESIGN_SECONDS = 300

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly ids: Ids
  readonly blobs: Blobs
  readonly links: SignedLinks
  readonly clock: Clock
}

/** Stored files by their addresses, and files of the operator. */
export const filesNoun = part((needs: Needs) => {
  const { config, db, ids, blobs, links, clock } = needs
  const thumbnailOf = createThumbnails({ db, blobs, clock })
  const adminUpload = createAdminUpload({ db, blobs, links, ids, clock, limits: config.limits })

  const secondsLeft = (exp: number): number => Math.max(0, Math.floor(exp - clock.now().getTime() / 1000))

  /** For the caller's own cache, and only as long as the signed link is valid. */
  const privately = (exp: number): string => `private, max-age=${Math.min(DAY_SECONDS, secondsLeft(exp))}, immutable`

  /** @param options.presignSeconds Callers may be sent to the store itself, with an address that works so long. */
  const stored = async (
    key: string,
    cacheControl: string,
    options: { attachment?: string; presignSeconds?: number } = {},
  ) => {
    const { presignSeconds } = options
    const file = await findStored(db, key)
    if (!file) throw notFound('file')
    const attachment = options.attachment ?? file.attachment
    const open = (range?: { start: number; end: number }) =>
      blobs.open(file.blob, range).catch((error: unknown) => {
        throw error instanceof BlobMissing ? notFound('file') : error
      })
    // A key never gets other bytes, so its name is as good a validator as their hash.
    const etag = `"${blobName(file.blob)}"`
    const { blob, bytes: sizeBytes, mime } = file
    const redirect = async () =>
      presignSeconds ? blobs.presign(blob, { seconds: presignSeconds, mime, cacheControl }) : undefined
    return new SpecialReply({
      kind: 'file',
      file: { sizeBytes, mime, etag, cacheControl, redirect, open, ...(attachment && { attachment }) },
    })
  }

  /** Checks that a signed link still opens the asset that it names. @throws ServiceError `link_expired` */
  const verify = (name: string, exp: number, sig: string) => {
    if (links.verify(name, exp, sig)) return
    throw new ServiceError(
      'link_expired',
      'This link is invalid or has expired. Read the photo again, or upload it again, to get a new link.',
    )
  }

  /** The file that an address of this service names. @throws ServiceError (400) for any other address */
  const target = (text: string) => {
    const address = parseUrl(text)
    if (!address || !/^https?:$/.test(address.protocol)) {
      throw new ServiceError('image_url_invalid', 'url is not an http(s) address.')
    }
    const found = links.parse(address)
    if (found) return { ...found, query: address.searchParams }
    throw new ServiceError(
      'image_url_blocked',
      'Only files of this service can be downloaded here. Open other addresses directly.',
    )
  }

  const files: Routes<'files'> = {
    adminUpload: async ({ files, body: { dir, filename } }) => {
      const file = files.find(({ field }) => field === 'file')
      if (!file) throw new InvalidRequest([{ loc: ['body', 'file'], msg: 'is required', type: 'missing' }])
      return adminUpload(file, { dir, filename })
    },

    result: async ({ path, query: { size } }) => {
      const key = resultKey(path.filename)
      return size === 'thumbnail' ? stored(await thumbnailOf(key), FOR_ITS_READER) : stored(key, FOR_EVER)
    },

    privateAsset: async ({ path, query }) => {
      verify(path.filename, query.exp, query.sig)
      const presignSeconds = Math.min(MAX_PRESIGN_SECONDS, secondsLeft(query.exp))
      return stored(privateKey(path.filename), privately(query.exp), { presignSeconds })
    },

    // Read from storage like the two above. The address only names the file.
    download: async ({ query }) => {
      const { area, name, query: signed } = target(query.url)
      const attachment = attachmentName(query.filename, name)
      if (area === 'results') return stored(resultKey(name), FOR_EVER, { attachment })
      const exp = Number(signed.get('exp'))
      verify(name, exp, signed.get('sig') ?? '')
      return stored(privateKey(name), privately(exp), { attachment })
    },
  }
  return { routes: { files } }
})
