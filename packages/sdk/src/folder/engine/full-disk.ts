import { statfs } from 'node:fs/promises'
import { PlatelightError } from '../../transport/sdk-errors.ts'
import { systemCode } from './failure-verdict.ts'
import type { Batch } from './photo-batch.ts'

/** Says how much room is missing when a disk is full, by the size of what was saved before. */
export function createFullDiskReport() {
  let results = 0
  let sizeBytes = 0
  return {
    saved(bytes: number): void {
      results++
      sizeBytes += bytes
    },

    /** The batch, with numbers in the error that stopped it where the disk was full. */
    async explain(batch: Batch, formats: number, place: string | null): Promise<Batch> {
      const { stop } = batch
      if (!(stop?.error instanceof PlatelightError) || !['ENOSPC', 'EDQUOT'].includes(systemCode(stop.error)))
        return batch
      const free = place === null ? null : await statfs(place).catch(() => null)
      const photos = batch.remaining + batch.files.filter(({ status }) => status === 'failed').length
      const needed = results > 0 ? (sizeBytes / results) * formats * photos : null
      const message = [
        'The disk is full',
        free ? `: ${inMegabytes(free.bavail * free.bsize)} are free` : '',
        needed === null ? '' : `, and about ${inMegabytes(needed)} are needed for the ${photos} photos that are left`,
        `. ${stop.error.message}`,
      ].join('')
      return {
        ...batch,
        stop: { ...stop, error: new PlatelightError(stop.error.code, message, { cause: stop.error }) },
      }
    },
  }
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`
