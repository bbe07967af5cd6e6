import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerStandIn } from '../../support/providers/provider-stand-in.ts'
import {
  type WorkersInstallation,
  workersInstallation,
  workPhoto,
} from '../../support/services/workers-installation.ts'
import { onPostgres } from '../../support/test-database.ts'

describe('of two workers on PostgreSQL, one with the key of a provider', onPostgres, () => {
  let provider: Awaited<ReturnType<typeof providerStandIn>>
  let here: WorkersInstallation
  beforeAll(async () => {
    provider = await providerStandIn('bfl')
    here = await workersInstallation([{ PLATELIGHT_WORKER_CAPABILITIES: 'pixels' }], {
      PLATELIGHT_ENGINE_SYNTHESIS: 'bfl',
    })
  })
  afterAll(async () => {
    await here?.close()
    await provider?.close()
  })

  test('that one makes all pictures from words; without it they are refused before anything is charged, and photos go on', async () => {
    const { client, worker, accounts } = here
    const generate = () => client.images.generateV2({ prompt: 'Tacos on slate' })
    await expect(generate()).rejects.toMatchObject({ status: 503, code: 'engine_unavailable' })
    expect((await client.photos.enhance({ image: await workPhoto(1), upscale: false })).creditsUsed).toBe(1)
    await worker({ ...provider.env, PLATELIGHT_WORKER_CAPABILITIES: 'synthesis' })
    for (const { engine, credits_used } of await Promise.all(Array.from({ length: 4 }, generate)))
      expect([engine, credits_used]).toEqual(['bfl', 1])
    expect(provider.orders).toHaveLength(4)
    const { runs, entries } = await accounts()
    expect(runs.map(({ state, attempts }) => [state, attempts])).toEqual(Array(5).fill(['succeeded', 1]))
    expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(5)
  })
})
