import type { Measures } from '../base/running/measures.ts'
import { BlobMissing, type Blobs } from './blob-store.ts'

/** A store whose work is measured. That a blob is missing is no failure of it. */
export function measuredBlobs(blobs: Blobs, measures: Pick<Measures, 'storage'>): Blobs {
  const measured =
    <Args extends unknown[], T>(operation: string, work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const begun = performance.now()
      const end = (isFailed: boolean) => measures.storage(operation, (performance.now() - begun) / 1000, isFailed)
      try {
        const result = await work(...args)
        end(false)
        return result
      } catch (error) {
        end(!(error instanceof BlobMissing))
        throw error
      }
    }
  return {
    ...blobs,
    put: measured('put', blobs.put),
    putFile: measured('put', blobs.putFile),
    copy: measured('copy', blobs.copy),
    read: measured('read', blobs.read),
    open: measured('open', blobs.open),
    size: measured('size', blobs.size),
    delete: measured('delete', blobs.delete),
  }
}
