import { setTimeout as sleep } from 'node:timers/promises'
import { markAsUntransferable } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { createDraining } from '../../../src/base/running/draining.ts'
import { createStorageQuota } from '../../../src/blobs/storage-quota.ts'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { poolEngine } from '../../../src/engines/thread-pool-engine.ts'
import { createEventLog } from '../../../src/events/log/event-log.ts'
import { inProcessQueue } from '../../../src/queue/in-process-queue.ts'
import { createDeferredSettlements } from '../../../src/runs/execution/deferred-settlements.ts'
import { createRuns } from '../../../src/runs/runs.ts'
import { storedBlobs } from '../../support/blobs/stored-blobs.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { gatedEngine } from '../../support/gated-engine.ts'
import { imageHost } from '../../support/network/image-host.ts'
import { type StartOptions, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

const photo = dishPhoto({ width: 320, height: 240 })
const start = async (options: StartOptions) => {
  app = await startApp(options)
  return app
}

test('work that breaks down is repeated, and charged once', async () => {
  const { engine, open, started } = gatedEngine({ broken: 2 })
  open()
  const { customer } = await start({ engine })
  const { client, credits, entries, events } = await customer({ credits: 3 })
  await client.photos.enhance({ image: new Uint8Array(await photo), formats: ['square'], upscale: false })
  expect(started()).toBe(3)
  expect(await credits()).toBe(2)
  expect((await entries()).map(({ kind }) => kind)).toEqual(['grant', 'hold', 'charge'])
  expect((await events()).map(({ type }) => type)).toEqual(['photo.enhancement.started', 'photo.enhancement.completed'])
})

test('after three attempts the run fails: 503, the hold is released, and the failure is reported', async () => {
  const { engine, open } = gatedEngine({ broken: 3 })
  open()
  const { customer } = await start({ engine })
  const { client, credits, events } = await customer({ credits: 3 })
  const call = client.photos.enhance({ image: new Uint8Array(await photo), formats: ['square'] })
  await expect(call).rejects.toMatchObject({ status: 503, code: 'engine_failed' })
  expect(await credits()).toBe(3)
  const [, failed] = await events()
  expect(failed).toMatchObject({
    type: 'photo.enhancement.failed',
    data: { photo: { status: 'failed' }, error: { code: 'engine_failed' } },
  })
  expect((await client.photos.list().toArray({ limit: 5 }))[0]).toMatchObject({
    status: 'failed',
    creditsUsed: 0,
    error: { code: 'engine_failed' },
  })
})

test('a caller without a key who hangs up cancels a run that has not started, but not one that has', async () => {
  const { engine, open } = gatedEngine()
  const { customer, url: server } = await start({ engine })
  const { client, headers, credits, runs } = await customer({ credits: 10 })
  const { url } = await client.uploads.create(new Uint8Array(await photo))
  const body = JSON.stringify({ imageUrl: url, formats: ['square'], upscale: false })
  // The engine runs two and the dispatcher fetches two ahead, of which an account leaves one to the others. So the fourth waits.
  const callers = Array.from({ length: 4 }, () => new AbortController())
  const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
  const calls = callers.map(({ signal }) =>
    fetch(`${server}/v1/photos/enhance`, { ...post, signal }).catch(() => 'gone'),
  )
  await expect
    .poll(async () => (await runs()).map(({ state }) => state).sort())
    .toEqual(['queued', 'running', 'running', 'running'])
  for (const caller of callers) caller.abort()
  await Promise.all(calls)
  await expect.poll(async () => (await runs()).filter(({ state }) => state === 'revoked').length).toBe(1)
  open()
  await expect.poll(async () => (await runs()).filter(({ state }) => state === 'succeeded').length).toBe(3)
  expect(await credits()).toBe(7)
})

test('the same request picks up the work that a caller with a key abandoned, and no other request does', async () => {
  const { engine, open } = gatedEngine()
  const { customer, core, url: server } = await start({ engine })
  const { client, headers, credits, runs } = await customer({ credits: 5 })
  const { url } = await client.uploads.create(new Uint8Array(await photo))
  const other = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 320, height: 240, seed: 2 })))
  const post = (imageUrl: string, signal?: AbortSignal) =>
    fetch(`${server}/v1/photos/enhance`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: JSON.stringify({ imageUrl, formats: ['square'], upscale: false }),
      ...(signal ? { signal } : {}),
    })
  const caller = new AbortController()
  const left = post(url, caller.signal).catch(() => 'gone')
  await expect.poll(async () => (await runs()).map(({ state }) => state)).toEqual(['running'])
  caller.abort()
  expect(await left).toBe('gone')
  // The reply that nobody received freed the key. The work under it continues.
  const keys = core.database.db.selectFrom('idempotency_keys').select('state').where('key', '=', 'k')
  await expect.poll(() => keys.execute()).toEqual([])

  const refused = await post(other.url)
  expect([refused.status, (await refused.json()).detail]).toMatchObject([
    422,
    [{ loc: ['header', 'Idempotency-Key'], type: 'idempotency_key_reused' }],
  ])
  open()
  const again = await post(url.replace(/exp=\d+&sig=.*/, 'exp=1&sig=00'))
  expect([again.status, (await again.json()).id]).toEqual([200, (await runs())[0]?.id])
  expect(await runs()).toHaveLength(1)
  expect(await credits()).toBe(4)
})

