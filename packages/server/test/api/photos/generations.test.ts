import { afterEach, beforeAll, expect, test } from 'vitest'
import { cancelRun } from '../../support/cancel-run.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { gatedEngine } from '../../support/gated-engine.ts'
import { type Customer, type StartOptions, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp | undefined
let photo: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  photo = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
})
afterEach(async () => {
  await app?.close()
  app = undefined
})
const start = async (options: StartOptions = {}) => {
  app = await startApp(options)
  return app
}

const enhance = { formats: ['square' as const], upscale: false }

test('the calls of every channel are listed, newest first, each with its outputs and cost', async () => {
  const { customer } = await start()
  const { client } = await customer()
  const made = await client.photos.enhance({
    image: photo,
    preset: 'print-ready',
    formats: ['square', 'portrait'],
    upscale: false,
  })
  const { url } = await client.uploads.create(photo)
  const api = await client.images.enhance({ image_url: url })

  const { items, nextCursor } = await client.account.generations()
  expect(nextCursor).toBe(null)
  expect(items).toEqual([
    {
      id: api.id,
      operation: 'enhance',
      status: 'completed',
      credits_used: 1,
      prompt: null,
      preset: 'balanced',
      model: null,
      engine: 'local',
      faithfulness: 'faithful',
      images: [{ url: api.enhanced_url, width: api.width, height: api.height }],
      error: null,
      created_at: api.created_at,
      completed_at: expect.any(String),
    },
    expect.objectContaining({ id: made.id, preset: 'print-ready', completed_at: made.metadata.processedAt }),
  ])
  expect(items[1]?.images.map(({ url }) => url)).toEqual([made.enhanced.square, made.enhanced.portrait])
})

test('failed runs are listed with their reason and without cost, waiting ones without pictures', async () => {
  const { engine, open } = gatedEngine()
  const { customer } = await start({ engine })
  const { client, runs } = await customer({ credits: 5 })
  const broken = await client.uploads.create(photo.slice(0, photo.length - 500))
  const failing = client.photos.enhance({ image: broken.url, ...enhance }).catch((error) => error)
  await expect.poll(async () => (await runs())[0]?.state).toBe('running')
  expect((await client.account.generations()).items).toEqual([
    expect.objectContaining({
      status: 'processing',
      credits_used: 0,
      engine: null,
      faithfulness: null,
      images: [],
      error: null,
      completed_at: null,
    }),
  ])
  open()
  const { code, message } = await failing
  const [failed] = (await client.account.generations()).items
  expect(failed).toMatchObject({ status: 'failed', credits_used: 0, images: [], error: { code, message } })
  expect(Date.parse(failed?.completed_at ?? '')).toBeGreaterThanOrEqual(Date.parse(failed!.created_at))
})

test('deleted and cancelled runs are not listed', async () => {
  const server = await start()
  const customer = await server.customer()
  const { client } = customer
  const { url } = await client.uploads.create(photo)
  const kept = await client.photos.enhance({ image: url, ...enhance })
  const gone = await client.photos.enhance({ image: url, ...enhance })
  await client.photos.delete(gone.id)
  await cancelRun(server, customer, url)
  expect((await client.account.generations()).items.map(({ id }) => id)).toEqual([kept.id])
})

test('prompts, styles and models of other operations are listed as they were requested', async () => {
  const { customer, core } = await start()
  const { client, accountId } = await customer()
  const ask = (id: string, operation: string, params: object) =>
    insertRun(core.database.db, { id, accountId, operation, params })
  await ask('run_0a', 'generate', { prompt: 'ramen from above', style: 'overhead', model: 'seeddream' })
  await ask('run_0b', 'chat-edit', { instruction: 'brighter' })
  expect((await client.account.generations()).items).toMatchObject([
    { id: 'run_0b', operation: 'chat-edit', prompt: 'brighter', preset: null, model: null },
    { id: 'run_0a', operation: 'generate', prompt: 'ramen from above', preset: 'overhead', model: 'seeddream' },
  ])
})

test("pages meet without gap or repeat while rows come and go, and show no other account's rows", async () => {
  const { customer, core } = await start()
  const [owner, stranger] = [await customer(), await customer()]
  const { client, accountId } = owner
  for (let i = 0; i < 7; i++) await insertRun(core.database.db, { id: `run_a${i}`, accountId })
  const seen: string[] = []
  for await (const { items } of client.account.generations({ limit: 3 }).pages()) {
    seen.push(...items.map(({ id }) => id))
    await insertRun(core.database.db, { id: `run_b${seen.length}`, accountId })
    // The row at the edge of the page is removed. The cursor still knows its position.
    await client.photos.delete(items.at(-1)!.id)
  }
  expect(seen).toEqual(['run_a6', 'run_a5', 'run_a4', 'run_a3', 'run_a2', 'run_a1', 'run_a0'])

  const { nextCursor } = await client.account.generations({ limit: 1 })
  expect((await stranger.client.account.generations({ cursor: nextCursor! })).items).toEqual([])
  await expect(client.account.generations({ cursor: 'nonsense' })).rejects.toMatchObject({ status: 422 })
  await expect(client.account.generations({ limit: 101 })).rejects.toMatchObject({ status: 422 })
})

/** A run that failed, of any operation, as a row. */
async function insertRun(
  db: TestApp['core']['database']['db'],
  run: { id: string; accountId: Customer['accountId']; operation?: string; params?: object },
): Promise<void> {
  const at = new Date().toISOString()
  await db
    .insertInto('runs')
    .values({
      id: run.id,
      account_id: run.accountId,
      operation: run.operation ?? 'enhance',
      door: 'api',
      params: JSON.stringify(run.params ?? { preset: 'balanced' }),
      state: 'failed',
      credits: 1,
      attempts: 1,
      priority: 0,
      run_at: at,
      error_code: 'image_unreadable',
      error_message: 'It cannot be read.',
      created_at: at,
      finished_at: at,
    })
    .execute()
}
