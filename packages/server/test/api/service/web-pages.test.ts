import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { needs } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDataFolder } from '../../support/blobs/stored-blobs.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const open = (path: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8', at = app) =>
  fetch(at.url + path, { headers: { accept }, redirect: 'manual' })

/** The code blocks of a page, as a person would copy them. */
const blocks = (page: string) =>
  [...page.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text = '']) =>
    text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
  )

const PAGES = [
  ...['/', '/docs/errors', '/docs/errors/not_found'],
  ...['/docs/warnings', '/docs/warnings/subject_uncertain'],
]

test('every page has a request id, rate-limit headers and a strict policy', async () => {
  for (const path of PAGES) {
    const { status, headers } = await open(path)
    expect([status, headers.get('content-type')], path).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('x-request-id'), path).toMatch(/^req_/)
    expect(headers.get('x-ratelimit-remaining'), path).toMatch(/^\d+$/)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('content-security-policy'), path).toMatch(/^default-src 'none'; style-src 'sha256-/)
  }
})

test('no page has a script, and all its links work', async () => {
  const links = new Set<string>()
  for (const path of PAGES) {
    const page = await (await open(path)).text()
    expect(page, path).not.toMatch(/<script| style=| on\w+="/)
    expect(page, path).toMatch(/<html lang="en">[\s\S]*<main id="content"[\s\S]*<h1>/)
    for (const [, link = ''] of page.matchAll(/(?:href|src)="([^"]+)"/g)) links.add(link)
  }
  const there = await startApp({ env: { PLATELIGHT_TRUST_PROXY: '1' } })
  try {
    for (const [index, link] of [...links].filter((one) => one !== '#content').entries()) {
      expect(link).toMatch(/^\/(?!\/)/)
      const headers = { accept: 'text/html', 'x-forwarded-for': `198.51.100.${index}` }
      expect((await fetch(there.url + link, { headers })).status, link).toBe(200)
    }
  } finally {
    await there.close()
  }
})

test('a program gets JSON at /, a browser gets the page', async () => {
  for (const accept of ['application/json', '*/*']) {
    const reply = await open('/', accept)
    expect(reply.headers.get('vary')).toContain('Accept')
    expect(await reply.json()).toMatchObject({
      name: 'Platelight',
      status: 'ok',
      docs_url: `${app.url}/docs`,
      openapi_url: `${app.url}/openapi.json`,
    })
  }
})

test('the home page shows the public address and the health of the server', async () => {
  const behind = await startApp({ env: { ...inDataFolder, PLATELIGHT_PUBLIC_URL: 'https://photos.example.com' } })
  try {
    const page = await (await open('/', undefined, behind)).text()
    expect(page).toContain('This server is healthy.')
    expect(blocks(page).join('\n')).toContain('curl https://photos.example.com/api/mobile/enhance')
    expect(blocks(page).join('\n')).not.toContain('127.0.0.1')

    await rm(join(behind.dataFolder, 'blobs'), { recursive: true, force: true })
    await writeFile(join(behind.dataFolder, 'blobs'), 'no folder any more')
    const ill = await (await open('/', undefined, behind)).text()
    expect(ill).toContain('This server is not healthy.')
    expect(ill).toMatch(/<li>storage: /)
    expect(ill).not.toContain(behind.dataFolder)
  } finally {
    await behind.close()
  }
})

test('the curl command on the home page works', needs('curl'), async () => {
  const { key } = await app.customer({ credits: 5 })
  const folder = await mkdtemp(join(tmpdir(), 'first-call-'))
  try {
    await writeFile(join(folder, 'ramen.jpg'), await dishPhoto({ width: 160, height: 120 }))
    const call = blocks(await (await open('/')).text()).find((block) => block.startsWith('curl '))
    const env = { PATH: process.env.PATH, PLATELIGHT_API_KEY: key }
    const { stdout } = await promisify(execFile)('sh', ['-c', call!.replace('curl ', 'curl --silent ')], {
      cwd: folder,
      env,
    })
    const { enhanced_url: url } = JSON.parse(stdout) as { enhanced_url: string }
    expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('browsers find the icon under both names and may cache it', async () => {
  for (const [path, mime] of [
    ['/favicon.svg', 'image/svg+xml'],
    ['/favicon.ico', 'image/x-icon'],
  ] as const) {
    const icon = await open(path, 'image/*')
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, mime])
    const again = await fetch(app.url + path, { headers: { 'if-none-match': icon.headers.get('etag')! } })
    expect(again.status).toBe(304)
  }
})

test('pages are rate limited per address', async () => {
  // The minute does not end however long the calls take.
  const now = new Date()
  const busy = await startApp({ clock: { now: () => now } })
  try {
    for (let times = 0; times < 60; times += 1) expect((await open('/', undefined, busy)).status).toBe(200)
    const late = await open('/', undefined, busy)
    expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await open('/favicon.svg', undefined, busy)).status).toBe(200)
  } finally {
    await busy.close()
  }
})

test('the API reference loads scripts and styles only from this server', async () => {
  const page = await open('/docs')
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'; style-src 'self'")
  expect(policy).toContain("script-src 'self'; connect-src 'self'")
  expect(policy).not.toContain('unsafe')
  const text = await page.text()
  expect(text).not.toMatch(/<style|<script>| style=| on\w+="/)
  const loaded = [...text.matchAll(/(?:rel="stylesheet" href|src)="([^"]+)"/g)].map(([, address = '']) => address)
  expect(loaded).toHaveLength(4)
  for (const address of loaded) {
    expect(address).toMatch(/^\/docs\/[\w.-]+$/)
    const file = await open(address, '*/*')
    expect([file.status, file.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    expect(file.headers.get('content-type')).toMatch(address.endsWith('.css') ? /^text\/css/ : /^text\/javascript/)
  }
  expect(await (await open('/docs/reference.js')).text()).toContain('validatorUrl: null')
})
