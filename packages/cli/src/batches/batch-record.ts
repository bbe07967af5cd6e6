import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../base/atomic-write.ts'
import { DAY_MS } from '../base/time-units.ts'
import type { ProcessRequest } from './process-order.ts'

/** A batch that was paid for, with the URLs of its pictures in order. */
export interface RecordedBatch {
  readonly server: string
  readonly job_id: string
  readonly order: ProcessRequest
  readonly addresses: readonly string[]
  readonly ordered_at: string
}

/** The server keeps uploaded photos for this long. Older batches are not fetched. */
const KEPT_MS = 7 * DAY_MS

/**
 * Opens the record of batches whose results are not all saved yet, a file beside the results. After an interruption the
 * next run fetches these batches instead of paying again. The file is deleted when everything is saved; batches older
 * than a week are dropped.
 */
export function openBatchRecord(folder: string) {
  const path = join(folder, '.platelight-process.json')
  let batches = read(path)
  let createdFolder: string | undefined
  const write = () => {
    if (batches.length > 0) {
      createdFolder ??= mkdirSync(folder, { recursive: true })
      writeFileAtomically(path, `${JSON.stringify({ schemaVersion: 1, batches }, null, 2)}\n`)
      return
    }
    rmSync(path, { force: true })
    // Remove the folder if it was created only for this file.
    if (createdFolder !== undefined && readdirSync(folder).length === 0) rmdirSync(folder)
  }
  return {
    /** Recorded batches with the same order on the same server. */
    of: (server: string, order: ProcessRequest): readonly RecordedBatch[] =>
      batches.filter((batch) => batch.server === server && JSON.stringify(batch.order) === JSON.stringify(order)),

    add(batch: RecordedBatch): void {
      batches = [...batches.filter(({ job_id }) => job_id !== batch.job_id), batch]
      write()
    },

    forget(jobIds: ReadonlySet<string>): void {
      batches = batches.filter(({ job_id }) => !jobIds.has(job_id))
      write()
    },
  }
}

export type ProcessRecord = ReturnType<typeof openBatchRecord>

/**
 * The part of a URL that always identifies the same picture. Of files on the server only the path is kept, because the
 * signature changes, and so does the port of the built-in server.
 */
export const stableAddress = (address: string): string =>
  /^https?:\/\/.+\/((?:files|api\/mobile\/private-assets)\/[\w.-]+)(?:\?.*)?$/.exec(address)?.[1] ?? address

function read(path: string): readonly RecordedBatch[] {
  try {
    const { batches } = JSON.parse(readFileSync(path, 'utf8')) as { batches?: readonly RecordedBatch[] }
    const isKept = ({ addresses, ordered_at }: RecordedBatch) =>
      Array.isArray(addresses) && Date.now() - Date.parse(ordered_at) < KEPT_MS
    return Array.isArray(batches) ? batches.filter(isKept) : []
  } catch {
    // A missing or unreadable record means that no earlier runs are known.
    return []
  }
}
