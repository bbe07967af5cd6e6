import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import type { Interrupts } from '../base/interrupts.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { agreeOnPrice } from '../enhance/price-agreement.ts'
import { jobError } from '../jobs/job-failure.ts'
import { chargedOf } from '../operations/operation-call.ts'
import type { OperationItem } from '../operations/operation-items.ts'
import type { OperationReply } from '../operations/operation-request.ts'
import type { openProgressLine } from '../reporting/progress-line.ts'
import { type ProcessRecord, stableAddress } from './batch-record.ts'
import { orderBatches, waitForBatches } from './order-batches.ts'
import type { ProcessFlags, ProcessRequest } from './process-order.ts'
import { sendPhotos } from './send-photos.ts'

interface During {
  readonly connection: Connection
  readonly context: Context
  readonly interrupts: Interrupts
  readonly record: ProcessRecord
  readonly line: ReturnType<typeof openProgressLine>
}

/** Has everything made, and tells for each job its answer or what was wrong. */
export async function runBatches(
  due: readonly OperationItem[],
  order: ProcessRequest,
  flags: ProcessFlags,
  { connection, context, interrupts, record, line }: During,
) {
  const { price, jobs } = await agreed(due, order, flags, connection, context)
  const { stdin } = context.environment
  const readStdin = async () => Buffer.concat(await stdin.toArray())
  const signal = AbortSignal.any([interrupts.finish, interrupts.abort])
  line.begin()
  try {
    const sending = { connection, concurrency: flags.concurrency ?? 4, signal, readStdin }
    const addresses = await sendPhotos(jobs, sending)
    const wanted = [...addresses.values()].filter((one) => typeof one === 'string')
    const tickets = await orderBatches(wanted, { order, price, record, connection, signal })
    const ticketOf = (address: string | Error) =>
      typeof address === 'string' ? tickets.get(stableAddress(address)) : undefined
    const needed = wanted.flatMap((address) => ticketOf(address) ?? [])
    const itemAt = await waitForBatches(needed, { connection, signal }, line.show)
    const results = new Map(
      due.map((job): [OperationItem, OperationReply | Error] => [job, notTaken(flags.maxCredits)]),
    )
    for (const [job, address] of addresses) {
      const ticket = ticketOf(address)
      if (!ticket) results.set(job, address as Error)
      else {
        const item = itemAt(ticket)
        results.set(job, item.result ? (item.result as unknown as OperationReply) : jobError(item.error))
      }
    }
    return {
      results,
      /** A batch is forgotten when whatever it made is on disk. */
      settle: (saved: ReadonlySet<OperationItem>) => {
        const done = new Set(needed.map(({ jobId }) => jobId))
        for (const [job, address] of addresses) {
          const ticket = ticketOf(address)
          if (ticket && !saved.has(job) && !(results.get(job) instanceof Error)) done.delete(ticket.jobId)
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
    'Stopped waiting. What was ordered is made on the server; the same command fetches it, and nothing is paid for twice.',
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
  if (connection.embedded && maxCredits === undefined) return { price: undefined, jobs: due }
  const { credits_each: price } = await quoteOf(order, due.length, connection)
  await agreeOnPrice({ photos: await chargedOf(due, connection), price, maxCredits }, connection, context)
  const affordable = maxCredits === undefined || price === 0 ? due.length : Math.floor(maxCredits / price)
  return { price, jobs: due.slice(0, affordable) }
}

/** What an order of so many photos costs, by the server. Pictures do not change a price, so any address will do. */
export function quoteOf(order: ProcessRequest, quantity: number, { client }: Connection) {
  const body = { ...order, steps: [...order.steps], image_urls: ['https://example.com/photo.jpg'] }
  return client.service.estimate({ path: '/api/process', body, quantity })
}

const notTaken = (maxCredits: number | undefined) =>
  new CliError(`--max-credits ${maxCredits} is reached.`, EXIT.credits, 'max_credits')
