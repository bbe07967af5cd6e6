import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { onlyIf } from '@platelight/imaging/testing/machine/only-if.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_S3 } from '../../support/blobs/stored-blobs.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { onPostgres } from '../../support/test-database.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('a server that reaches its database and its storage is ready, and counts the workers that are online', async () => {
  const ready = await fetch(`${app.url}/health/ready`)
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    {
      status: 'ok',
      checks: {
        database: { status: 'ok' },
        storage: { status: 'ok' },
        queue: { status: 'ok', pending: 0 },
        workers: { status: 'ok', online: 1, last_seen_at: expect.any(String) },
      },
    },
  ])
})

describe('with pictures in a folder', onlyIf(TEST_S3 === undefined, 'only with pictures in a folder'), () => {
  test('a server without its storage is alive but not ready, and says which part failed', async () => {
    const blobs = join(app.dataFolder, 'blobs')
    await rename(blobs, `${blobs}-gone`)
    const ready = await fetch(`${app.url}/health/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { error: { code: 'overloaded', message: expect.stringContaining('storage failed') } },
    ])
    expect(ready.headers.get('retry-after')).toBe('5')
    expect((await fetch(`${app.url}/health`)).status).toBe(200)
    expect(await (await fetch(`${app.url}/api/health`)).json()).toMatchObject({ status: 'degraded' })
    await rename(`${blobs}-gone`, blobs)
    expect((await fetch(`${app.url}/health/ready`)).status).toBe(200)
  })
})

test('a server whose tables of jobs are gone is not ready, and says so', onPostgres, async () => {
  const { db } = app.core.database
  const rename = (from: string, to: string) => sql`alter view ${sql.table(from)} rename to ${sql.ref(to)}`.execute(db)
  await rename('graphile_worker.jobs', 'jobs_gone')
  const ready = await fetch(`${app.url}/health/ready`)
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { error: { message: expect.stringContaining('queue failed') } },
  ])
  await rename('graphile_worker.jobs_gone', 'jobs')
  expect((await fetch(`${app.url}/health/ready`)).status).toBe(200)
})

test('a process without workers is ready, and its health says that runs wait', async () => {
  await app.core.database.db.updateTable('workers').set({ status: 'draining' }).execute()
  expect((await fetch(`${app.url}/health/ready`)).status).toBe(200)
  const health = (await (await fetch(`${app.url}/api/health`)).json()) as {
    checks: { workers: { status: string; message: string } }
  }
  expect(health.checks.workers).toMatchObject({
    status: 'failed',
    online: 0,
    message: expect.stringContaining('Runs wait'),
  })
})
