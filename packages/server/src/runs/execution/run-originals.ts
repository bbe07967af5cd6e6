import type { StorageQuota } from '../../blobs/storage-quota.ts'
import { storedBytesRepository } from '../../blobs/stored-bytes-repository.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import type { EventLog } from '../../events/log/event-log.ts'
import { operationNamed } from '../../operations/image-operations.ts'
import type { Size } from '../../operations/picture-size.ts'
import type { Run, RunImage } from '../run.ts'
import { bytesOf, runImageRepository } from '../store/run-image-repository.ts'
import { runRepository } from '../store/run-repository.ts'
import type { Views } from '../views/run-views.ts'
import type { createImageStorage } from './image-storage.ts'
import { eventPhoto } from './run-settlement.ts'
import { nameSource, type Source, type Sources } from './run-sources.ts'

export interface OriginalsOptions {
  readonly db: Db
  readonly sources: Pick<Sources, 'load' | 'reload'>
  readonly storage: ReturnType<typeof createImageStorage>
  readonly quota: Pick<StorageQuota, 'check' | 'reserveAndRead'>
  readonly events: EventLog
  readonly views: Views
  readonly owner: string
}

export interface Original extends Size {
  readonly bytes: Uint8Array
}

/** The pictures that a run works on. Its first attempt loads them from their addresses, later attempts from storage. */
export function createOriginals({ db, sources, storage, quota, events, views, owner }: OriginalsOptions) {
  const reload = (originals: readonly RunImage[]): Promise<Original[]> =>
    Promise.all(
      originals.map(async ({ blob, width, height }) => ({ width, height, bytes: await sources.reload(blob) })),
    )

  const load = async (run: Run, signal: AbortSignal): Promise<Source[]> => {
    const operation = operationNamed(run.operation)
    const loaded = await Promise.all(
      operation.sources(run.params).map((address, index) =>
        sources.load(address, run.accountId, signal).catch((error: unknown) => {
          throw nameSource(error, operation.sourceName?.(run.params, index))
        }),
      ),
    )
    operation.admit?.(run.params, loaded)
    return loaded
  }

  /** Counts the bytes and locks the run, after its account. Returns whether this owner holds it. */
  const isHeld = async (tx: Db, { id, accountId }: Run, bytes: number): Promise<boolean> => {
    if (bytes > 0) {
      const held = () => runRepository(tx).lockingHeld(id, owner)
      return (await quota.reserveAndRead(tx, accountId, bytes, held)) !== null
    }
    await lock(tx, 'accounts', accountId)
    return runRepository(tx).lockHeld(id, owner)
  }

  /**
   * Attaches the originals to the run, counts their bytes and writes the event that work has started. Holds by a lock on the
   * run, taken after the one on its account, which the bytes take.
   *
   * @returns false, without having written anything, when this owner no longer holds the run
   */
  const attach = (run: Run, originals: readonly RunImage[]): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      const bytes = bytesOf(originals)
      if (!(await isHeld(tx, run, bytes))) {
        await storedBytesRepository(tx).release(run.accountId, bytes)
        return false
      }
      await runImageRepository(tx).attach(run.id, originals)
      if (!operationNamed(run.operation).photoEvents) return true
      const photo = eventPhoto(views.photo({ ...run, originals }))
      await events.append(tx, { accountId: run.accountId, type: 'photo.enhancement.started', data: { photo } })
      return true
    })

  /**
   * Opens the originals of a run. The first attempt also stores them.
   *
   * @returns undefined when the run was cancelled or taken over meanwhile; the stored bytes then stay garbage
   * @throws ServiceError naming the source that cannot be used
   */
  return async function openOriginals(run: Run, signal: AbortSignal): Promise<readonly Original[] | undefined> {
    if (run.originals.length > 0) return reload(run.originals)
    const loaded = await load(run, signal)
    // What is stored here was checked when the run was accepted. Everything is counted with the rows that name it.
    const isFetched = loaded.some(({ blob }) => blob === undefined)
    const bytes = loaded.reduce((sum, source) => sum + source.bytes.byteLength, 0)
    if (isFetched) await quota.check(db, run.accountId, bytes)
    const originals = await storage.storeOriginals(loaded)
    const attached = await attach(run, originals).catch(async (error: unknown) => {
      await storage.discard(originals)
      throw error
    })
    return attached ? loaded : undefined
  }
}
