import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { PLATELIGHT_TRUST_PROXY: '1' } })
})
afterAll(() => app.close())

/** Each request comes from a caller of its own, so that no limit of pages is met. */
let callers = 0
const open = (path: string, accept = 'text/html') =>
  fetch(app.url + path, { headers: { accept, 'x-forwarded-for': `198.51.100.${callers++ % 250}` } })
const textOf = async (path: string, accept?: string) => {
  const reply = await open(path, accept)
  expect(reply.status, path).toBe(200)
  return reply.text()
}

interface Results {
  readonly results: readonly { title: string; where: string; url: string; passage: string }[]
}
const search = async (words: string): Promise<Results> =>
  JSON.parse(await textOf(`/docs/search?q=${encodeURIComponent(words)}`, 'application/json')) as Results

const names = async () =>
  [...(await textOf('/docs/guides')).matchAll(/"\/docs\/guides\/([\w-]+)"/g)].map(([, name]) => name!)

test('every link of every guide leads to a page of this server and to a place on it, or to a public site', async () => {
  const guides = await names()
  expect(guides).toEqual(
    expect.arrayContaining(['first-hour', 'webhooks', 'receivers', 'growing', 'runbook', 'platforms']),
  )
  const pages = new Map<string, string>(
    await Promise.all(
      guides.map(async (name) => [`/docs/guides/${name}`, await textOf(`/docs/guides/${name}`)] as const),
    ),
  )
  for (const [path, page] of pages) {
    expect(page, path).not.toMatch(/<script| style=| on\w+="|<img(?! src="\/favicon)/)
    for (const [, link = ''] of page.matchAll(/href="([^"]+)"/g)) {
      if (link.startsWith('https://')) continue
      const [target = '', anchor] = link.split('#')
      const there = target === '' ? page : (pages.get(target) ?? (await textOf(target)))
      if (anchor !== undefined) expect(there, `${path}: ${link}`).toContain(`id="${anchor}"`)
    }
  }
})

test('a guide is the Markdown of the project, without notes to its checks', async () => {
  const page = await textOf('/docs/guides/first-hour')
  expect(page).toContain('platelight-server keys create --email you@example.com --credits 100')
  const markdown = await textOf('/docs/guides/first-hour.md')
  expect(markdown).toMatch(/^# The first hour\n\nEverything below/)
  for (const text of [page, markdown]) {
    expect(text).not.toContain('prints:')
    expect(text).not.toContain('What works today')
  }
})

test('the search finds guides, endpoints, errors, warnings and settings, also by part and with a slip', async () => {
  expect((await search('rotate secret')).results.map(({ where }) => where)).toContain('Webhooks')
  expect((await search('insufficient_credits')).results[0]).toMatchObject({
    where: 'Error 402',
    url: `${app.url}/docs/errors/insufficient_credits`,
  })
  expect((await search('subject uncertain')).results.map(({ url }) => url)).toContain(
    `${app.url}/docs/warnings/subject_uncertain`,
  )
  expect((await search('images.removeBackground')).results[0]?.title).toBe('POST /api/remove-background')
  expect((await search('PLATELIGHT_S3_BUCKET')).results[0]?.where).toMatch(/Configuration|Growing/)
  expect((await search('idempotncy')).results.length).toBeGreaterThan(0)
})

test('what was searched for is shown as text, and a text of any length is answered', async () => {
  const page = await textOf(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
  expect(page).toContain('&quot;&gt;&lt;script&gt;')
  expect(page).not.toContain('<script>alert')
  expect((await search('soup '.repeat(1_500))).results.length).toBeGreaterThan(0)
  expect((await search('()*+?[\\^$.|{')).results).toEqual([])
  expect((await search('')).results).toEqual([])
})

test('language models find every guide as Markdown', async () => {
  const list = await textOf('/llms.txt')
  expect(list).toMatch(/^# Platelight\n\n> /)
  for (const name of await names()) expect(list).toContain(`${app.url}/docs/guides/${name}.md)`)
  expect(await textOf('/llms-full.txt')).toContain('\n# Webhooks\n')
})

test('text after a table of a guide is not a row of the table', async () => {
  expect(await textOf('/docs/guides/webhooks')).toContain('<p>A cancelled enhancement sends no further event.</p>')
})
