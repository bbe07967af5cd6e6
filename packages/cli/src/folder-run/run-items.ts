import { type RunTools, runPhotos, type Stop } from '@platelight/sdk/folder-engine'
import type { PausedEvent, ResumedEvent } from '@platelight/sdk/node'
import { errorRecordOf } from '../base/cli-errors.ts'
import { type ExitCode, exitCodeOf, exitCodeOfRun } from '../base/exit-codes.ts'
import type { Interrupts } from '../base/interrupts.ts'
import type { Connection } from '../context/server-connection.ts'
import type { ItemEvent, ItemResult, ItemRun } from '../reporting/item-events.ts'
import { creditsLink } from './credits-link.ts'
import { unconnectedClient } from './unconnected-client.ts'

/** Shows a run in progress. */
export interface ItemReporter {
  file(event: ItemEvent): void
  /** The file was put back into the queue. */
  waiting(file: string): void
  paused(event: PausedEvent | ResumedEvent): void
}

export interface ItemRunOptions<Item> {
  readonly items: readonly Item[]
  /** Undefined if nothing is due; then no server is needed. */
  readonly connection: Connection | undefined
  readonly concurrency: number
  readonly maxCredits?: number | undefined
  readonly interrupts: Interrupts
  readonly reporter: ItemReporter
  /** Creates the function that processes one file. It throws if that fails. */
  readonly createWorker: (tools: RunTools) => (item: Item) => Promise<ItemResult>
}

/**
 * Processes files with the folder engine: several at a time, within the rate limit and the credits. Waits for a busy or
 * unreachable server.
 */
export async function runItems<Item extends { readonly name: string }>(
  options: ItemRunOptions<Item>,
): Promise<ItemRun> {
  const { items, connection, concurrency, maxCredits, interrupts, reporter, createWorker } = options
  const failures: ExitCode[] = []
  /** The error of the first file that was aborted. */
  let abortError: unknown
  const eventOf = ({ name }: Item, result: ItemResult): ItemEvent => ({
    schemaVersion: 2,
    type: 'file',
    file: name,
    ...result,
  })
  const { results, stop, remaining } = await runPhotos<Item, ItemEvent>({
    client: connection?.client ?? unconnectedClient(),
    items,
    settings: { concurrency, maxCredits, signal: interrupts.finish, giveUp: interrupts.abort },
    onSettled: (event) => reporter.file(event),
    onRequeued: ({ name }) => reporter.waiting(name),
    onStopped: () => undefined,
    onPause: (event) => reporter.paused(event),
    createWorker(tools) {
      const work = createWorker(tools)
      return async (item) => {
        try {
          return eventOf(item, await work(item))
        } catch (error) {
          if (interrupts.abort.aborted) abortError ??= error
          throw error
        }
      }
    },
    async fail(item, error) {
      failures.push(exitCodeOf(error))
      return eventOf(item, { status: 'failed', outputs: [], error: errorRecordOf(error) })
    },
  })
  const count = (status: ItemEvent['status']) => results.filter((file) => file.status === status).length
  const [done, failed, skipped] = [count('done'), count('failed'), count('skipped')]
  const error = stop?.error ?? abortError
  return {
    files: results,
    stopped: stop?.reason,
    link: stop?.reason === 'credits' && connection ? creditsLink(stop.error, connection) : undefined,
    summary: {
      schemaVersion: 2,
      type: 'summary',
      done,
      failed,
      skipped,
      ...(error !== undefined && { error: errorRecordOf(error) }),
      ...(remaining > 0 && { remaining }),
    },
    exitCode: exitCodeOfRun({ done, skipped, failures, stopped: stop && stopExitCode(stop, interrupts) }),
  }
}

/** The exit code of a run that stopped early. */
export const stopExitCode = (
  { reason, error }: Pick<Stop, 'reason' | 'error'>,
  { finish, abort }: Interrupts,
): ExitCode => exitCodeOf(reason === 'interrupted' ? { exitCode: abort.aborted ? abort.reason : finish.reason } : error)
