import { PlatelightError } from '@platelight/sdk'
import { runPhotos } from '@platelight/sdk/folder-engine'
import type { PausedEvent, ResumedEvent } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'
import type { ExitCode } from '../base/exit-codes.ts'
import type { Interrupts } from '../base/interrupts.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { agreeOnPrice } from '../folder-run/price-agreement.ts'
import { jobError } from '../jobs/follow-job.ts'
import { chargedItems } from '../operations/operation-call.ts'
import type { OperationItem } from '../operations/operation-items.ts'
import { sourceUrl } from '../operations/operation-request.ts'
import type { OperationReporter } from '../reporters/operation-reporter.ts'
import type { OperationReply } from '../reporting/item-events.ts'
import type { openProgressLine } from '../reporting/progress-line.ts'
import { type ProcessRecord, stableAddress } from './batch-record.ts'
import { orderBatches, waitForBatches } from './order-batches.ts'
import type { ProcessFlags, ProcessRequest } from './process-order.ts'

interface BatchesRun {
  readonly connection: Connection
  readonly context: Context
  readonly interrupts: Interrupts
  readonly record: ProcessRecord
  readonly line: ReturnType<typeof openProgressLine>
  readonly reporter: OperationReporter
}

/** Uploads all photos, processes them in batches, and returns the reply or error of each item. */
export async function runBatches(
  due: readonly OperationItem[],
  order: ProcessRequest,
  flags: ProcessFlags,
  { connection, context, interrupts, record, line, reporter }: BatchesRun,
) {
  const { price, items } = await agreeOnOrder(due, order, flags, connection, context)
  const signal = AbortSignal.any([interrupts.finish, interrupts.abort])
  line.begin()
  try {
    const options = { connection, concurrency: flags.concurrency ?? 4, signal, onPause: reporter.paused }
    const addresses = await sendPhotos(items, options)
    const uploaded = [...addresses.values()].filter((address) => typeof address === 'string')
    const tickets = await orderBatches(uploaded, { order, price, record, connection, signal })
    const ticketOf = (address: string | Error) =>
      typeof address === 'string' ? tickets.get(stableAddress(address)) : undefined
    const needed = uploaded.flatMap((address) => ticketOf(address) ?? [])
    const itemAt = await waitForBatches(needed, { connection, signal }, line.show)
    const results = new Map(
      due.map((item): [OperationItem, OperationReply | Error] => [item, overLimit(flags.maxCredits)]),
    )
    for (const [item, address] of addresses) {
      const ticket = ticketOf(address)
      if (!ticket) results.set(item, address as Error)
      else {
        const { result, error } = itemAt(ticket)
        results.set(item, result ? (result as unknown as OperationReply) : jobError(error))
      }
    }
    return {
      results,
      /** Removes the batches from the record whose results are all saved. */
      settle: (saved: ReadonlySet<OperationItem>) => {
        const done = new Set(needed.map(({ jobId }) => jobId))
        for (const [item, address] of addresses) {
          const ticket = ticketOf(address)
          if (ticket && !saved.has(item) && !(results.get(item) instanceof Error)) done.delete(ticket.jobId)
        }
        record.forget(done)
      },
    }
  } catch (error) {
    throw signal.aborted ? stoppedBy(signal) : error
  } finally {
    line.clear()
  }
}

const stoppedBy = ({ reason }: AbortSignal) =>
  new CliError(
    'Stopped waiting. The server continues the work. Run the same command again to fetch the results; nothing is paid for twice.',
    reason as ExitCode,
    'aborted',
  )

/** Confirms the price and leaves out the photos above the credit limit. */
async function agreeOnOrder(
  due: readonly OperationItem[],
  order: ProcessRequest,
  flags: ProcessFlags,
  connection: Connection,
  context: Context,
) {
  const { maxCredits } = flags
  if (connection.embedded && maxCredits === undefined) return { price: undefined, items: due }
  const { credits_each: price } = await quoteOf(order, due.length, connection)
  await agreeOnPrice({ photos: await chargedItems(due, connection), price, maxCredits }, connection, context)
  const affordable = maxCredits === undefined || price === 0 ? due.length : Math.floor(maxCredits / price)
  return { price, items: due.slice(0, affordable) }
}

/** The server's price of an order. It does not depend on the pictures, so any URL will do. */
export function quoteOf(order: ProcessRequest, quantity: number, { client }: Connection) {
  const body = { ...order, steps: [...order.steps], image_urls: ['https://example.com/photo.jpg'] }
  return client.service.estimate({ path: '/api/process', body, quantity })
}

const overLimit = (maxCredits: number | undefined) =>
  new PlatelightError('max_credits', `The limit of ${maxCredits} credits is reached.`)

interface SendOptions {
  readonly connection: Connection
  readonly concurrency: number
  readonly signal: AbortSignal
  readonly onPause: (event: PausedEvent | ResumedEvent) => void
}

/**
 * Uploads local photos, several at a time. A file that the server refuses does not stop the others.
 *
 * @returns the URL or the error of each item
 * @throws an error that concerns every photo, such as an unreachable server
 */
async function sendPhotos(
  items: readonly OperationItem[],
  { connection, concurrency, signal, onPause }: SendOptions,
): Promise<ReadonlyMap<OperationItem, string | Error>> {
  const addresses = new Map<OperationItem, string | Error>()
  const { stop } = await runPhotos<OperationItem, void>({
    client: connection.client,
    items,
    onPause,
    settings: { concurrency, maxCredits: undefined, signal, giveUp: signal },
    onSettled: () => undefined,
    onRequeued: () => undefined,
    onStopped: () => undefined,
    createWorker: (tools) => async (item) => {
      const [source] = item.sources
      if (source) addresses.set(item, await sourceUrl(source, connection, tools))
    },
    async fail(item, error) {
      addresses.set(item, error as Error)
    },
  })
  if (stop) throw stop.error ?? signal.reason
  return addresses
}
