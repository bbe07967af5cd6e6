import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Platelight } from '@platelight/sdk'
import { verifyWebhook } from '@platelight/webhook-verifier'
import { afterAll, expect, test } from 'vitest'
import { dishPhoto } from '../support/dish-photos.ts'
import { imageHost } from '../support/network/image-host.ts'
import { createKey, startProcess } from '../support/server-process.ts'

const folder = await mkdtemp(join(tmpdir(), 'platelight-webhook-restart-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const env = { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' }
/** Times are stored in whole milliseconds. */
const ROUNDING_MS = 2

interface Arrival {
  readonly at: number
  readonly id: string
  readonly body: string
  readonly headers: Record<string, string>
}

/** Refuses every delivery until it is switched over. */
async function refusingReceiver() {
  const arrivals: Arrival[] = []
  const answer = { status: 503 }
  const host = await imageHost(async (req, res) => {
    const at = Date.now()
    let body = ''
    for await (const chunk of req.setEncoding('utf8')) body += chunk
    const headers = req.headers as Record<string, string>
    arrivals.push({ at, id: headers['webhook-id'] ?? '', body, headers })
    res.writeHead(answer.status).end()
  })
  return { url: host.url('/hooks'), arrivals, answer, close: host.close }
}

test('a server killed between two attempts makes the next one when it is due, with the same id and bytes', async () => {
  const receiver = await refusingReceiver()
  const { arrivals } = receiver
  const { key } = await createKey(folder, 10)
  const first = await startProcess(folder, { env })
  const client = new Platelight({ baseUrl: first.url, apiKey: key })
  const { id, secret } = await client.webhookEndpoints.create({
    url: receiver.url,
    events: ['photo.enhancement.completed'],
  })
  const photo = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
  await client.photos.enhance({ image: photo, formats: ['square'], upscale: false })

  const attempts = async (of: Platelight) => (await of.webhookEndpoints.deliveries(id)).items[0]?.attempts ?? []
  await expect.poll(async () => (await attempts(client)).length, { interval: 100 }).toBe(2)
  await first.kill()
  receiver.answer.status = 200
  await sleep(2_000)
  const second = await startProcess(folder, { env })
  const again = new Platelight({ baseUrl: second.url, apiKey: key })
  await expect.poll(async () => (await attempts(again)).length, { interval: 250 }).toBe(3)

  expect(arrivals).toHaveLength(3)
  const [one, two, three] = arrivals as [Arrival, Arrival, Arrival]
  const waited = [two.at - one.at, three.at - two.at]
  console.info(`attempt 2 came after ${waited[0]} ms, attempt 3 after ${waited[1]} ms more`)
  expect(waited[0]).toBeGreaterThanOrEqual(5_000 - ROUNDING_MS)
  expect(waited[1]).toBeGreaterThanOrEqual(30_000 - ROUNDING_MS)
  for (const { id: eventId, body, headers } of arrivals) {
    expect(eventId).toBe(one.id)
    expect(body).toBe(one.body)
    expect((await verifyWebhook(body, headers, { secrets: secret })).event.id).toBe(one.id)
  }
  const { items } = await again.webhookEndpoints.deliveries(id)
  expect(items).toMatchObject([{ event_id: one.id, status: 'delivered' }])
  expect(items[0]?.attempts.map(({ number, status_code }) => [number, status_code])).toEqual([
    [1, 503],
    [2, 503],
    [3, 200],
  ])
  await second.kill('SIGTERM')
  await receiver.close()
})
