import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/database/migrations/index.ts'
import { type EventReceiver, eventReceiver } from '../../support/network/event-receiver.ts'
import { statements } from '../../support/services/postgres-cluster.ts'
import {
  booksOf,
  booksOfPhotos,
  type SeveralServers,
  severalServers,
  steadyCallers,
  uploadPhoto,
} from '../../support/services/several-servers.ts'
import { createEmptyPostgresDatabase, onPostgres } from '../../support/test-database.ts'

const WRONG_CLOCK = fileURLToPath(new URL('../../support/services/wrong-clock.mjs', import.meta.url))
const MINUTE_MS = 60_000

/** Settings of a process whose clock is wrong by some minutes. */
const wrongBy = (minutes: number) => ({
  NODE_OPTIONS: `--import ${WRONG_CLOCK}`,
  TEST_CLOCK_WRONG_BY_MS: String(minutes * MINUTE_MS),
})

describe('processes that start at once on an empty database, with clocks ten minutes apart', onPostgres, () => {
  let database: Awaited<ReturnType<typeof createEmptyPostgresDatabase>>
  let receiver: EventReceiver
  let servers: SeveralServers
  let fronts: { url: string }[]
  let clients: Platelight[]

  beforeAll(async () => {
    receiver = await eventReceiver()
    database = await createEmptyPostgresDatabase()
    servers = await severalServers({ PLATELIGHT_DATABASE_URL: database.url })
    const [early, late] = await Promise.all([
      servers.start('api', wrongBy(-5)),
      servers.start('all', wrongBy(5)),
      servers.start('worker', wrongBy(-5)),
    ])
    fronts = [early, late]
    clients = await servers.customerOf(fronts)
  })
  afterAll(async () => {
    await servers?.close()
    await database?.drop()
    await receiver?.close()
  })

  test('each migration is applied once', async () => {
    const applied = await statements(database.url, 'select name from migrations order by name')
    expect(applied.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name).sort())
  })

  test('leases and deliveries are not disturbed, and events have the time of the database', async () => {
    await clients[0]!.webhookEndpoints.create({ url: receiver.url, events: ['photo.enhancement.completed'] })
    const callers = await steadyCallers(clients)
    await callers.more(8)
    const made = await callers.stop()
    await expect.poll(() => booksOf(database.url)).toEqual(booksOfPhotos(made.length))
    expect(callers.refusals.filter(({ status }) => status !== 429)).toEqual([])
    expect(await statements(database.url, 'select distinct attempts::int from runs')).toEqual([{ attempts: 1 }])
    expect(receiver.received).toHaveLength(made.length)
    for (const { timestamp, at } of receiver.received) {
      expect(Math.abs(Number(timestamp) * 1000 - at)).toBeLessThan(4 * MINUTE_MS)
    }
    // A link that one process signed is good at the other.
    const { pathname, search } = new URL(made[0]!.link)
    for (const { url } of fronts) expect((await fetch(url + pathname + search)).status).toBe(200)
  })

  test('an Idempotency-Key finds the same photo in both processes', async () => {
    const image = await uploadPhoto(clients[0]!)
    const ids = await Promise.all(
      clients.map(async (client) => {
        const { id } = await client.photos.enhance({ image, upscale: false }, { idempotencyKey: 'the same' })
        return id
      }),
    )
    expect(new Set(ids).size).toBe(1)
  })

  test('a session of one process is good in the other, and both count against the same rate limit', async () => {
    const person = { email: 'mara@trattoria.example', password: 'seven purple artichokes' }
    const visitors = fronts.map(({ url }) => new Platelight({ baseUrl: url, apiKey: '', maxRetries: 0 }))
    await visitors[1]!.auth.signup(person)
    // All requests have to fall into the same minute.
    const left = MINUTE_MS - (Date.now() % MINUTE_MS)
    if (left < 30_000) await sleep(left)
    const remaining: (number | null)[] = []
    for (const visitor of visitors) {
      const { access_token: apiKey } = await visitor.auth.login(person)
      for (const { url } of fronts) {
        const { meta } = await new Platelight({ baseUrl: url, apiKey, maxRetries: 0 }).account.credits().withResponse()
        remaining.push(meta.rateLimit.remaining)
      }
    }
    const first = Number(remaining[0])
    expect(remaining).toEqual([first, first - 1, first - 2, first - 3])
  })
})
