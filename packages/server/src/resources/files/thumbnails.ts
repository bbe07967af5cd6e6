import type { Clock } from '../../base/ports.ts'
import { notFound } from '../../base/service-error.ts'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { BlobMissing, type Blobs, blobName, resultKey } from '../../blobs/blob-store.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { smallPicture } from '../../operations/picture/small-picture.ts'
import { runImageRepository } from '../../runs/store/run-image-repository.ts'

/** A page of a list asks for many at once. Each needs the bytes of its picture. */
const AT_ONCE = 2

/** Makes the small pictures of lists, once for each result. They are deleted with it. */
export function createThumbnails({ db, blobs, clock }: { db: Db; blobs: Blobs; clock: Clock }) {
  const making = new Map<string, Promise<string>>()
  const waiting: (() => void)[] = []
  let free = AT_ONCE

  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }

  /**
   * Holds by the lock on the run: a deletion takes it, too, and whoever comes after it finds no output. Two processes that make the
   * same thumbnail store the same bytes under the same key, and the row is written once.
   */
  const make = async (key: string, runId: string, name: string): Promise<string> => {
    const picture = await blobs.read(key).catch((error: unknown) => {
      throw error instanceof BlobMissing ? notFound('file') : error
    })
    const { file, facts } = await smallPicture(picture)
    const blob = keyOf(key)
    await blobGarbageRepository(db).reserve([blob], clock.now())
    await blobs.put(blob, file)
    await inTransaction(db, async (tx) => {
      await lock(tx, 'runs', runId)
      const images = runImageRepository(tx)
      if (!(await images.output(key))) throw notFound('file')
      await images.attach(runId, [{ role: 'thumbnail', name, blob, ...facts }])
    })
    return blob
  }

  /**
   * @param key of a result
   * @returns the key of its thumbnail
   * @throws ServiceError `not_found` when it is no picture of a run, or has been deleted
   */
  return async function thumbnailOf(key: string): Promise<string> {
    const output = await runImageRepository(db).output(key)
    if (!output?.mime.startsWith('image/')) throw notFound('file')
    if (output.hasThumbnail) return keyOf(key)
    const made = making.get(key) ?? inTurn(() => make(key, output.runId, output.name)).finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
}

/** The same for the same result, so that it needs not be looked up. */
const keyOf = (key: string): string => resultKey(`${blobName(key).replace(/\.[^.]*$/, '')}-small.webp`)
