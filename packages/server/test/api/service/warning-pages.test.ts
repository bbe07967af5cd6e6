import { afterAll, beforeAll, expect, test } from 'vitest'
import { WARNING_CODES } from '../../../src/base/warning-codes.ts'
import { document } from '../../../src/contract/openapi-document.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { PLATELIGHT_TRUST_PROXY: '1' } })
})
afterAll(() => app.close())

/** Each request comes from another address, so that the rate limit of an address does not interfere. */
let caller = 0
const open = (path: string, accept: string) => {
  caller += 1
  return fetch(app.url + path, { headers: { accept, 'x-forwarded-for': `198.51.100.${caller % 250}` } })
}

test('every code has a page, as HTML for browsers and as JSON for programs, and stands in the document', async () => {
  const { properties } = document.components!.schemas!.Warning as { properties: { code: object } }
  const documented = properties.code
  expect(documented).toMatchObject({ type: 'string', 'x-extensible-enum': WARNING_CODES })
  expect(documented).not.toHaveProperty('enum')
  for (const code of WARNING_CODES) {
    const page = await open(`/docs/warnings/${code}`, 'text/html,*/*;q=0.8')
    expect([page.status, await page.text()], code).toEqual([200, expect.stringContaining(`<h1>${code}</h1>`)])
    const json = await (await open(`/docs/warnings/${code}`, 'application/json')).json()
    expect(json, code).toMatchObject({ code, example: { warnings: [{ code, message: expect.any(String) }] } })
  }
})

test('the list of warnings links to the page of each', async () => {
  const page = await (await open('/docs/warnings', 'text/html')).text()
  for (const code of WARNING_CODES) expect(page).toContain(`href="/docs/warnings/${code}"`)
  const listed = (await (await open('/docs/warnings', '*/*')).json()) as { warnings: { code: string }[] }
  expect(listed.warnings.map(({ code }) => code)).toEqual(WARNING_CODES)
})

test('an unknown code is 404 in both forms, and is not quoted as markup', async () => {
  const page = await open('/docs/warnings/<script>', 'text/html')
  expect(page.status).toBe(404)
  expect(await page.text()).not.toMatch(/<script/i)
  expect((await open('/docs/warnings/constructor', 'application/json')).status).toBe(404)
})