test('work that ends just after it was handed back is not reported as finished: it is repeated and charged once', async () => {
  const { engine, open, started } = gatedEngine({ deaf: true })
  const first = await start({ engine })
  const { client, accountId, runs, entries } = await first.customer({ credits: 3 })
  const outcomes: unknown[] = []
  const call = client.photos.enhance({ image: new Uint8Array(await photo), formats: ['square'], upscale: false })
  call.then(
    () => outcomes.push('made'),
    (error) => outcomes.push(error.code),
  )
  await expect.poll(started).toBe(1)
  const stopped = first.app.dispatcher.stop(0)
  await expect.poll(async () => (await runs())[0]?.state).toBe('queued')
  open()
  await stopped
  expect(await runs()).toMatchObject([{ state: 'queued', attempts: 0 }])
  await sleep(200)
  expect(outcomes).toEqual([])

  const second = await startApp({ dataFolder: first.dataFolder })
  const run = () => second.core.database.db.selectFrom('runs').select('state').where('account_id', '=', accountId)
  // With tickets, the first server may pass the run on a few times before the second one finds it.
  await expect.poll(async () => (await run().execute())[0]?.state).toBe('succeeded')
  expect((await entries()).map(({ kind }) => kind)).toEqual(['grant', 'hold', 'charge'])
  await second.close()
})

test('a server whose leases all lapsed while its machine slept does not start its own work a second time', async () => {
  let now = Date.now()
  const { engine, open, started } = gatedEngine()
  const { customer } = await start({ engine, clock: { now: () => new Date(now) } })
  const { client, runs, events, credits } = await customer({ credits: 5 })
  const { url } = await client.uploads.create(new Uint8Array(await photo))
  const ask = () => client.photos.enhance({ image: url, formats: ['square'], upscale: false })
  const sleeping = ask()
  await expect.poll(started).toBe(1)
  now += 3_600_000
  const woken = ask()
  await expect.poll(started).toBe(2)
  expect((await runs()).map(({ attempts }) => attempts)).toEqual([1, 1])
  open()
  await Promise.all([sleeping, woken])
  expect(started()).toBe(2)
  expect((await events()).filter(({ type }) => type === 'photo.enhancement.started')).toHaveLength(2)
  expect(await credits()).toBe(3)
})

test('work that is cancelled in progress releases its credits and keeps nothing of the photo', async () => {
  const { engine, open } = gatedEngine()
  const { customer, core, dataFolder } = await start({ engine })
  const { client, runs, credits } = await customer({ credits: 3 })
  const { url } = await client.uploads.create(new Uint8Array(await photo))
  const caller = new AbortController()
  const call = client.photos.enhance({ image: url }, { signal: caller.signal }).catch(() => 'gone')
  const originals = () => core.database.db.selectFrom('run_images').select('blob').execute()
  await expect.poll(async () => (await originals()).length).toBe(1)
  const [original] = await originals()
  const [run] = await runs()

  const queue = inProcessQueue({ isSettled: async () => true })
  const sources = { check: () => {}, size: async () => undefined, stable: (text: string) => text }
  const calling = createRuns({
    ...core,
    events: createEventLog({ ...core, queue }),
    queue,
    sources,
    quota: createStorageQuota(core.config.storage, { check: async () => {}, require: async () => {} }),
    durationEstimate: { usual: async () => 1 },
    deferredSettlements: createDeferredSettlements(),
    draining: createDraining(),
    maxQueued: 1,
    workers: { abilities: async () => ({ capabilities: new Set(), serving: {} }) },
    engines: core.config.engines,
  })
  expect(await calling.cancel(run!.id)).toBe(true)
  expect(await calling.cancel(run!.id)).toBe(false)
  expect(await originals()).toEqual([])
  const garbage = core.database.db
    .selectFrom('blob_garbage')
    .select('blob')
    .where('due_at', '<=', new Date().toISOString())
  const marked = await garbage.execute()
  // The sweeper of the server may have deleted it already.
  const kept = (await storedBlobs(dataFolder)).filter(({ key }) => key === original!.blob)
  expect(marked).toEqual(kept.length === 0 && marked.length === 0 ? [] : [original])
  expect(await credits()).toBe(3)
  open()
  caller.abort()
  expect(await call).toBe('gone')
})

