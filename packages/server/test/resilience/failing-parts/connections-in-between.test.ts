import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EventReceiver, eventReceiver } from '../../support/network/event-receiver.ts'
import { startProcess } from '../../support/server-process.ts'
import { gateTo } from '../../support/services/database-gate.ts'
import { startPgBouncer } from '../../support/services/pg-bouncer.ts'
import { statements } from '../../support/services/postgres-cluster.ts'
import {
  booksOf,
  booksOfPhotos,
  type SeveralServers,
  severalServers,
  steadyCallers,
} from '../../support/services/several-servers.ts'
import { createPostgresDatabase, onPostgres } from '../../support/test-database.ts'

describe('what stands between the processes and PostgreSQL', onPostgres, () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  let receiver: EventReceiver
  let servers: SeveralServers
  beforeAll(async () => {
    receiver = await eventReceiver()
  })
  afterAll(() => receiver?.close())
  afterEach(async () => {
    await servers?.close()
    await database?.drop()
    receiver.received.length = 0
  })

  /** Has photos made through two processes by two. Each is charged once and announced. */
  async function expectToWork(settings: Record<string, string>) {
    servers = await severalServers({ PLATELIGHT_DATABASE_URL: database.url, ...settings })
    const [front, second] = await Promise.all([servers.start('api'), servers.start('all'), servers.start('worker')])
    const fronts = [front, second]
    const clients = await servers.customerOf(fronts)
    await clients[0]!.webhookEndpoints.create({ url: receiver.url, events: ['photo.enhancement.completed'] })
    const callers = await steadyCallers(clients)
    await callers.more(8)
    const photos = (await callers.stop()).length
    expect(callers.refusals.filter(({ status }) => status !== 429)).toEqual([])
    await expect.poll(() => booksOf(database.url)).toEqual(booksOfPhotos(photos))
    expect(receiver.received).toHaveLength(photos)
  }

  test(
    'everything but listening and jobs works through PgBouncer in transaction mode, and leaves nothing in its sessions',
    needs('pgbouncer'),
    async () => {
      database = await createPostgresDatabase()
      const size = 3
      const bouncer = await startPgBouncer(database.url, { size })
      try {
        await expectToWork({
          PLATELIGHT_DATABASE_URL: bouncer.url,
          PLATELIGHT_DATABASE_DIRECT_URL: database.url,
        })
        const opened = await statements(
          database.url,
          `select application_name as name, count(*)::int from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() group by 1 order by 1`,
        )
        expect(opened.map(({ name }) => name)).toEqual(['platelight', 'platelight jobs', 'platelight listener'])
        expect(opened[0]?.count).toBeLessThanOrEqual(size)
        for (let session = 0; session < size * 2; session++) {
          expect(
            await statements(
              bouncer.url,
              `select (select count(*)::int from pg_prepared_statements) as prepared,
                (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks,
                (select count(*)::int from pg_listening_channels()) as channels,
                current_setting('idle_in_transaction_session_timeout') as "limit"`,
            ),
          ).toEqual([{ prepared: 0, locks: 0, channels: 0, limit: '20s' }])
        }

        const folder = await mkdtemp(join(tmpdir(), 'platelight-pooled-'))
        await expect(startProcess(folder, { env: { PLATELIGHT_DATABASE_URL: bouncer.url } })).rejects.toThrow(
          /ended with 2: .*PLATELIGHT_DATABASE_DIRECT_URL is missing or leads through a pool/s,
        )
        await rm(folder, { recursive: true, force: true })
      } finally {
        await servers.close()
        await bouncer.stop()
      }
    },
  )

  test('when every notification is lost, callers still get their photos and webhooks arrive', async () => {
    database = await createPostgresDatabase()
    const deaf = await gateTo(database.url, { notifications: false })
    try {
      await expectToWork({ PLATELIGHT_DATABASE_DIRECT_URL: deaf.url })
      expect(deaf.dropped()).toBeGreaterThan(5)
    } finally {
      await servers.close()
      await deaf.close()
    }
  })
})
