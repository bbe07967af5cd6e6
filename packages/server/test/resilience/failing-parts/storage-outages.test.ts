import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { needs } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { ownDisks } from '@platelight/imaging/testing/machine/own-disks.ts'
import type { Platelight } from '@platelight/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Fault, faultProxy, type SeenRequest } from '../../support/blobs/fault-proxy.ts'
import { S3_PROGRAMS, type S3Server, startS3 } from '../../support/blobs/s3-server.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { booksOf, type SeveralServers, severalServers, steadyCallers } from '../../support/services/several-servers.ts'
import { type SmallDisk, smallDisk } from '../../support/services/small-disk.ts'
import { createPostgresDatabase, isOnPostgres, onPostgres } from '../../support/test-database.ts'

const onPostgresAndS3 = isOnPostgres ? needs(...S3_PROGRAMS) : onPostgres
describe('processes that keep their pictures in S3', onPostgresAndS3, () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  let s3: S3Server
  let proxy: Awaited<ReturnType<typeof faultProxy>>
  let servers: SeveralServers
  let disk: SmallDisk | undefined
  let onSmallDisk: Awaited<ReturnType<SeveralServers['start']>>
  let fronts: { url: string }[]
  let clients: Platelight[]

  beforeAll(async () => {
    database = await createPostgresDatabase()
    s3 = await startS3()
    proxy = await faultProxy(s3.settings.endpoint)
    servers = await severalServers({
      ...s3.env,
      PLATELIGHT_DATABASE_URL: database.url,
      PLATELIGHT_S3_ENDPOINT: proxy.endpoint,
      PLATELIGHT_S3_PREFIX: randomUUID(),
    })
    // The first one makes the secrets, which all others need.
    const front = await servers.start('api')
    disk = !ownDisks.skip ? await smallDisk(16, { copyOf: servers.folder }) : undefined
    ;[onSmallDisk] = await Promise.all([
      servers.start('all', { PLATELIGHT_MIN_FREE_MB: '2' }, disk),
      servers.start('worker'),
    ])
    fronts = [front, onSmallDisk]
    clients = await servers.customerOf(fronts)
  })
  afterAll(async () => {
    await servers?.close()
    await disk?.remove()
    await proxy?.close()
    await s3?.stop()
    await database?.drop()
  })
  afterEach(() => proxy.faults(() => 'pass'))

  /** Every run ended; those that succeeded were charged, and those that failed gave their credits back. */
  const expectSettled = () =>
    expect
      .poll(async () => {
        const { states, charges, openHolds, balance, sumOfEntries } = await booksOf(database.url)
        const { succeeded = 0, failed = 0, ...others } = states
        return {
          others,
          charges: charges - succeeded,
          openHolds,
          spent: balance + succeeded,
          sum: sumOfEntries - balance,
          failed,
        }
      })
      .toMatchObject({ others: {}, charges: 0, openHolds: 0, spent: 1_000, sum: 0 })

  test('a full disk of one process concerns only what is sent to that one', ownDisks, async () => {
    const { pid } = onSmallDisk.child
    const callers = await steadyCallers(clients.slice(0, 1))
    await disk?.fill(pid)
    const upload = async () => clients[1]!.uploads.create(new Uint8Array(await dishPhoto()))
    await expect.poll(() => upload().catch((error) => [error.status, error.code])).toEqual([503, 'storage_full'])
    expect((await clients[1]!.account.credits()).credits).toBeLessThanOrEqual(1_000)
    expect((await fetch(`${onSmallDisk.url}/health/ready`)).status).toBe(503)

    await callers.more(8)
    expect((await fetch(`${fronts[0]!.url}/health/ready`)).status).toBe(200)
    await callers.stop()
    expect(callers.refusals).toEqual([])
    await disk?.free(pid)
    await expect
      .poll(() =>
        upload().then(
          ({ url }) => typeof url,
          (error) => error.code,
        ),
      )
      .toBe('string')
    await expectSettled()
  })

  test('whatever S3 does, a run succeeds or gives its credits back with 503, and no file is served in part', async () => {
    const callers = await steadyCallers(clients)
    await callers.more(1)
    const { link } = callers.made[0]!
    const whole = Buffer.from(await (await fetch(link)).arrayBuffer())
    const results: string[] = []
    /** Reads a file again and again, as long as a fault lasts. */
    const readDuring = async (ms: number) => {
      const until = performance.now() + ms
      while (performance.now() < until) {
        const read = async () => {
          const reply = await fetch(link)
          const bytes = Buffer.from(await reply.arrayBuffer())
          if (reply.status !== 200) return String(reply.status)
          return bytes.equals(whole) ? 'whole' : 'in part'
        }
        // A reply that was started can only be cut, so that its reader notices.
        results.push(await read().catch(() => 'cut'))
        await sleep(100)
      }
    }
    const slow = (): Promise<Fault> => sleep(400, 'pass' as const)
    const faults: [number, (request: SeenRequest, index: number) => Fault | Promise<Fault>][] = [
      [30_000, () => ({ status: 503, code: 'SlowDown' })],
      [3_000, () => ({ status: 403, code: 'AccessDenied' })],
      [3_000, slow],
      [3_000, ({ method }) => (method === 'GET' ? { cutAfter: 500 } : 'pass')],
      [3_000, (_, index) => (index % 2 === 0 ? 'reset' : 'pass')],
    ]
    for (const [ms, fault] of faults) {
      proxy.faults(fault)
      await readDuring(ms)
      proxy.faults(() => 'pass')
      await callers.more(2)
    }
    await callers.stop()
    expect(results).toContain('whole')
    expect(results).not.toContain('in part')
    expect(results.filter((one) => !['whole', 'cut', '503'].includes(one))).toEqual([])
    expect(callers.refusals.length).toBeGreaterThan(0)
    expect(callers.refusals.filter(({ code }) => code !== 'storage_unavailable')).toEqual([])
    await expectSettled()
    for (const { link: address } of callers.made) {
      const file = await fetch(address)
      expect((await file.arrayBuffer()).byteLength).toBe(Number(file.headers.get('content-length')))
    }
  })
})
