import { PlatelightError } from '@platelight/sdk'
import { CliError } from '../base/cli-errors.ts'
import type { ExitCode } from '../base/exit-codes.ts'
import type { Interrupts } from '../base/interrupts.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { agreeOnPrice } from '../folder-run/price-agreement.ts'
import { jobError } from '../jobs/job-failure.ts'
import { chargedItems } from '../operations/operation-call.ts'
import type { OperationItem } from '../operations/operation-items.ts'
import type { OperationReporter } from '../reporters/operation-reporter.ts'
import type { OperationReply } from '../reporting/item-events.ts'
import type { openProgressLine } from '../reporting/progress-line.ts'
import { type ProcessRecord, stableAddress } from './batch-record.ts'
import { orderBatches, waitForBatches } from './order-batches.ts'
import type { ProcessFlags, ProcessRequest } from './process-order.ts'
import { sendPhotos } from './send-photos.ts'

interface BatchesRun {
  readonly connection: Connection
  readonly context: Context
  readonly interrupts: Interrupts
  readonly record: ProcessRecord
  readonly line: ReturnType<typeof openProgressLine>
  readonly reporter: OperationReporter
}

/** Has all photos worked on, and gives for each item its answer or what was wrong. */
export async function runBatches(
  due: readonly OperationItem[],
  order: ProcessRequest,
  flags: ProcessFlags,
  { connection, context, interrupts, record, line, reporter }: BatchesRun,
) {
  const { price, items } = await agreed(due, order, flags, connection, context)
  const signal = AbortSignal.any([interrupts.finish, interrupts.abort])
  line.begin()
  try {
    const sending = { connection, concurrency: flags.concurrency ?? 4, signal, onPause: reporter.paused }
    const addresses = await sendPhotos(items, sending)
    const wanted = [...addresses.values()].filter((one) => typeof one === 'string')
    const tickets = await orderBatches(wanted, { order, price, record, connection, signal })
    const ticketOf = (address: string | Error) =>
      typeof address === 'string' ? tickets.get(stableAddress(address)) : undefined
    const needed = wanted.flatMap((address) => ticketOf(address) ?? [])
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
      /** A batch is forgotten when whatever it made is on disk. */
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

/** Has the price agreed to, and leaves out what a limit does not pay. */
async function agreed(
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

/** What an order of so many photos costs, by the server. Pictures do not change a price, so any address will do. */
export function quoteOf(order: ProcessRequest, quantity: number, { client }: Connection) {
  const body = { ...order, steps: [...order.steps], image_urls: ['https://example.com/photo.jpg'] }
  return client.service.estimate({ path: '/api/process', body, quantity })
}

const overLimit = (maxCredits: number | undefined) =>
  new PlatelightError('max_credits', `The limit of ${maxCredits} credits is reached.`)
