import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('a text with NUL is stored or refused, and never a fault of the server', async () => {
  const { headers } = await app.customer()
  const url = `https://example.com/a${'\0'}b.jpg`
  const bodies = {
    '/api/keys': { name: 'a\0b' },
    '/api/webhooks': { url: 'https://example.com/hook', events: ['*'], description: 'a\0b' },
    '/v1/photos/enhance': { imageUrl: url },
    '/api/jobs/submit': { job_type: 'enhance', params: { image_url: url } },
  }
  for (const [path, body] of Object.entries(bodies)) {
    const { status } = await fetch(app.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(status, path).toBeLessThan(500)
  }
})
