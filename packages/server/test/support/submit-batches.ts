import type { Platelight } from '@platelight/sdk'
import { expect } from 'vitest'

type Status = Awaited<ReturnType<Platelight['jobs']['status']>>

/** An item of a batch, as the status of its job tells it. */
export interface Item {
  readonly index: number
  readonly status: 'completed' | 'failed'
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: string; readonly message: string }
}

/** Polls a job to its end. */
export async function jobEnded(client: Platelight, jobId: string, timeout = 60_000): Promise<Status> {
  await expect
    .poll(async () => (await client.jobs.status(jobId)).status, { timeout, interval: 50 })
    .toMatch(/SUCCESS|FAILURE/)
  return client.jobs.status(jobId)
}

export const itemsOf = (status: Status): Item[] =>
  ((status.result as { items: Item[] } | undefined)?.items ?? status.items ?? []) as Item[]

/** What differs between two answers about the same pictures: links are signed anew on every read. */
export const unsigned = <T>(reply: T): T =>
  JSON.parse(JSON.stringify(reply).replace(/\?exp=\d+&sig=[0-9a-f]+/g, '')) as T
