import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelRun } from '../../support/cancel-run.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { gatedEngine } from '../../support/gated-engine.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp()
  photo = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
})
afterAll(() => app.close())

const enhance = { formats: ['square' as const], upscale: false }
const broken = () => photo.slice(0, photo.length - 500)

test('a job is its run in every state: processing, completed with its reply, failed with its reason', async () => {
  const gate = gatedEngine()
  const other = await startApp({ engine: gate.engine })
  const { client, runs } = await other.customer()
  const bad = await client.uploads.create(broken())
  const { url } = await client.uploads.create(photo)
  const failing = client.photos.enhance({ image: bad.url, ...enhance }).catch((error) => error)
  const v1 = client.photos.enhance({ image: url, ...enhance })
  const api = client.images.enhance({ image_url: url })
  await expect.poll(async () => (await runs()).filter(({ state }) => state === 'running').length).toBe(3)
  const waiting = (await client.me.jobs()).items
  expect(waiting.map(({ status }) => status)).toEqual(['processing', 'processing', 'processing'])
  expect(waiting.every((job) => !('result' in job) && !('error' in job))).toBe(true)
  gate.open()
  const { code, message } = await failing
  const replies = await Promise.all([v1, api])

  const byRun = new Map((await client.me.jobs()).items.map((job) => [job.run_id, job]))
  for (const reply of replies) {
    const job = byRun.get(reply.id)
    expect(job).toMatchObject({ id: expect.any(Number), job_type: 'enhance', status: 'completed' })
    expect(unsigned(job?.result)).toEqual(unsigned(reply))
    expect(job!.updated_at >= job!.created_at).toBe(true)
  }
  const [failed] = (await client.me.jobs({ status: 'failed' })).items
  expect(failed).toMatchObject({ status: 'failed', error: { code, message } })
  expect(failed).not.toHaveProperty('result')
  await other.close()
})

test('a call that is still waiting is found by its Idempotency-Key, by its own account alone', async () => {
  const gate = gatedEngine()
  const other = await startApp({ engine: gate.engine })
  const [{ client }, stranger] = [await other.customer(), await other.customer()]
  const { url } = await client.uploads.create(photo)
  const key = { idempotency_key: 'menu 7' }
  expect((await client.me.jobs(key)).items).toEqual([])
  const made = client.photos.enhance({ image: url, ...enhance }, { idempotencyKey: key.idempotency_key })
  const another = client.photos.enhance({ image: url, ...enhance, preset: 'print-ready' })
  await expect.poll(async () => (await client.me.jobs()).items.length).toBe(2)
  const [job, ...rest] = (await client.me.jobs({ ...key, status: 'processing' })).items
  expect(rest).toEqual([])
  expect((await client.me.jobs({ ...key, status: 'failed' })).items).toEqual([])
  expect((await stranger.client.me.jobs(key)).items).toEqual([])
  gate.open()
  expect((await made).id).toBe(job?.run_id)
  await another
  expect((await client.me.jobs(key)).items).toMatchObject([{ run_id: job?.run_id, status: 'completed' }])
  await other.close()
})

test('a cancelled job is failed, with the code revoked, and in no other list', async () => {
  const other = await startApp()
  const customer = await other.customer()
  const { client } = customer
  const { url } = await client.uploads.create(photo)
  const made = await client.photos.enhance({ image: url, ...enhance })
  const id = await cancelRun(other, customer, url)
  const revoked = { run_id: id, status: 'failed', error: { code: 'revoked', message: 'It was revoked.' } }
  expect((await client.me.jobs()).items).toMatchObject([revoked, { run_id: made.id, status: 'completed' }])
  expect((await client.me.jobs({ status: 'failed' })).items).toMatchObject([revoked])
  expect((await client.photos.list()).items.map((photo) => photo.id)).toEqual([made.id])
  expect((await client.account.generations()).items.map((generation) => generation.id)).toEqual([made.id])
  await other.close()
})

test('each state can be requested, page by page, and an unknown one is refused', async () => {
  const { client } = await app.customer()
  const { url } = await client.uploads.create(photo)
  const bad = await client.uploads.create(broken())
  const completed: string[] = []
  for (let i = 0; i < 3; i++) {
    completed.unshift((await client.photos.enhance({ image: url, ...enhance })).id)
    await client.photos.enhance({ image: bad.url, ...enhance }).catch(() => undefined)
  }
  const idsOf = async (status?: 'processing' | 'completed' | 'failed') => {
    const ids: string[] = []
    for await (const job of client.me.jobs({ limit: 2, ...(status ? { status } : {}) })) ids.push(job.run_id)
    return ids
  }
  expect(await idsOf('completed')).toEqual(completed)
  const failed = await idsOf('failed')
  expect(failed).toHaveLength(3)
  expect(await idsOf('processing')).toEqual([])
  expect((await idsOf()).sort()).toEqual([...completed, ...failed].sort())
  await expect(client.me.jobs({ status: 'revoked' as never })).rejects.toMatchObject({
    status: 422,
    detail: [{ loc: ['query', 'status'] }],
  })
  await expect(client.me.jobs({ cursor: 'nonsense' })).rejects.toMatchObject({ status: 422 })
  const { client: stranger } = await app.customer()
  expect((await stranger.me.jobs()).items).toEqual([])
})

/** A reply without the parts that are signed anew on every read. */
const unsigned = (reply: unknown) => JSON.parse(JSON.stringify(reply).replace(/\?exp=\d+&sig=[0-9a-f]+/g, ''))
