import type { Blobs } from '../blobs/blobs.ts'
import { BlobMissing, privateKey, resultKey } from '../blobs/blobs.ts'
import type { Links } from '../blobs/links.ts'
import type { Db } from '../database/open.ts'
import { ServiceError } from '../errors.ts'
import { type ImageInfo, type ImageLimits, inspect } from '../imaging/codec.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { runRepository } from './repository.ts'

export interface Source extends ImageInfo {
  readonly bytes: Uint8Array
  /** The blob it was read from, when it is one of ours. */
  readonly blob: string | undefined
}

export type Sources = ReturnType<typeof createSources>

/** Where the pictures of a run come from: an address of ours is read from storage, any other is fetched. */
export function createSources(options: { db: Db; blobs: Blobs; links: Links; fetch: SafeFetch; limits: ImageLimits }) {
  const { db, blobs, links, fetch, limits } = options

  const ours = async (address: URL, accountId: string): Promise<string | undefined> => {
    const target = links.parse(address)
    if (!target) return undefined
    const blob = target.area === 'results' ? resultKey(target.name) : privateKey(target.name)
    const owned =
      (await runRepository(db).image(accountId, blob)) ??
      (await db
        .selectFrom('uploads')
        .select('blob')
        .where('blob', '=', blob)
        .where('account_id', '=', accountId)
        .executeTakeFirst())
    // Missing, expired and somebody else's are told apart by nobody.
    if (!owned) throw gone()
    return owned.blob
  }

  return {
    /** Refuses a malformed or forbidden address before anything is held. @throws ServiceError (400) */
    check(address: string): void {
      if (URL.canParse(address) && links.parse(new URL(address))) return
      fetch.check(address)
    },

    /** @throws ServiceError (400) naming why there is no picture. */
    async load(address: string, accountId: string, signal: AbortSignal): Promise<Source> {
      const blob = URL.canParse(address) ? await ours(new URL(address), accountId) : undefined
      const bytes = blob === undefined ? await fetch.download(address, signal) : await read(blobs, blob)
      return { ...(await inspect(bytes, limits)), bytes, blob }
    },

    /** A picture that an earlier attempt already stored. */
    async reload(blob: string): Promise<Uint8Array> {
      return read(blobs, blob)
    },
  }
}

const gone = () =>
  new ServiceError('image_unreachable', 'No picture of yours is stored at this address, or it has expired.')

const read = (blobs: Blobs, blob: string): Promise<Uint8Array> =>
  blobs.read(blob).catch((error: unknown) => {
    throw error instanceof BlobMissing ? gone() : error
  })
