import { errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, exitCodeOf } from '../base/exit-codes.ts'
import type { Connection } from '../context/server-connection.ts'
import type { OperationItem } from '../operations/operation-items.ts'
import { sourceUrl } from '../operations/operation-request.ts'

export interface Sending {
  readonly connection: Connection
  readonly concurrency: number
  readonly signal: AbortSignal
  readonly readStdin: () => Promise<Uint8Array>
}

/**
 * Sends what is not on the web yet, several at a time. A file that the server refuses stops none of the others.
 *
 * @returns for each job the address of its photo, or what was wrong with it
 * @throws what would meet every photo, such as a server that is away
 */
export async function sendPhotos(
  jobs: readonly OperationItem[],
  { connection, concurrency, signal, readStdin }: Sending,
): Promise<Map<OperationItem, string | Error>> {
  const found = new Map<OperationItem, string | Error>()
  const rest = jobs.values()
  const lane = async () => {
    for (const job of rest) {
      const [source] = job.sources
      if (!source) continue
      try {
        found.set(job, await sourceUrl(source, connection, readStdin, signal))
      } catch (error) {
        if (!isOwnFault(error)) throw error
        found.set(job, error as Error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, jobs.length) }, lane))
  return found
}

const isOwnFault = (error: unknown): boolean =>
  exitCodeOf(error) === EXIT.rejected || errorRecordOf(error).code === 'file_unreadable'
