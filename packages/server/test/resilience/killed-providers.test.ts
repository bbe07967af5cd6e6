import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { effort } from '../../../../scripts/workspace/test-effort.ts'
import { IMAGE_PROVIDERS, type ImageProvider } from '../../src/base/engine-capability.ts'
import { TASK_PROTOCOLS } from '../../src/engines/synthesis/task-protocols.ts'
import { storedBlobs } from '../support/blobs/stored-blobs.ts'
import { DIRECT_POINTS, killAt, TASK_POINTS } from '../support/providers/kill-points.ts'
import { providerStandIn } from '../support/providers/provider-stand-in.ts'
import { createKey, startProcess } from '../support/server-process.ts'

const pointsOf = (provider: ImageProvider) => (TASK_PROTOCOLS[provider] ? TASK_POINTS : DIRECT_POINTS)

/** Each start takes seconds: providers of one kind share the points of their kind. At night each is killed at all of them. */
const someOf = (provider: ImageProvider) => {
  const kind = IMAGE_PROVIDERS.filter((one) => pointsOf(one) === pointsOf(provider))
  const share = effort(Math.min(3, kind.length), 1)
  return pointsOf(provider).filter((_, index) => index % share === kind.indexOf(provider) % share)
}

test('each provider is killed at ten different points', () => {
  for (const provider of IMAGE_PROVIDERS) {
    expect([provider, new Set(pointsOf(provider).map(({ at }) => at)).size]).toEqual([provider, 10])
  }
})

test.each(IMAGE_PROVIDERS)(
  'a server killed during an order at %s pays once, stores once and charges once what it stored',
  async (provider) => {
    const folder = await mkdtemp(join(tmpdir(), 'platelight-provider-'))
    const standIn = await providerStandIn(provider)
    // One thread, because starts are most of the time.
    const env = { PLATELIGHT_ENGINE_SYNTHESIS: provider, PLATELIGHT_THREADS: '1', ...standIn.env }
    const { key } = await createKey(folder, 50)
    let server = await startProcess(folder, { env })
    const client = () => new Platelight({ baseUrl: server.url, apiKey: key, maxRetries: 0 })
    try {
      for (const point of someOf(provider)) {
        standIn.forget()
        const before = (await client().account.credits()).credits
        const blobs = (await storedBlobs(folder)).length
        let jobId = ''
        const signs = {
          has: async (what: 'noted' | 'stored' | 'ended') =>
            what === 'stored'
              ? (await storedBlobs(folder)).length > blobs
              : what === 'noted'
                ? query(folder, 'select count(provider_task) as n from runs where id = ?', jobId) > 0
                : query(folder, "select count(*) as n from runs where id = ? and state = 'succeeded'", jobId) > 0,
        }
        const { submitted, dead } = killAt(standIn, point, signs, () => server.kill())
        jobId = String((await client().jobs.submit('generate_image', { prompt: 'Tacos on slate' })).id)
        submitted()
        await dead
        standIn.misbehaves(() => undefined)
        server = await startProcess(folder, { env })
        await expect
          .poll(async () => (await client().jobs.status(jobId)).status, { interval: 200 })
          .toMatch(/SUCCESS|FAILURE/)

        const end = (await client().jobs.status(jobId)).status
        const made = end === 'SUCCESS' ? 1 : 0
        const stored = query(folder, "select count(*) as n from run_images where run_id = ? and role = 'output'", jobId)
        const charged = before - (await client().account.credits()).credits
        const paid = standIn.orders.length
        expect({ at: point.at, end, stored, charged, paid }).toEqual({
          at: point.at,
          end: point.end === 'either' ? end : point.end,
          stored: made,
          charged: made,
          paid: point.paid === 'at most 1' ? Math.min(paid, 1) : point.paid,
        })
        // What was made was paid, whichever end it is.
        expect([point.at, paid >= made]).toEqual([point.at, true])
      }
    } finally {
      await server.kill()
      await standIn.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

/** A count from the server's database. */
function query(folder: string, sql: string, runId: string): number {
  const db = new SqliteDatabase(join(folder, 'platelight.db'), { readonly: true })
  try {
    return (db.prepare(sql).get(runId) as { n: number }).n
  } finally {
    db.close()
  }
}
