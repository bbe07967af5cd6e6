import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import type { APIError } from '@platelight/sdk'
import { afterEach, expect, test, vi } from 'vitest'
import type { Engine } from '../../../src/engines/engine-port.ts'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { performTask } from '../../../src/engines/perform-task.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type StartOptions, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

test.each<[string, Engine['perform']]>([
  ['an engine that throws', async () => structuredClone({ ok: () => true }) as never],
  [
    'work that throws',
    (task) => performTask({ ...task, inputs: [] }, { limits: DEFAULT_LIMITS, networks: NO_NETWORKS }),
  ],
])('%s is not tried again: the caller gets the id of the request, and the log has one stack', async (_, throwing) => {
  const log: { run?: string; request_id?: string; err?: { stack: string; message: string } }[] = []
  const perform = vi.fn(throwing)
  const engine: StartOptions['engine'] = (options) => ({ ...inlineEngine(options), perform })
  app = await startApp({ engine, log: (line) => log.push(JSON.parse(line)) })
  const { client, credits, runs } = await app.customer({ credits: 3 })
  const call = client.photos.enhance({
    image: new Uint8Array(await dishPhoto({ width: 64, height: 48 })),
    formats: ['square'],
  })
  const failure = await call.catch((error: APIError) => error)
  expect(failure).toMatchObject({ status: 500, code: 'internal_error', details: { retryable: false } })
  expect(perform).toHaveBeenCalledTimes(1)
  expect(await credits()).toBe(3)
  const [run] = await runs()
  expect(run).toMatchObject({ state: 'failed', attempts: 1, error_code: 'internal_error' })
  const stacks = log.flatMap(({ run: id, err }) => (id === run!.id && err ? [err.stack] : []))
  expect(stacks).toEqual([expect.stringMatching(/Error: .*\n +at /)])
  const { requestId } = failure as APIError
  await expect.poll(() => log.find(({ request_id }) => request_id === requestId)?.err?.message ?? '').toContain(run!.id)
})
