import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { newcomer, PASSWORD, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp({ env: { PLATELIGHT_TRUST_PROXY: '1' } })
  photo = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
})
afterAll(() => app.close())

const DEFAULTS = {
  display_name: null,
  business_name: null,
  locale: 'en',
  timezone: 'UTC',
  preset: 'balanced',
  formats: ['square', 'portrait', 'landscape'],
  output_format: 'jpeg',
  updated_at: null,
  credit_alerts: true,
  webhook_alerts: true,
}

test('settings that were never set have their defaults', async () => {
  const { client } = await app.customer()
  expect(await client.me.settings()).toEqual(DEFAULTS)
})

test('a change keeps what it leaves out, and null removes a name', async () => {
  const { client } = await app.customer()
  const first = await client.me.updateSettings({ display_name: '  Mara ', business_name: 'Trattoria', locale: 'PT-br' })
  expect(first).toEqual({
    ...DEFAULTS,
    display_name: 'Mara',
    business_name: 'Trattoria',
    locale: 'pt-BR',
    updated_at: expect.any(String),
  })
  const second = await client.me.updateSettings({ display_name: null, timezone: 'Europe/Rome', formats: ['square'] })
  expect(second).toEqual({
    ...first,
    display_name: null,
    timezone: 'Europe/Rome',
    formats: ['square'],
    updated_at: expect.any(String),
  })
  expect(await client.me.settings()).toEqual(second)
  expect((await client.auth.me()).business_name).toBe('Trattoria')
})

test('alerts are the same in the settings and in the e-mail preferences', async () => {
  const { client } = await app.customer()
  const alertsOf = ({ credit_alerts, webhook_alerts }: { credit_alerts: boolean; webhook_alerts: boolean }) => [
    credit_alerts,
    webhook_alerts,
  ]
  expect(alertsOf(await client.me.updateSettings({ webhook_alerts: false }))).toEqual([true, false])
  expect(alertsOf(await client.email.preferences())).toEqual([true, false])
  await client.email.updatePreferences({ credit_alerts: false, webhook_alerts: true, newsletter: true })
  expect(alertsOf(await client.me.settings())).toEqual([false, true])
  await client.me.updateSettings({ locale: 'de' })
  expect(alertsOf(await client.me.updateSettings({ credit_alerts: true }))).toEqual([true, true])
  expect((await client.email.preferences()).newsletter).toBe(true)
})

test('an unverified account may change its settings', async () => {
  const { email } = await newcomer(app)
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  const { locale } = await visitor(app, { apiKey }).me.updateSettings({ locale: 'ar' })
  expect(locale).toBe('ar')
})

test.each([
  [{ timezone: 'Europe/Atlantis' }, 'timezone'],
  [{ locale: 'en-abcdefgh-abcdefgh' }, 'locale'],
  [{ locale: 'x' }, 'locale'],
  [{ display_name: 'Mara\nBcc: all@example.com' }, 'display_name'],
  [{ display_name: 'a\u0000b' }, 'display_name'],
  [{ formats: [] }, 'formats'],
  [{ preset: 'loud' }, 'preset'],
])('%j is refused, and nothing changes', async (wish, field) => {
  const { client } = await app.customer()
  const change = client.me.updateSettings({ timezone: 'Europe/Rome', ...wish } as never)
  await expect(change).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', field] }] })
  expect(await client.me.settings()).toEqual(DEFAULTS)
})

test('an enhancement that names no preset and formats gets those of the settings', async () => {
  const { client, runs } = await app.customer()
  await client.me.updateSettings({ preset: 'print-ready', formats: ['portrait'] })
  const image = (await client.uploads.create(photo)).url
  const made = await client.photos.enhance({ image, upscale: false })
  expect(Object.keys(made.enhanced)).toEqual(['portrait'])
  expect(made.metadata.preset).toBe('print-ready')

  const named = await client.photos.enhance({ image, upscale: false, preset: 'social-media', formats: ['square'] })
  expect(Object.keys(named.enhanced)).toEqual(['square'])
  expect(named.metadata.preset).toBe('social-media')

  await client.images.enhance({ image_url: image })
  expect(JSON.parse((await runs()).at(-1)!.params)).toMatchObject({ preset: 'print-ready' })
})

test('the settings of one account do not change the requests of another', async () => {
  const mine = await app.customer()
  await mine.client.me.updateSettings({ preset: 'print-ready' })
  const other = await app.customer()
  const { url } = await other.client.uploads.create(photo)
  await other.client.images.enhance({ image_url: url })
  expect(JSON.parse((await other.runs()).at(-1)!.params)).toMatchObject({ preset: 'balanced' })
})

test('the file format of the settings is that of results for which none is named', async () => {
  const { client } = await app.customer()
  const { url } = await client.uploads.create(photo)
  await client.me.updateSettings({ output_format: 'webp' })
  const webp = await client.images.enhanceColors({ image_url: url })
  expect((await fetch(webp.result_url)).headers.get('content-type')).toBe('image/webp')
  const png = await client.images.enhanceColors({ image_url: url, format: 'png' })
  expect((await fetch(png.result_url)).headers.get('content-type')).toBe('image/png')
})

test('the pictures of a batch and of a queue job get the settings too', async () => {
  const { client, runs } = await app.customer()
  const { url } = await client.uploads.create(photo)
  await client.me.updateSettings({ preset: 'print-ready', output_format: 'webp' })
  await client.images.batchProcess({ image_urls: [url] })
  await client.images.process({ image_urls: [url], steps: ['enhance_colors'] })
  await client.jobs.submit('upscale', { image_url: url })
  await client.jobs.submit('batch_process', { image_urls: [url] })
  const items = (await runs()).filter(({ items }) => items === null).map(({ params }) => JSON.parse(params))
  expect(items).toMatchObject([
    { preset: 'print-ready', format: 'webp' },
    { format: 'webp' },
    { format: 'webp' },
    { preset: 'print-ready', format: 'webp' },
  ])
})

test('an estimate counts on the settings as the request does', async () => {
  const { client } = await app.customer()
  const body = { image_url: 'https://example.com/ramen.jpg' }
  const before = await client.service.estimate({ path: '/api/enhance', body })
  await client.me.updateSettings({ preset: 'social-media', formats: ['square'], output_format: 'avif' })
  expect(await client.service.estimate({ path: '/api/enhance', body })).toEqual({
    ...before,
    estimated_seconds: expect.any(Number),
  })
})
