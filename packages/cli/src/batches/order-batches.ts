import { idempotencyKey } from '@platelight/sdk/folder-engine'
import type { Connection } from '../context/server-connection.ts'
import { followJob, itemsOf, type JobItem, type JobSnapshot } from '../jobs/follow-job.ts'
import { type ProcessRecord, type RecordedBatch, stableAddress } from './batch-record.ts'
import { BATCH, type ProcessRequest } from './process-order.ts'

/** Where the result of an address will be: an item of a batch. */
export interface Ticket {
  readonly jobId: string
  readonly index: number
}

export interface BatchOrdering {
  readonly order: ProcessRequest
  readonly price: number | undefined
  readonly record: ProcessRecord
  readonly connection: Connection
  readonly signal: AbortSignal
}

/**
 * Orders what no earlier run has ordered, a hundred pictures at a time, and tells for each address where its result is.
 *
 * @throws what the client throws; what was ordered before that is on record.
 */
export async function orderBatches(
  addresses: readonly string[],
  ordering: BatchOrdering,
): Promise<Map<string, Ticket>> {
  const { order, record, connection } = ordering
  const tickets = new Map<string, Ticket>()
  const take = ({ job_id, addresses: all }: RecordedBatch) => {
    for (const [index, address] of all.entries())
      if (!tickets.has(address)) tickets.set(address, { jobId: job_id, index })
  }
  for (const batch of record.of(serverOf(connection), order)) if (await isThere(batch, ordering)) take(batch)
  const missing = [...new Map(addresses.map((each) => [stableAddress(each), each]))].filter(
    ([key]) => !tickets.has(key),
  )
  for (let at = 0; at < missing.length; at += BATCH) {
    const some = missing.slice(at, at + BATCH)
    take(
      await orderBatch(
        some.map(([, address]) => address),
        ordering,
      ),
    )
  }
  return tickets
}

async function orderBatch(image_urls: readonly string[], ordering: BatchOrdering): Promise<RecordedBatch> {
  const { order, price, record, connection, signal } = ordering
  const { client } = connection
  const body = { ...order, steps: [...order.steps], image_urls: [...image_urls] }
  const addresses = image_urls.map(stableAddress)
  const limit = price === undefined ? {} : { maxCredits: price * image_urls.length }
  let before = ''
  for (;;) {
    // The same request is the same batch, also where the answer of the first call was lost.
    const key = idempotencyKey('/api/process', order, addresses, before)
    const options = { signal, idempotencyKey: key, ...limit }
    const { data, meta } = await client.images.process(body, options).withResponse()
    const ordered_at = new Date().toISOString()
    const batch = { server: serverOf(connection), job_id: data.job_id, order, addresses, ordered_at }
    record.add(batch)
    // A batch of an earlier run that failed is ordered anew.
    if (!meta.replayed || (await isThere(batch, ordering))) return batch
    before = data.job_id
  }
}

/** The built-in server has another port every time. */
const serverOf = ({ embedded, client }: Connection): string => (embedded ? 'built-in' : client.baseUrl)

/** Whether a batch on record is on the server and did not come to nothing; if not, it is forgotten. */
async function isThere({ job_id }: RecordedBatch, { connection, signal, record }: BatchOrdering): Promise<boolean> {
  const known = await connection.client.jobs.status(job_id, { signal }).catch((error: unknown) => {
    if ((error as { status?: number }).status === 404) return undefined
    throw error
  })
  if (known && known.status !== 'FAILURE') return true
  record.forget(new Set([job_id]))
  return false
}

/** Waits for the batches of some tickets, and returns what became of each item. */
export async function waitForBatches(
  tickets: readonly Ticket[],
  { connection: { client }, signal }: Pick<BatchOrdering, 'connection' | 'signal'>,
  onProgress: (done: number, total: number, percent: number) => void,
): Promise<(ticket: Ticket) => JobItem> {
  const ids = [...new Set(tickets.map(({ jobId }) => jobId))]
  // Photos with the same content are one item of their batch.
  const photos = new Set(tickets.map(({ jobId, index }) => `${jobId} ${index}`)).size
  const at = new Map<string, NonNullable<JobSnapshot['progress']>>()
  const sum = (field: 'current' | 'total') => [...at.values()].reduce((all, one) => all + one[field], 0)
  const ended = new Map<string, JobSnapshot>()
  for (const id of ids) {
    const onChange = ({ progress }: JobSnapshot) => {
      if (progress) at.set(id, progress)
      // Items at work are part of the percentage, and not of the count.
      const parts = [...at.values()].reduce((all, one) => all + one.percent * one.total, 0)
      const total = Math.max(sum('total'), photos)
      if (progress) onProgress(sum('current'), total, total === 0 ? 0 : Math.floor(parts / total))
    }
    const end = await followJob(client, id, { signal, onChange })
    ended.set(id, end)
    const { length = 1 } = itemsOf(end) ?? []
    at.set(id, { current: length, total: length, percent: 100, status: '' })
  }
  return ({ jobId, index }) => {
    const end = ended.get(jobId)
    const item = end && itemsOf(end)?.find((one) => one.index === index)
    if (item) return item
    const error = end?.error ?? { code: 'result_missing', message: 'The server did not report a result.' }
    return { index, status: 'failed', error }
  }
}
