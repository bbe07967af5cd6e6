import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import {
  type WorkersInstallation,
  workersInstallation,
  workPhoto,
} from '../../support/services/workers-installation.ts'
import { onPostgres } from '../../support/test-database.ts'

describe('with workers on PostgreSQL that come and go', onPostgres, () => {
  let here: WorkersInstallation
  let client: WorkersInstallation['client']
  let worker: WorkersInstallation['worker']
  let before: Awaited<ReturnType<WorkersInstallation['accounts']>>
  beforeAll(async () => {
    here = await workersInstallation([])
    ;({ client, worker } = here)
  })
  afterAll(() => here?.close())
  beforeEach(async () => {
    before = await here.accounts()
  })
  afterEach(() => here?.endWorkers())

  /** The runs and entries of this test. */
  async function accounts() {
    const { runs, entries } = await here.accounts()
    return { runs: runs.slice(before.runs.length), entries: entries.slice(before.entries.length) }
  }

  test('pictures from words are made only by a worker that has an engine for them, in its threads', async () => {
    await worker({ PLATELIGHT_ENGINE_SYNTHESIS: 'off' })
    const generate = () => client.images.generateV2({ prompt: 'Tacos on slate', num_outputs: 2 })
    await expect(generate()).rejects.toMatchObject({ status: 503, code: 'engine_unavailable' })
    expect((await accounts()).runs).toEqual([])
    await worker()
    // Both are idle, and only one of them takes the runs.
    for (const { images, model } of await Promise.all(Array.from({ length: 4 }, generate))) {
      expect([images.length, model]).toEqual([2, 'preview'])
      expect((await fetch(images[1]!.url)).headers.get('content-type')).toBe('image/jpeg')
    }
    const { runs, entries } = await accounts()
    expect(runs.map(({ state, attempts }) => [state, attempts])).toEqual(Array(4).fill(['succeeded', 1]))
    expect(entries).toEqual([])
  })

  test('a run goes only to a worker that takes its kind of work', async () => {
    const pixels = await worker({ PLATELIGHT_WORKER_CAPABILITIES: 'pixels' })
    // Small, because a network may enlarge it.
    const image_url = (await client.uploads.create(new Uint8Array(await dishPhoto({ width: 128, height: 96 })))).url
    const offered = async () =>
      (await client.service.capabilities()).operations.find(({ operation }) => operation === 'upscale')
    const setting = 'PLATELIGHT_WORKER_CAPABILITIES'
    expect(await offered()).toEqual({ operation: 'upscale', available: false, engine: null, setting })
    await expect(client.images.upscale({ image_url, scale: 2 })).rejects.toMatchObject({
      status: 503,
      code: 'engine_unavailable',
      retryAfterMs: 10_000,
      details: { capability: 'upscale', setting },
    })
    await expect(client.images.generateV2({ prompt: 'Tacos on slate' })).rejects.toMatchObject({
      status: 503,
      code: 'engine_unavailable',
      details: { capability: 'synthesis', setting },
    })
    expect((await accounts()).runs).toEqual([])

    const upscaler = await worker({ PLATELIGHT_WORKER_CAPABILITIES: 'cutout,upscale' })
    expect(await offered()).toMatchObject({ available: true })
    // It is still thought to be online, so its run waits for it.
    upscaler.child.kill('SIGSTOP')
    const upscaled = client.images.upscale({ image_url, scale: 2 })
    await client.photos.enhance({ image: await workPhoto(2) })
    expect((await accounts()).runs.map(({ state }) => state).sort()).toEqual(['queued', 'succeeded'])
    upscaler.child.kill('SIGCONT')
    await upscaled
    expect((await fetch(`${pixels.url}/v1/photos`)).status).toBe(404)
    expect((await fetch(`${pixels.url}/health`)).status).toBe(200)
  })

  test('a worker that is stopped gives its runs and tickets back, and another one starts them at once', async () => {
    const first = await worker({ PLATELIGHT_GRACE_SECONDS: '0' })
    const asked = Array.from({ length: 6 }, async (_, seed) =>
      client.photos.enhance({ image: await workPhoto(seed) }, { maxRetries: 5 }),
    )
    const states = async () => (await accounts()).runs.map(({ state }) => state)
    // Work that comes while no worker is there is refused.
    const hasBegun = async () => (await states()).length === 6 && (await states()).includes('running')
    await expect.poll(hasBegun).toBe(true)
    expect((await first.kill('SIGTERM')).code).toBe(0)
    await worker()
    await Promise.all(asked)
    // The attempt of a run that was handed back does not count. That of a run whose lease lapsed would.
    expect((await accounts()).runs.every(({ attempts }) => attempts === 1)).toBe(true)
  })
})
