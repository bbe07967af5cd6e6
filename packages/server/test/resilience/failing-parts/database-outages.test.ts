import { setTimeout as sleep } from 'node:timers/promises'
import type { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventReceiver, eventReceiver } from '../../support/network/event-receiver.ts'
import { gateTo } from '../../support/services/database-gate.ts'
import { type PostgresCluster, startCluster } from '../../support/services/postgres-cluster.ts'
import { pauseCluster, startStandby } from '../../support/services/postgres-outages.ts'
import {
  booksOf,
  booksOfPhotos,
  type SeveralServers,
  severalServers,
  steadyCallers,
} from '../../support/services/several-servers.ts'
import { onPostgres } from '../../support/test-database.ts'

describe('under load, while PostgreSQL is away', onPostgres, () => {
  let primary: PostgresCluster
  let standby: Awaited<ReturnType<typeof startStandby>>
  let gate: Awaited<ReturnType<typeof gateTo>>
  let servers: SeveralServers
  let receiver: EventReceiver
  let fronts: { url: string }[]
  let clients: Platelight[]
  let photos = 0

  beforeAll(async () => {
    primary = await startCluster({ synchronous_commit: 'remote_apply' })
    gate = await gateTo(primary.url)
    servers = await severalServers({ PLATELIGHT_DATABASE_URL: gate.url })
    const [front, second] = await Promise.all([servers.start('api'), servers.start('all'), servers.start('worker')])
    fronts = [front, second]
    clients = await servers.customerOf(fronts)
    receiver = await eventReceiver()
    await clients[0]!.webhookEndpoints.create({ url: receiver.url, events: ['photo.enhancement.completed'] })
  })
  afterAll(async () => {
    await servers?.close()
    await gate?.close()
    await standby?.stop()
    await primary?.stop()
    await receiver?.close()
  })

  /** What a load balancer sees. */
  const ready = async () => Promise.all(fronts.map(async ({ url }) => (await fetch(`${url}/health/ready`)).status))

  /** Has photos made while something happens, and some more afterwards. @returns the refusals */
  async function duringLoad(what: () => Promise<void>) {
    const callers = await steadyCallers(clients)
    try {
      await callers.more(8)
      await what()
      await callers.more(8)
    } finally {
      photos += (await callers.stop()).length
    }
    for (const { link } of callers.made.slice(-4)) {
      const file = await fetch(link)
      expect((await file.arrayBuffer()).byteLength).toBe(Number(file.headers.get('content-length')))
    }
    return callers.refusals
  }

  /** Every photo was made once, charged once and announced. */
  async function expectWhole(url: string) {
    await expect.poll(() => booksOf(url)).toEqual(booksOfPhotos(photos))
    const announced = receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id)
    expect(new Set(announced).size).toBe(photos)
  }

  test('requests wait or get 503 while it is paused for 20 s; nothing is lost, and all processes work afterwards', async () => {
    const refusals = await duringLoad(async () => {
      const resume = await pauseCluster(primary.url)
      const resumed = sleep(20_000).then(resume)
      expect(await ready()).toEqual([503, 503])
      await resumed
    })
    expect(refusals.filter(({ status }) => status !== 503)).toEqual([])
    await expectWhole(primary.url)
    expect(await ready()).toEqual([200, 200])
  })

  test('after a failover to the standby, nothing that was confirmed is missing', async () => {
    standby = await startStandby(primary.url)
    const refusals = await duringLoad(async () => {
      await primary.kill()
      await gate.close()
      // The address leads to the standby before that is promoted, so at first it can only be read.
      await gate.reopen(standby.url)
      const written = () => clients[0]!.keys.create({ name: 'another' })
      for (let n = 0; n < 3; n++) await expect(written()).rejects.toMatchObject({ status: 503 })
      await standby.promote()
    })
    expect(refusals.filter(({ status }) => status !== 503)).toEqual([])
    await expectWhole(standby.url)
    expect(await ready()).toEqual([200, 200])
  })
})
