import { extensionOf, mimeOf } from '@platelight/imaging/codec/file/image-formats.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { type Blobs, privateKey, resultKey } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/open-database.ts'
import type { OutputImage } from '../../operations/define-work.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { RunImage } from '../run.ts'
import type { Source } from './run-sources.ts'

/**
 * Stores the pictures of runs. Every blob is recorded as garbage before it is written, and counts as garbage until a row
 * names it. So a crash in between leaves no blob behind.
 */
export function createImageStorage(deps: { db: Db; blobs: Blobs; ids: Ids; clock: Clock; queue: Queue }) {
  const { db, blobs, ids, clock, queue } = deps

  const reserve = (images: readonly RunImage[]) =>
    blobGarbageRepository(db).reserve(
      images.map(({ blob }) => blob),
      clock.now(),
    )

  const originalOf = ({ format, width, height, bytes }: Source, index: number): RunImage => ({
    role: 'original',
    name: String(index),
    blob: privateKey(`${ids.secret()}.${extensionOf(format)}`),
    mime: mimeOf(format),
    width,
    height,
    bytes: bytes.byteLength,
  })

  const outputOf = ({ name, mime, width, height, extension, bytes }: OutputImage): RunImage => ({
    role: 'output',
    name,
    blob: resultKey(`${ids.secret()}.${extension}`),
    mime,
    width,
    height,
    bytes: bytes.byteLength,
  })

  return {
    /** Stores loaded pictures under new names. A picture that is stored here already is copied. */
    async storeOriginals(loaded: readonly Source[]): Promise<RunImage[]> {
      const originals = loaded.map(originalOf)
      await reserve(originals)
      await Promise.all(
        loaded.map(({ blob, bytes }, index) => {
          const key = originals[index]?.blob ?? ''
          return blob === undefined ? blobs.put(key, bytes) : blobs.copy(blob, key)
        }),
      )
      return originals
    },

    async storeOutputs(made: readonly OutputImage[]): Promise<RunImage[]> {
      const outputs = made.map(outputOf)
      await reserve(outputs)
      await Promise.all(made.map(({ bytes }, index) => blobs.put(outputs[index]?.blob ?? '', bytes)))
      return outputs
    },

    /** Deletes pictures that no row names. */
    async discard(images: readonly RunImage[]): Promise<void> {
      await blobGarbageRepository(db).discard(
        images.map(({ blob }) => blob),
        clock.now(),
      )
      queue.garbageAdded()
    },
  }
}
