import type { Platelight } from '@platelight/sdk'
import { expect } from 'vitest'

type Status = Awaited<ReturnType<Platelight['jobs']['status']>>

/** An item of a batch in the status of its job. */
export interface Item {
  readonly index: number
  readonly status: 'completed' | 'failed'
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: string; readonly message: string }
}

/** Polls a job to its end. */
export async function jobEnded(client: Platelight, jobId: string): Promise<Status> {
  await expect.poll(async () => (await client.jobs.status(jobId)).status).toMatch(/SUCCESS|FAILURE/)
  return client.jobs.status(jobId)
}

export const itemsOf = (status: Status): Item[] =>
  ((status.result as { items: Item[] } | undefined)?.items ?? status.items ?? []) as Item[]

/** A reply without the signatures of its links, which differ in every reply. */
export const unsigned = <T>(reply: T): T =>
  JSON.parse(JSON.stringify(reply).replace(/\?exp=\d+&sig=[0-9a-f]+/g, '')) as T
