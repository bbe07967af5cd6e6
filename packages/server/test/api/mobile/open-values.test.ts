import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { document } from '../../../src/contract/openapi-document.ts'
import { resolve, type Schema } from '../../../src/contract/openapi-types.ts'
import { type Endpoint, readEndpoints } from '../../../src/http/endpoints/endpoint-table.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { FROM_ANYWHERE, newAddress } from '../../support/identity/signed-in-client.ts'
import { type Fields, sendForm } from '../../support/multipart-forms.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { asVisitor } from '../../support/visitors/visitor-fixture.ts'

let app: TestApp
let customer: Customer
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE })
  customer = await app.customer({ credits: 1_000 })
  photo = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
})
afterAll(() => app.close())

/** Fields whose values the published contract leaves open. */
const OPEN = ['style', 'goal', 'format', 'preset', 'motion', 'asset_type', 'size', 'angle']

const fieldsOf = (schema: Schema | undefined) =>
  Object.entries(schema?.properties ?? {}).map(([name, one]) => [name, one, resolve(document, one)] as const)

const forms = readEndpoints(document).filter(({ body }) => body?.form)
const openFields = forms.flatMap((operation) =>
  fieldsOf(operation.body?.form).flatMap(([name, , schema]) =>
    OPEN.includes(name) ? [{ operation, name, schema }] : [],
  ),
)

/** The minimum of each form, so that only the tested value decides. An asset needs a picture or a text, whichever it is. */
const required = ({ id, body }: Endpoint): Fields => ({
  ...(id.endsWith('.assets') && { reference_images: [photo] }),
  ...Object.fromEntries(
    fieldsOf(body?.form).flatMap(([name, , schema]) =>
      body?.form?.required?.includes(name) ? [[name, schema.type === 'string' && schema.format ? photo : [photo]]] : [],
    ),
  ),
})

/** Headers of a visitor who has just started, for the form that is saved without an account. */
const visiting = async (): Promise<Record<string, string>> => {
  const { body } = await asVisitor(app, 'POST', '/api/mobile/anonymous-session')
  return { 'x-anonymous-session': body.session_token, 'x-forwarded-for': newAddress() }
}

const send = async (operation: Endpoint, fields: Fields) => {
  const more = operation.id === 'sessions.project' ? await visiting() : {}
  // An account has one free preview.
  const sender = operation.id === 'mobile.demoEnhance' ? await app.customer() : customer
  return sendForm(app, sender, operation.path, { ...required(operation), ...fields }, more)
}

test('every form of the app is tested', () => {
  expect([...new Set(openFields.map(({ operation }) => operation.id))].sort()).toEqual(
    [
      ...['mobile.enhance', 'mobile.assets', 'mobile.reels', 'mobile.demoEnhance', 'sessions.project'],
      ...['mobileJobs.enhance', 'mobileJobs.assets', 'mobileJobs.reels'],
    ].sort(),
  )
  expect([...new Set(openFields.map(({ name }) => name))].sort()).toEqual([...OPEN].sort())
})

describe.each(openFields.map((one) => [`${one.name} of ${one.operation.id}`, one] as const))('%s', (_, one) => {
  const { operation, name, schema } = one
  // An angle is words: none are known, and there is none by default.
  const known = schema['x-known-values'] ?? ['']

  test('takes an unknown and an empty value as the default, and names it', async () => {
    for (const value of ['neon-from-an-old-app', '', 'x'.repeat(5_000)].filter((text) => !known.includes(text))) {
      const { status, headers, body } = await send(operation, { [name]: value })
      expect([status, headers.get('x-ignored-fields')]).toEqual([200, name])
      const all = body.warnings as { code: string; message: string }[]
      const own = all.filter(({ message }) => message.startsWith(`${name} "`))
      const isTooLong = value.length > (schema.maxLength ?? 0)
      const isWords = schema['x-known-values'] === undefined
      expect(own.map(({ code }) => code)).toEqual([isWords && !isTooLong ? 'words_not_understood' : 'value_unknown'])
      expect(own[0]!.message.length).toBeLessThanOrEqual(500)
    }
  })

  test('takes its known values without a warning', async () => {
    expect(known).toContain(schema.default)
    const { status, headers, body } = await send(operation, { [name]: known.at(-1)! })
    expect([status, headers.get('x-ignored-fields')]).toEqual([200, null])
    expect(JSON.stringify(body.warnings ?? [])).not.toContain(`${name} \\"`)
  })

  test('has a field for the warning in the documented reply', () => {
    const reply = operation.source.responses[200] as { content: Record<string, { schema: Schema }> }
    const { properties, allOf = [] } = resolve(document, reply.content['application/json']!.schema)
    const all = [properties, ...allOf.map((part) => resolve(document, part).properties)]
    expect(all.some((some) => some?.warnings)).toBe(true)
  })
})

