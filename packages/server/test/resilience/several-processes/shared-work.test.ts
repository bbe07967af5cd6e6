import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SmtpReceiver, startSmtp } from '../../support/mail/smtp-receiver.ts'
import { eventReceiver } from '../../support/network/event-receiver.ts'
import { connected, statements } from '../../support/services/postgres-cluster.ts'
import { uploadPhoto } from '../../support/services/several-servers.ts'
import { type TraceCollector, traceCollector } from '../../support/services/trace-collector.ts'
import {
  type WorkersInstallation,
  workersInstallation,
  workPhoto,
} from '../../support/services/workers-installation.ts'
import { itemsOf, jobEnded } from '../../support/submit-batches.ts'
import { onPostgres } from '../../support/test-database.ts'

describe('with several processes on PostgreSQL', onPostgres, () => {
  let smtp: SmtpReceiver
  let collector: TraceCollector
  let here: WorkersInstallation
  beforeAll(async () => {
    smtp = await startSmtp()
    collector = await traceCollector()
    here = await workersInstallation([{}, {}], {
      PLATELIGHT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      PLATELIGHT_MAIL_FROM: 'no-reply@kitchen.example',
      PLATELIGHT_TRUST_PROXY: '1',
      ...collector.settings,
    })
  })
  afterAll(async () => {
    await here?.close()
    await Promise.all([smtp?.close(), collector?.close()])
  })

  test('a caller of one process waits for the work of another, which ends all runs once, with four connections a process', async () => {
    const { client, accounts, url } = here
    let isDone = false
    /** The largest number of connections at the same time. */
    const connections = connected(url, async (ask) => {
      let most = 0
      for (; !isDone; await sleep(50)) {
        const [row] = await ask(`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and application_name like 'platelight%'`)
        most = Math.max(most, Number(row?.count))
      }
      return most
    })
    const asked = Array.from({ length: 12 }, async (_, seed) =>
      client.photos.enhance({ image: await workPhoto(seed), formats: ['square'], upscale: false }),
    )
    const made = await Promise.all(asked).finally(() => {
      isDone = true
    })
    // So twenty processes fit a database that allows a hundred.
    expect(await connections).toBeLessThanOrEqual(3 * 4)
    for (const { enhanced } of made) expect((await fetch(enhanced.square!)).status).toBe(200)
    const { runs, entries } = await accounts()
    expect(runs.map(({ state, attempts }) => [state, attempts])).toEqual(made.map(() => ['succeeded', 1]))
    expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(12)
    await expect.poll(async () => (await accounts()).tickets).toBe(0)
  })

  test('a batch whose pictures are made by several processes ends once, with its last picture', async () => {
    const { client, accounts, url } = here
    const image = await uploadPhoto(client)
    const before = await accounts()
    const { job_id } = await client.images.batchProcess({
      image_urls: Array(10).fill(image),
      operation: 'enhance-colors',
    })
    const items = itemsOf(await jobEnded(client, job_id))
    expect(items.map(({ status }) => status)).toEqual(Array(10).fill('completed'))
    const { runs, entries } = await accounts()
    expect(runs.slice(before.runs.length).map(({ state }) => state)).toEqual(Array(11).fill('succeeded'))
    expect(entries.slice(before.entries.length).filter(({ kind }) => kind === 'charge')).toHaveLength(10)
    const early = `select 1 from runs as batch join runs as item on item.parent_id = batch.id
      where item.finished_at > batch.finished_at`
    expect(await statements(url, early)).toEqual([])
  })

  test('a letter that one process writes is sent once, by one of the workers, as soon as it is written', async () => {
    const emails = Array.from({ length: 12 }, (_, index) => `guest-${index}@trattoria.example`)
    for (const [index, email] of emails.entries()) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${index}` }
      const body = JSON.stringify({ email, password: 'seven purple artichokes' })
      expect((await fetch(`${here.front.url}/api/auth/signup`, { method: 'POST', headers, body })).status).toBe(200)
    }
    await expect.poll(() => smtp.arrived.length).toBe(emails.length)
    await sleep(2_000)
    expect(smtp.arrived.map(({ envelope }) => envelope.to[0]).sort()).toEqual([...emails].sort())
  })
  test('a trace that one process begins goes on in the process that takes up the run, and to the receiver of the event', async () => {
    const receiver = await eventReceiver()
    try {
      const { client } = here
      await client.webhookEndpoints.create({ url: receiver.url, events: ['photo.enhancement.completed'] })
      await client.photos.enhance({ image: await workPhoto(99), formats: ['square'], upscale: false })
      await expect.poll(() => receiver.received.length).toBe(1)
      const [, traceId = '', deliverySpan] = receiver.received[0]!.traceparent.split('-')
      const names = ['POST /v1/photos/enhance', 'run enhance', 'engine enhance', 'deliver photo.enhancement.completed']
      await expect.poll(() => [...collector.trace(traceId).keys()].sort()).toEqual([...names].sort())
      const [request, run, engine, delivery] = names.map((name) => collector.trace(traceId).get(name))
      expect([run, engine, delivery].map((span) => span!.parentSpanId)).toEqual([
        request!.spanId,
        run!.spanId,
        run!.spanId,
      ])
      expect(delivery!.spanId).toBe(deliverySpan)
      const processOf = (span: typeof run) => span!.resource['service.instance.id']
      expect(processOf(run)).toBe(processOf(engine))
      expect(processOf(run)).not.toBe(processOf(request))
    } finally {
      await receiver.close()
    }
  })
})