test('a photo deleted while its source is fetched leaves no bytes, no charge and no event of its start', async () => {
  const bytes = await photo
  let deliver = () => {}
  const asked = new Promise<void>((resolve) => {
    deliver = resolve
  })
  const host = await imageHost(async (_, res) => {
    await asked
    res.end(bytes)
  })
  const { customer, core } = await start({ env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' } })
  const { client, credits, events, runs } = await customer({ credits: 3 })
  const call = client.photos.enhance({ image: host.url() }).catch((error) => error)
  await expect.poll(async () => (await runs()).map(({ state }) => state)).toEqual(['running'])
  const [run] = await runs()
  await client.photos.delete(run!.id)
  deliver()
  expect(await call).toMatchObject({ status: 409, code: 'revoked' })
  // The work on the deleted photo also ends before anything is checked.
  await expect.poll(() => app!.app.dispatcher.busy()).toBe(0)
  expect(await core.database.db.selectFrom('run_images').selectAll().where('run_id', '=', run!.id).execute()).toEqual(
    [],
  )
  expect((await events()).map(({ type }) => type)).toEqual(['photo.deleted'])
  expect(await credits()).toBe(3)
  await host.close()
})

test('a full queue refuses work with 503 and Retry-After before anything is held', async () => {
  const { engine, open } = gatedEngine()
  const { customer, url } = await start({ engine, env: { PLATELIGHT_MAX_QUEUED: '2' } })
  const { client, headers, credits, runs } = await customer({ credits: 20 })
  const upload = await client.uploads.create(new Uint8Array(await photo))
  const body = JSON.stringify({ imageUrl: upload.url, formats: ['square'], upscale: false })
  const post = () =>
    fetch(`${url}/v1/photos/enhance`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
  // Three are started, because an account leaves a slot to the others. Only later ones wait.
  const accepted = []
  for (const running of [1, 2, 3, 3, 3]) {
    accepted.push(post())
    await expect.poll(async () => (await runs()).length).toBe(accepted.length)
    await expect.poll(async () => (await runs()).filter(({ state }) => state === 'running').length).toBe(running)
  }
  const refused = await post()
  expect([refused.status, (await refused.json()).error.code]).toEqual([503, 'overloaded'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  open()
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await credits()).toBe(15)
})

test('the built worker threads give the same results, byte for byte, and refusals keep their code', async () => {
  const worker = new URL('../../../dist/worker.js', import.meta.url)
  const bytes = new Uint8Array(await photo)
  const task = {
    operation: 'enhance' as const,
    params: { image_url: '', preset: 'balanced', formats: ['square', 'landscape'], upscale: false },
  }
  const limits = { maxBytes: 25e6, maxPixels: 50e6, maxSide: 12_000, maxDetailPixels: 4e6, maxMemoryBytes: 1e9 }
  const signal = new AbortController().signal
  const [pool, inline] = [poolEngine({ threads: 1, limits, worker }), inlineEngine({ limits })]
  // Like memory that a native module made.
  markAsUntransferable(bytes.buffer)
  const made = await Promise.all(
    [pool, inline].map((engine) => engine.perform({ ...task, inputs: [bytes] }, { signal })),
  )
  const [threaded, here] = made.map((result) =>
    result.ok ? result.outputs.map((image) => Buffer.from(image.bytes).toString('base64')) : result,
  )
  expect(threaded).toEqual(here)
  expect(await pool.perform({ ...task, inputs: [Buffer.from('no picture at all')] }, { signal })).toMatchObject({
    ok: false,
    code: 'unsupported_image',
  })

  // Stopping work in progress ends its thread. The next work gets another one.
  const large = await dishPhoto({ width: 4000, height: 3000 })
  const stop = new AbortController()
  const stopped = pool.perform({ ...task, inputs: [new Uint8Array(large)] }, { signal: stop.signal })
  setTimeout(() => stop.abort(), 150)
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  expect(await pool.perform({ ...task, inputs: [new Uint8Array(bytes)] }, { signal })).toMatchObject({ ok: true })
  await pool.close()
})