test('an unknown value changes nothing: the picture is that of the defaults, at the same price', async () => {
  const sha = async ({ body }: { body: { enhanced_url: string; credits_used: number } }) => [
    body.credits_used,
    Buffer.from(await (await fetch(body.enhanced_url)).arrayBuffer()).toString('base64'),
  ]
  const plain = await sendForm(app, customer, '/api/mobile/enhance', { image: photo })
  const strange = await sendForm(app, customer, '/api/mobile/enhance', {
    image: photo,
    style: 'neon',
    size: '',
    angle: 'from above',
  })
  expect(strange.headers.get('x-ignored-fields')).toBe('style, size, angle')
  expect(await sha(strange)).toEqual(await sha(plain))
})

test('a locale is named and warned of when it has no effect, whatever its value', async () => {
  for (const locale of ['it', 'en', '', 'not a tag!']) {
    const sent = await sendForm(app, customer, '/api/mobile/jobs/enhance', { image: photo, locale })
    expect([sent.status, sent.headers.get('x-ignored-fields')], locale).toEqual([200, 'locale'])
    expect(sent.body.warnings).toEqual([
      { code: 'value_unsupported', message: `locale "${locale}" has no effect: a photo has no text.` },
    ])
  }
})

test('a locale that is no language tag is replaced by the default where it is kept', async () => {
  const project = forms.find(({ id }) => id === 'sessions.project')!
  for (const locale of ['', 'not a tag!', 'x'.repeat(300)]) {
    const { status, headers, body } = await send(project, { locale })
    expect([status, headers.get('x-ignored-fields'), body.locale], locale).toEqual([200, 'locale', 'en'])
    expect(body.warnings.map((one: { code: string }) => one.code)).toEqual(['value_unknown'])
  }
  expect((await send(project, { locale: 'pt-BR' })).body).toMatchObject({ locale: 'pt-BR' })
})

/** Every warning of a form whose fields say what cannot be done. */
const STRANGE = {
  style: 'neon',
  angle: 'from the moon',
  customPrompt: 'make it a bit warmer, frobnicate the quux',
  editAreaDetails: 'crop square',
  locale: 'it',
}
const CODES = [
  'value_unknown',
  'value_unsupported',
  'words_not_understood',
  'words_not_understood',
  'value_unsupported',
]

test('what a form says in vain is a warning when it is sent and when its job is polled, on every way to the job', async () => {
  const { client, headers } = customer
  const codes = ({ warnings }: { warnings?: readonly { code: string }[] }) =>
    (warnings ?? []).map(({ code }) => code).filter((code) => CODES.includes(code))
  const sent = await sendForm(app, customer, '/api/mobile/jobs/enhance', { image: photo, ...STRANGE })
  expect([sent.status, sent.headers.get('x-ignored-fields')]).toEqual([200, 'style, locale, angle, editAreaDetails'])
  expect(codes(sent.body)).toEqual(CODES)
  const polled = async () =>
    (await fetch(`${app.url}/api/mobile/jobs/${sent.body.job_id}`, { headers })).json() as Promise<{
      status: string
      warnings: { code: string }[]
      result: { warnings: { code: string }[] }
    }>
  await expect.poll(async () => (await polled()).status).toBe('completed')
  const done = await polled()
  expect([codes(done), codes(done.result)]).toEqual([CODES, CODES])
  const [run] = await client.me.jobs({ limit: 1 }).toArray({ limit: 1 })
  expect(codes(run?.result as never)).toEqual(CODES)
  // The part of customPrompt that was understood is done, and the call that waits says the same.
  const { locale: _, ...form } = STRANGE
  const called = await sendForm(app, customer, '/api/mobile/enhance', { image: photo, ...form })
  expect(codes(called.body)).toEqual(CODES.filter((__, index) => index !== 1))
  const warm = await sendForm(app, customer, '/api/mobile/enhance', {
    image: photo,
    customPrompt: 'make it a bit warmer',
  })
  const bytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
  expect(await bytes(called.body.enhanced_url)).toEqual(await bytes(warm.body.enhanced_url))
})

test('JSON stays strict: an unknown or empty value is 422 with its location', async () => {
  for (const preset of ['neon', '']) {
    const body = JSON.stringify({ image_url: 'https://example.com/a.jpg', preset })
    const headers = { ...customer.headers, 'content-type': 'application/json' }
    const reply = await fetch(`${app.url}/api/enhance`, { method: 'POST', headers, body })
    expect([reply.status, await reply.json()]).toMatchObject([422, { detail: [{ loc: ['body', 'preset'] }] }])
  }
})
