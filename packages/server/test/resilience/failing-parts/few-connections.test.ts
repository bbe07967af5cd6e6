import { setTimeout as delay } from 'node:timers/promises'
import type { Platelight } from '@platelight/sdk'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedBlobs } from '../../support/blobs/stored-blobs.ts'
import { type EventReceiver, eventReceiver } from '../../support/network/event-receiver.ts'
import { type PostgresCluster, startCluster } from '../../support/services/postgres-cluster.ts'
import {
  booksOf,
  booksOfPhotos,
  type SeveralServers,
  severalServers,
  steadyCallers,
} from '../../support/services/several-servers.ts'
import { onPostgres } from '../../support/test-database.ts'

describe('processes that have one connection for statements, on a database with few', onPostgres, () => {
  let cluster: PostgresCluster
  let receiver: EventReceiver
  let servers: SeveralServers
  let front: { url: string }
  let client: Platelight
  /** A client of the process that also makes the photos and sweeps. */
  let works: Platelight
  let photos = 0

  beforeAll(async () => {
    cluster = await startCluster({ max_connections: 10, superuser_reserved_connections: 0, max_wal_senders: 0 })
    receiver = await eventReceiver()
    servers = await severalServers({ PLATELIGHT_DATABASE_URL: cluster.url, PLATELIGHT_DATABASE_CONNECTIONS: '1' })
    const fronts = await Promise.all([servers.start('api'), servers.start('all')])
    front = fronts[0]
    ;[client, works] = (await servers.customerOf(fronts)) as [Platelight, Platelight]
    await client.webhookEndpoints.create({ url: receiver.url, events: ['photo.enhancement.completed'] })
  })
  afterAll(async () => {
    await servers?.close()
    await cluster?.stop()
    await receiver?.close()
  })

  const expectWhole = () => expect.poll(() => booksOf(cluster.url)).toEqual(booksOfPhotos(photos))

  test('no process waits for itself: photos are made, events are sent, garbage is deleted', async () => {
    const callers = await steadyCallers([client])
    await callers.more(8)
    const made = await callers.stop()
    photos += made.length
    expect(callers.refusals).toEqual([])
    await expectWhole()
    const before = (await storedBlobs(servers.folder)).length
    await works.photos.delete(made[0]!.id)
    await expect.poll(async () => (await storedBlobs(servers.folder)).length).toBeLessThan(before)
  })

  /** Takes every connection that is free or becomes free, also those of the processes. */
  async function exhaust(): Promise<Client[]> {
    const taken: Client[] = []
    let refusals = 0
    // The first one stays, so that it can end those of others.
    for (;;) {
      const one = new Client({ connectionString: cluster.url, application_name: 'greedy' })
      one.on('error', () => {})
      try {
        await one.connect()
        taken.push(one)
        refusals = 0
      } catch {
        await one.end().catch(() => {})
        const { rowCount } = await taken[0]!.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'platelight%'`,
        )
        // A connection that has just ended is listed no longer, and may not be free yet.
        refusals = rowCount === 0 ? refusals + 1 : 0
        if (refusals === 5) return taken
        await delay(50)
      }
    }
  }

  test('without connections requests get 503, a start says why it fails, and everything works again afterwards', async () => {
    const callers = await steadyCallers([client])
    await callers.more(2)
    const taken = await exhaust()
    await expect(client.keys.create({ name: 'another' })).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('The database cannot be reached at the moment'),
    })
    expect((await fetch(`${front.url}/health/ready`)).status).toBe(503)
    await expect(servers.start('api')).rejects.toThrow(/has no connections left. Raise max_connections/)

    await Promise.all(taken.map((one) => one.end()))
    await callers.more(4)
    photos += (await callers.stop()).length
    expect(callers.refusals.filter(({ status }) => status !== 503)).toEqual([])
    await expectWhole()
    expect((await fetch(`${front.url}/health/ready`)).status).toBe(200)
  })
})
