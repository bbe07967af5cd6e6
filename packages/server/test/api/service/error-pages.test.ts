import { readFileSync } from 'node:fs'
import { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_STATUS } from '../../../src/base/service-error.ts'
import { document } from '../../../src/contract/openapi-document.ts'
import { readEndpoints } from '../../../src/http/endpoints/endpoint-table.ts'
import { createRouteTable } from '../../../src/http/endpoints/route-table.ts'
import { ERROR_TEXTS } from '../../../src/web-pages/error-texts/index.ts'
import { WARNING_TEXTS } from '../../../src/web-pages/warning-texts/index.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { PLATELIGHT_TRUST_PROXY: '1' } })
})
afterAll(() => app.close())

/** Each request comes from another address, so that the rate limit of an address does not interfere. */
let caller = 0
const open = (url: string, accept: string) => {
  caller += 1
  return fetch(url, { headers: { accept, 'x-forwarded-for': `198.51.100.${caller % 250}` } })
}

const CODES = Object.entries(ERROR_STATUS)

describe('the page of an error', () => {
  test('exists for every code, as HTML for browsers and as JSON for programs', async () => {
    for (const [code, status] of CODES) {
      const url = `${app.url}/docs/errors/${code}`
      const page = await open(url, 'text/html,*/*;q=0.8')
      expect([page.status, page.headers.get('content-type')], code).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.headers.get('x-request-id'), code).toBeTruthy()
      expect(page.headers.get('x-ratelimit-remaining'), code).toMatch(/^\d+$/)
      expect(await page.text(), code).toContain(`<h1>${code}</h1>`)

      const json = await open(url, 'application/json')
      expect([json.status, json.headers.get('vary')], code).toEqual([200, expect.stringContaining('Accept')])
      expect(await json.json(), code).toMatchObject({ code, status, docs_url: url })
    }
  })

  test('is linked from the list of errors', async () => {
    const page = await (await open(`${app.url}/docs/errors`, 'text/html')).text()
    const listed = (await (await open(`${app.url}/docs/errors`, '*/*')).json()) as { errors: { docs_url: string }[] }
    expect(listed.errors.map(({ docs_url }) => docs_url).sort()).toEqual(
      CODES.map(([code]) => `${app.url}/docs/errors/${code}`).sort(),
    )
    for (const [code] of CODES) expect(page).toContain(`href="/docs/errors/${code}"`)
  })

  test('is 404 for an unknown code in both forms, without quoting it as markup', async () => {
    const page = await open(`${app.url}/docs/errors/<script>`, 'text/html')
    expect(page.status).toBe(404)
    expect(await page.text()).not.toMatch(/<script/i)
    expect((await open(`${app.url}/docs/errors/constructor`, 'application/json')).status).toBe(404)
  })

  test('accepts only GET and HEAD', async () => {
    const refused = await fetch(`${app.url}/docs/errors`, { method: 'POST' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const head = await fetch(`${app.url}/docs/errors`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

describe('an error', () => {
  test('links to its page, in both families and in the client', async () => {
    const { headers, client } = await app.customer({ credits: 0 })
    const stranger = new Platelight({ baseUrl: app.url, apiKey: 'pl_live_wrong', maxRetries: 0 })
    const failures = [
      [() => client.photos.get('pho_unknown'), 'not_found'],
      [() => client.photos.enhance({ image: 'https://example.com/a.jpg' }), 'insufficient_credits'],
      [() => client.images.upscale({ image_url: 'https://example.com/a.jpg', scale: 2 }), 'insufficient_credits'],
      [() => stranger.account.credits(), 'unauthorized'],
    ] as const
    for (const [call, code] of failures) {
      const error = (await Promise.resolve(call()).catch((thrown: unknown) => thrown)) as {
        code: string
        docsUrl: string
      }
      expect([error.code, error.docsUrl]).toEqual([code, `${app.url}/docs/errors/${code}`])
      expect((await open(error.docsUrl, '*/*')).status).toBe(200)
    }
    const v1 = await (await fetch(`${app.url}/v1/photos/pho_unknown`, { headers })).json()
    expect(v1).toMatchObject({ error: { docsUrl: `${app.url}/docs/errors/not_found` } })
    expect(JSON.stringify(v1)).not.toContain('docs_url')
  })

  test('422 keeps the exact shape of the contract', async () => {
    const { headers } = await app.customer()
    const reply = await fetch(`${app.url}/api/upscale`, { method: 'POST', headers })
    expect([reply.status, Object.keys((await reply.json()) as object)]).toEqual([422, ['detail']])
  })
})

describe('retired and pending endpoints', () => {
  const operations = readEndpoints(document)

  test('a retired endpoint names a working replacement and links to a page', async () => {
    const { headers } = await app.customer()
    const routes = createRouteTable(operations)
    const retired = operations.filter((operation) => operation.retired !== undefined)
    expect(retired.length).toBeGreaterThan(5)
    for (const { method, path, retired: sentence = '' } of retired) {
      const named = [...sentence.matchAll(/\b(GET|POST) (\/[\w/-]+)/g)].map(([, verb = '', at = '']) =>
        routes.find(verb, at),
      )
      expect(named.length, path).toBeGreaterThan(0)
      for (const found of named) {
        const works = found && 'endpoint' in found && found.endpoint.retired === undefined
        expect(works, `${path}: ${sentence}`).toBe(true)
      }
      const reply = await fetch(app.url + path, { method, headers })
      const link = /^<([^>]+)>; rel="deprecation"/.exec(reply.headers.get('link') ?? '')?.[1]
      expect([reply.status, link], path).toEqual([410, `${app.url}/docs/errors/endpoint_retired`])
      expect(await (await open(link!, 'text/html')).text(), path).toContain(`${method} ${path}</code>`)
    }
  })
})

describe('the texts of the pages', () => {
  const words = [...Object.entries(ERROR_TEXTS), ...Object.entries(WARNING_TEXTS)].flatMap(
    ([code, { meaning, remedies, example }]) =>
      [meaning, ...remedies, typeof example === 'string' ? example : example.message].map(
        (text) => [code, text] as const,
      ),
  )

  test('name only endpoints that work', () => {
    const routes = createRouteTable(readEndpoints(document))
    for (const [code, text] of words) {
      for (const [, method = '', path = ''] of text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g)) {
        const found = routes.find(method, path.replace(/\{[^}]+\}/g, 'one'))
        const works = found && 'endpoint' in found && !found.endpoint.retired
        expect(works, `${code}: ${method} ${path}`).toBe(true)
      }
    }
  })

  test('name only settings that are read', () => {
    const settings = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    for (const [code, text] of words) {
      for (const [setting] of text.matchAll(/PLATELIGHT_[A-Z_]+/g)) expect(settings, code).toContain(`${setting}=`)
    }
  })

  test('have balanced marks of code', () => {
    for (const [code, text] of words) expect(text.split('`').length % 2, `${code}: ${text}`).toBe(1)
  })
})
