import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Blobs, blobName, privateKey } from '../../blobs/blobs.ts'
import { garbageRepository } from '../../blobs/garbage.ts'
import type { Links } from '../../blobs/links.ts'
import { uploadRepository } from '../../blobs/upload-repository.ts'
import type { Schemas } from '../../contract/index.ts'
import type { Db } from '../../database/open.ts'
import type { Ids } from '../../ids.ts'
import { type ImageLimits, inspect } from '../../imaging/codec.ts'
import { extensionOf, mimeOf } from '../../imaging/formats.ts'
import type { Clock } from '../../ports.ts'

const WEEK_MS = 7 * 86_400_000
const HALF_DAY_SECONDS = 12 * 3_600

export type Uploads = ReturnType<typeof createUploads>

/**
 * Source photos of an account, addressed by their content: the same bytes give the same id and address, so that a
 * client which was cut off after uploading finds its photo again instead of storing, or paying for, another.
 */
export function createUploads(deps: {
  db: Db
  blobs: Blobs
  links: Links
  ids: Ids
  clock: Clock
  limits: ImageLimits
}) {
  const { db, blobs, links, ids, clock, limits } = deps
  /** Uploads of the same bytes at the same time: the first stores, the others get what it stored. */
  const storing = new Map<string, Promise<Schemas['Upload']>>()

  const keep = async (accountId: string, bytes: Uint8Array, sha256: string): Promise<Schemas['Upload']> => {
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + WEEK_MS).toISOString()
    const known = await uploadRepository(db).find(accountId, sha256)
    if (known && known.expires_at > now.toISOString()) {
      // The address handed out before stays good for a while yet, so it is handed out again.
      const fresh = known.link_exp - now.getTime() / 1000 > HALF_DAY_SECONDS
      const linkExp = fresh ? known.link_exp : links.expiry()
      await uploadRepository(db).prolong(known.id, { expiresAt, linkExp })
      return shown({ ...known, expires_at: expiresAt, link_exp: linkExp })
    }

    const { format, width, height } = await inspect(bytes, limits)
    const upload = {
      id: ids.next('upl'),
      account_id: accountId,
      sha256,
      blob: privateKey(`${ids.secret()}.${extensionOf(format)}`),
      mime: mimeOf(format),
      width,
      height,
      bytes: bytes.byteLength,
      created_at: now.toISOString(),
      expires_at: expiresAt,
      link_exp: links.expiry(),
    }
    await garbageRepository(db).reserve([upload.blob], now)
    await blobs.put(upload.blob, bytes)
    await db.transaction().execute((tx) => uploadRepository(tx).insert(upload, now))
    return shown(upload)
  }

  const shown = (upload: {
    id: string
    blob: string
    link_exp: number
    width: number
    height: number
    expires_at: string
  }) => ({
    id: upload.id,
    url: links.private(blobName(upload.blob), upload.link_exp),
    width: upload.width,
    height: upload.height,
    expires_at: upload.expires_at,
  })

  return {
    /** Stores a file for 7 days from now. @throws ServiceError (400) when it is no picture we take. */
    async store(accountId: string, path: string): Promise<Schemas['Upload']> {
      const bytes = await readFile(path)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const name = `${accountId} ${sha256}`
      const running = storing.get(name)
      if (running) return running
      const mine = keep(accountId, bytes, sha256).finally(() => storing.delete(name))
      storing.set(name, mine)
      return mine
    },

    /** Forgets uploads whose week is over. */
    expire: (): Promise<void> => db.transaction().execute((tx) => uploadRepository(tx).removeExpired(clock.now())),
  }
}
