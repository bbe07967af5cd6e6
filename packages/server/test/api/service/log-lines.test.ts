import { expect, onTestFinished, test } from 'vitest'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp } from '../../support/start-app.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly request_id?: string
  readonly run?: string
  readonly status?: number
  readonly err?: { readonly stack?: string }
}

test('every line has the id of its request or its run, and each 5xx has its stack', async () => {
  const log: Line[] = []
  let failures = 0
  const app = await startApp({
    env: { PLATELIGHT_ENGINE_SYNTHESIS: 'off' },
    // The first attempt fails for a passing reason, which is logged; the second for a bug.
    engine: (options) => ({
      ...inlineEngine(options),
      async perform(_task, { onStart }) {
        onStart?.()
        if (failures++ === 0) throw Object.assign(new Error('the thread ended'), { code: 'EAGAIN' })
        return { ok: false, code: 'internal_error', message: 'no', thrown: new TypeError('a bug') }
      },
    }),
    log: (line) => log.push(JSON.parse(line)),
  })
  onTestFinished(app.close)
  const customer = await app.customer()
  const { key: adminKey } = await app.operator.createAdmin({ email: 'chef@example.com', name: 'administrator' })
  log.length = 0

  const ask = (path: string, body: object, key = customer.key) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const image = await customer.client.uploads.create(new Uint8Array(await dishPhoto({ width: 64, height: 48 })))
  const replies = [
    await ask('/v1/photos/enhance', { imageUrl: image.url, formats: ['square'] }),
    await ask('/api/generate', { prompt: 'a bowl of soup' }),
    await ask(`/api/admin/accounts/${customer.accountId}/credits`, { credits: 5, note: 'thanks' }, adminKey),
    await ask('/nowhere', {}),
  ]
  expect(replies.map(({ status }) => status)).toEqual([500, 503, 200, 404])
  const ids = replies.map(({ headers }) => headers.get('x-request-id'))
  await expect
    .poll(() => log.filter(({ status }) => status).map((line) => line.request_id))
    .toEqual(expect.arrayContaining(ids))

  expect(log.filter((line) => line.request_id === undefined && line.run === undefined)).toEqual([])
  expect(log.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['the engine failed', 'a bug ended the work', 'an administrator granted credits']),
  )
  for (const line of log.filter(({ msg }) => /engine failed|bug ended/.test(msg))) {
    expect(line).toMatchObject({ run: expect.any(String) })
    expect(line).not.toHaveProperty('request_id')
  }
  const broken = log.filter(({ status = 0 }) => status >= 500)
  expect(broken.map(({ status, level }) => [status, level])).toEqual([
    [500, 50],
    [503, 40],
  ])
  for (const { err } of broken) expect(err?.stack).toMatch(/\n +at /)
})
