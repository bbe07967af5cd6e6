import { idempotencyKey } from '@platelight/sdk/folder-engine'
import type { Connection } from '../context/server-connection.ts'
import { followJob, itemsOf, type JobItem, type JobSnapshot } from '../jobs/follow-job.ts'
import { type ProcessRecord, type RecordedBatch, stableAddress } from './batch-record.ts'
import { BATCH, type ProcessRequest } from './process-order.ts'

/** The batch item that will hold the result of a picture. */
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
 * Orders the pictures that no earlier run has ordered, a hundred at a time.
 *
 * @returns the batch item of each picture, by stable address
 * @throws what the client throws; batches ordered before that are on record
 */
export async function orderBatches(
  addresses: readonly string[],
  ordering: BatchOrdering,
): Promise<Map<string, Ticket>> {
  const { order, record, connection } = ordering
  const tickets = new Map<string, Ticket>()
  const addTickets = ({ job_id, addresses: batchAddresses }: RecordedBatch) => {
    for (const [index, address] of batchAddresses.entries())
      if (!tickets.has(address)) tickets.set(address, { jobId: job_id, index })
  }
  for (const batch of record.of(serverOf(connection), order)) if (await isUsable(batch, ordering)) addTickets(batch)
  const missing = [...new Map(addresses.map((address) => [stableAddress(address), address]))].filter(
    ([key]) => !tickets.has(key),
  )
  for (let at = 0; at < missing.length; at += BATCH) {
    const part = missing.slice(at, at + BATCH)
    addTickets(
      await orderBatch(
        part.map(([, address]) => address),
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
  let failedJob = ''
  for (;;) {
    // The key is the same for the same order, so a retry after a lost answer finds the same batch.
    const key = idempotencyKey('/api/process', order, addresses, failedJob)
    const options = { signal, idempotencyKey: key, ...limit }
    const { data, meta } = await client.images.process(body, options).withResponse()
    const ordered_at = new Date().toISOString()
    const batch = { server: serverOf(connection), job_id: data.job_id, order, addresses, ordered_at }
    record.add(batch)
    // If an earlier run ordered this batch and it failed, order it again with a new key.
    if (!meta.replayed || (await isUsable(batch, ordering))) return batch
    failedJob = data.job_id
  }
}

/** The built-in server has a different port each time, so its URL is not recorded. */
const serverOf = ({ embedded, client }: Connection): string => (embedded ? 'built-in' : client.baseUrl)

/** Whether the server knows a recorded batch and it did not fail. If not, the batch is removed from the record. */
async function isUsable({ job_id }: RecordedBatch, { connection, signal, record }: BatchOrdering): Promise<boolean> {
  const known = await connection.client.jobs.status(job_id, { signal }).catch((error: unknown) => {
    if ((error as { status?: number }).status === 404) return undefined
    throw error
  })
  if (known && known.status !== 'FAILURE') return true
  record.forget(new Set([job_id]))
  return false
}

/** Waits for the batches of the tickets, and returns a function that gives the result of a ticket. */
export async function waitForBatches(
  tickets: readonly Ticket[],
  { connection: { client }, signal }: Pick<BatchOrdering, 'connection' | 'signal'>,
  onProgress: (done: number, total: number, percent: number) => void,
): Promise<(ticket: Ticket) => JobItem> {
  const ids = [...new Set(tickets.map(({ jobId }) => jobId))]
  // Photos with the same content are one item of their batch.
  const photos = new Set(tickets.map(({ jobId, index }) => `${jobId} ${index}`)).size
  const progressOf = new Map<string, NonNullable<JobSnapshot['progress']>>()
  const sum = (field: 'current' | 'total') => [...progressOf.values()].reduce((total, job) => total + job[field], 0)
  const ended = new Map<string, JobSnapshot>()
  for (const id of ids) {
    const onChange = ({ progress }: JobSnapshot) => {
      if (progress) progressOf.set(id, progress)
      // Items in progress count for the percentage, but not for the number of finished items.
      const weighted = [...progressOf.values()].reduce((total, job) => total + job.percent * job.total, 0)
      const total = Math.max(sum('total'), photos)
      if (progress) onProgress(sum('current'), total, total === 0 ? 0 : Math.floor(weighted / total))
    }
    const end = await followJob(client, id, { signal, onChange })
    ended.set(id, end)
    const { length = 1 } = itemsOf(end) ?? []
    progressOf.set(id, { current: length, total: length, percent: 100, status: '' })
  }
  return ({ jobId, index }) => {
    const end = ended.get(jobId)
    const item = end && itemsOf(end)?.find((candidate) => candidate.index === index)
    if (item) return item
    const error = end?.error ?? { code: 'result_missing', message: 'The server did not report a result.' }
    return { index, status: 'failed', error }
  }
}
