import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../base/atomic-write.ts'
import { DAY_MS } from '../base/time-units.ts'
import type { ProcessRequest } from './process-order.ts'

/** A batch that was paid for, and the addresses of its pictures in their order. */
export interface RecordedBatch {
  readonly server: string
  readonly job_id: string
  readonly order: ProcessRequest
  readonly addresses: readonly string[]
  readonly ordered_at: string
}

/** The server keeps photos that were sent for this long; a batch that nobody fetched by then is not fetched any more. */
const KEPT_MS = 7 * DAY_MS

/**
 * What was ordered and is not all saved yet, beside the results: a run that is cut off fetches it instead of ordering it
 * again. It is gone when everything is there; what nobody came back for goes with the next run after a week.
 */
export function openBatchRecord(folder: string) {
  const path = join(folder, '.platelight-process.json')
  let batches = read(path)
  let made: string | undefined
  const write = () => {
    if (batches.length > 0) {
      made ??= mkdirSync(folder, { recursive: true })
      writeFileAtomically(path, `${JSON.stringify({ schemaVersion: 1, batches }, null, 2)}\n`)
      return
    }
    rmSync(path, { force: true })
    // A folder that was made for this alone goes with it.
    if (made !== undefined && readdirSync(folder).length === 0) rmdirSync(folder)
  }
  return {
    /** Batches of an order at a server. */
    of: (server: string, order: ProcessRequest): readonly RecordedBatch[] =>
      batches.filter((one) => one.server === server && JSON.stringify(one.order) === JSON.stringify(order)),

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
 * An address as it is written for as long as it leads to the same picture: of what the server keeps only its name there,
 * without a signature that changes and without the port that the built-in one happens to have.
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
    // None, or none of ours: then nothing is known of earlier runs.
    return []
  }
}
