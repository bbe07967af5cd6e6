import { statfs } from 'node:fs/promises'
import { PlatelightError } from '../../transport/sdk-errors.ts'
import { type Stop, systemCode } from './failure-verdict.ts'

/** Estimates how much disk space is missing when a disk is full, from the average size of the results saved so far. */
export function createFullDiskReport() {
  let results = 0
  let sizeBytes = 0
  return {
    saved(bytes: number): void {
      results++
      sizeBytes += bytes
    },

    /**
     * Adds the free and the needed space to the error if a full disk stopped the run.
     *
     * @param photos how many photos are left
     * @param formats how many results each photo has
     * @param folder where results are written; null if unknown
     */
    async explain(stop: Stop, photos: number, formats: number, folder: string | null): Promise<Stop> {
      const { error } = stop
      if (!(error instanceof PlatelightError) || !['ENOSPC', 'EDQUOT'].includes(systemCode(error))) return stop
      const free = folder === null ? null : await statfs(folder).catch(() => null)
      const needed = results > 0 ? (sizeBytes / results) * formats * photos : null
      const message = [
        'The disk is full',
        free ? `: ${inMegabytes(free.bavail * free.bsize)} are free` : '',
        needed === null ? '' : `, and about ${inMegabytes(needed)} are needed for the ${photos} photos that are left`,
        `. ${error.message}`,
      ].join('')
      return { ...stop, error: new PlatelightError(error.code, message, { cause: error }) }
    },
  }
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`
