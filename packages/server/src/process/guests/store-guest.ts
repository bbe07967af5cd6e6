import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { type Blobs, privateKey } from '../../blobs/blob-store.ts'
import { storedBytesRepository } from '../../blobs/stored-bytes-repository.ts'
import { type UploadRow, uploadRepository } from '../../blobs/upload-repository.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { describePhoto, readPhotoFile } from '../../operations/picture/photo-file.ts'
import { guestAccount } from '../../resources/sessions/guest-account.ts'
import { guestRepository } from '../../resources/sessions/guest-repository.ts'
import { projectRepository } from '../../resources/sessions/project-repository.ts'
import type { Core } from '../open-core.ts'
import type { GuestLine } from './guest-file.ts'
import { picturesOf } from './pictures-of-guest.ts'

/** The pictures of a guest are kept as long as the guest. A claim gives them the week of other uploads. */
const WITH_THE_GUEST = '9999-12-31T23:59:59.999Z'

/** Stores one guest with everything that belongs to it. */
export function createStoreGuest({ config, clock, ids, database }: Core, blobs: Pick<Blobs, 'put'>) {
  const { db } = database

  /** Stores the bytes of a picture. They are garbage until a row names them. */
  const storePicture = async (path: string, accountId: string): Promise<UploadRow> => {
    const now = clock.now()
    const { bytes, sha256 } = await readPhotoFile(path)
    const { extension, ...facts } = await describePhoto(bytes, config.limits)
    const blob = privateKey(`${ids.secret()}.${extension}`)
    await blobGarbageRepository(db).reserve([blob], now)
    await blobs.put(blob, bytes)
    const owned = { id: ids.next('upl'), account_id: accountId, created_at: now.toISOString() }
    return { ...owned, ...facts, sha256, blob, bytes: bytes.byteLength, expires_at: WITH_THE_GUEST, link_exp: 0 }
  }

  const insert = async (tx: Db, guest: GuestLine, accountId: string, uploads: ReadonlyMap<string, UploadRow>) => {
    const at = clock.now().toISOString()
    const id = ids.next('gst')
    await guestAccount(tx).open(accountId, id, { credits: guest.credits, at })
    const own = { id, subject: guest.guest, own_account_id: accountId, created_at: at, resumed_at: at }
    // Another import has been quicker. Nothing of this one is kept.
    if (!(await guestRepository(tx).insert(own))) throw new KnownGuest()
    await lock(tx, 'accounts', accountId)
    for (const upload of new Set(uploads.values())) {
      await uploadRepository(tx).insert(upload)
      await storedBytesRepository(tx).add(accountId, upload.bytes)
    }
    for (const { image, configuration, ...choices } of guest.projects) {
      const uploadId = uploads.get(image)?.id
      if (uploadId === undefined) throw new Error(`${image} was not stored`)
      await projectRepository(tx).insert({
        id: ids.next('prj'),
        account_id: accountId,
        upload_id: uploadId,
        session_id: null,
        ...choices,
        configuration: JSON.stringify(configuration),
        created_at: at,
        claimed_at: null,
      })
    }
  }

  /**
   * Bytes come before the rows that name them. Holds by the unique subject of guests.
   *
   * @returns false when the guest was there already. Then nothing has changed.
   */
  return async (guest: GuestLine): Promise<boolean> => {
    const accountId = ids.next('acc')
    const uploads = new Map<string, UploadRow>()
    const byContent = new Map<string, UploadRow>()
    for (const path of picturesOf(guest)) {
      const upload = await storePicture(path, accountId)
      // Two files with the same bytes are one upload.
      const same = byContent.get(upload.sha256)
      byContent.set(upload.sha256, same ?? upload)
      uploads.set(path, same ?? upload)
    }
    try {
      await inTransaction(db, (tx) => insert(tx, guest, accountId, uploads))
      return true
    } catch (error) {
      if (error instanceof KnownGuest) return false
      throw error
    }
  }
}

/** Ends the transaction of a guest that is there already. */
class KnownGuest extends Error {}
