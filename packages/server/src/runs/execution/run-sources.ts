import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import type { ImageInfo } from '@platelight/imaging/codec/file/inspect-image.ts'
import { ServiceError } from '../../base/service-error.ts'
import { parseUrl } from '../../base/text/parse-url.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import { BlobMissing, parseKey, privateKey, resultKey } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import { uploadRepository } from '../../blobs/upload-repository.ts'
import type { Db } from '../../database/open-database.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'
import { imageInput } from '../../operations/picture/image-input.ts'
import type { Size } from '../../operations/picture-size.ts'
import { runImageRepository } from '../store/run-image-repository.ts'

export interface Source extends ImageInfo {
  readonly bytes: Uint8Array
  /** The blob that it was read from, if it is stored here. */
  readonly blob: string | undefined
}

export type Sources = ReturnType<typeof createSources>

/** Loads the pictures of runs. Addresses of this server are read from storage, others are fetched. */
export function createSources(options: {
  db: Db
  blobs: Blobs
  links: SignedLinks
  fetch: SafeFetch
  limits: ImageLimits
}) {
  const { db, blobs, links, fetch, limits } = options

  /** Most private pictures are uploads; results never are. */
  const find = async (blob: string, accountId: string) =>
    (parseKey(blob).area === 'results' ? undefined : await uploadRepository(db).findByBlob(accountId, blob)) ??
    (await runImageRepository(db).find(accountId, blob)) ??
    (await findBrandLogo(db, accountId, blob))

  const blobAt = (address: string): string | undefined => {
    const url = parseUrl(address)
    const target = url && links.parse(url)
    return target && (target.area === 'results' ? resultKey(target.name) : privateKey(target.name))
  }

  const ours = async (address: string, accountId: string): Promise<string | undefined> => {
    const blob = blobAt(address)
    if (blob === undefined) return undefined
    const owned = await find(blob, accountId)
    // The same error for every reason, so that nobody learns what others have stored.
    if (!owned) throw gone()
    return owned.blob
  }

  return {
    /** Refuses a malformed or forbidden address before credits are held. @throws ServiceError (400) */
    check(address: string): void {
      if (blobAt(address) === undefined) fetch.check(address)
    },

    /**
     * The part of an address that stays the same while it leads to the same picture. Links of this server are signed anew.
     */
    stable: links.stable,

    /** The pixels and bytes of a stored picture of the account; undefined for a picture that is not stored here. */
    async size(address: string, accountId: string): Promise<(Size & { readonly bytes: number }) | undefined> {
      const blob = blobAt(address)
      return blob === undefined ? undefined : find(blob, accountId)
    },

    /** @throws ServiceError (400) that says why there is no picture */
    async load(address: string, accountId: string, signal: AbortSignal): Promise<Source> {
      const blob = await ours(address, accountId)
      const bytes =
        blob === undefined
          ? imageInput.withoutPadding(await fetch.download(address, { accountId, signal }))
          : await read(blobs, blob)
      return { ...(await imageInput.inspect(bytes, limits)), bytes, blob }
    },

    /** Reads a picture that an earlier attempt stored. */
    reload: (blob: string): Promise<Uint8Array> => read(blobs, blob),
  }
}

/** Puts the name of the source in front of an error about one of several; leaves other errors as they are. */
export const nameSource = (error: unknown, name: string | undefined): unknown =>
  error instanceof ServiceError && name !== undefined
    ? new ServiceError(error.code, `${name}: ${error.message}`, error.fields, error.retryAfterSeconds)
    : error

/** The logo of a brand is a source of the assets that carry it. */
const findBrandLogo = (db: Db, accountId: string, blob: string) =>
  db
    .selectFrom('brand_logos')
    .select(['blob', 'width', 'height', 'bytes'])
    .where('account_id', '=', accountId)
    .where('blob', '=', blob)
    .executeTakeFirst()

const gone = () =>
  new ServiceError('image_unreachable', 'Your account has no picture at this address, or it has expired.')

const read = (blobs: Blobs, blob: string): Promise<Uint8Array> =>
  blobs.read(blob).catch((error: unknown) => {
    throw error instanceof BlobMissing ? gone() : error
  })
