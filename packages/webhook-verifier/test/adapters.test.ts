import { afterEach, describe, expect, test } from 'vitest'
import type { WebhookHandlers, WebhookOptions } from '../src/index.ts'
import { onExpress4, onExpress5 } from './support/frameworks/express-server.ts'
import { onFastify } from './support/frameworks/fastify-server.ts'
import { onFetch, onHono } from './support/frameworks/fetch.ts'
import type { Framework, Receiver } from './support/frameworks/framework.ts'
import { onLambda } from './support/frameworks/lambda-server.ts'
import { onNest } from './support/frameworks/nest-server.ts'
import { onNextPages } from './support/frameworks/next-pages-server.ts'
import { eventBody, gate, hmac, SECRET } from './support/signed-deliveries.ts'

const frameworks = [onFetch, onHono, onExpress4, onExpress5, onFastify, onNextPages, onNest, ...onLambda]

const running: Receiver[] = []
afterEach(async () => {
  for (const receiver of running.splice(0)) await receiver.close?.()
})

interface Delivery {
  readonly body?: string | Uint8Array
  /** The signature headers. Default: one genuine signature. */
  readonly signatures?: readonly string[]
  readonly method?: 'GET'
}

const utf8 = (body: string | Uint8Array) => (typeof body === 'string' ? new TextEncoder().encode(body) : body)
const good = eventBody()
const genuine = hmac(good)

interface Misuse {
  readonly what: string
  readonly delivery?: Delivery
  readonly options?: Partial<WebhookOptions>
  /** The start of the answer. */
  readonly answer: string
  /** The hint in the log. */
  readonly hint?: RegExp
}

const signed = (body: string | Uint8Array): Delivery => ({ body, signatures: [hmac(body)] })
const aYearAgo = signed(eventBody({ createdAt: new Date(Date.now() - 3.2e10).toISOString() }))
const pretty = JSON.stringify(JSON.parse(good), null, 2)
const unset = undefined as unknown as string

/** Typical mistakes, with the answer to the sender and the hint to the operator. */
const misuses: readonly Misuse[] = [
  {
    what: 'a body that was serialised again',
    delivery: { body: pretty },
    answer: '401 signature_mismatch',
    hint: /JSON\.stringify/,
  },
  {
    what: 'a body with other line ends',
    delivery: { body: `${good}\r\n` },
    answer: '401 signature_mismatch',
    hint: /JSON\.stringify/,
  },
  {
    what: 'a body that was tampered with',
    delivery: { body: good.replace('run_1', 'run_2') },
    answer: '401 signature_mismatch',
    hint: /secret of this endpoint/,
  },
  {
    what: 'the signature of another secret',
    delivery: { signatures: [hmac(good, 'of the test environment')] },
    answer: '401 signature_mismatch',
    hint: /secret of this endpoint/,
  },
  {
    what: 'a secret with a newline at its end',
    options: { secrets: `${SECRET}\n` },
    answer: '500 secret_invalid',
    hint: /whitespace/,
  },
  { what: 'no secret', options: { secrets: [] }, answer: '500 secret_invalid', hint: /empty/ },
  { what: 'a secret that is not set', options: { secrets: unset }, answer: '500 secret_invalid', hint: /empty/ },
  {
    what: 'a current secret that is not set',
    options: { secrets: [unset, SECRET] },
    answer: '500 secret_invalid',
    hint: /empty/,
  },
  { what: 'no signature', delivery: { signatures: [] }, answer: '401 signature_missing' },
  { what: 'two signatures', delivery: { signatures: [genuine, genuine] }, answer: '401 signature_malformed' },
  {
    what: 'a truncated signature',
    delivery: { signatures: [genuine.slice(0, 40)] },
    answer: '401 signature_malformed',
  },
  {
    what: 'a signature with a prefix of its algorithm',
    delivery: { signatures: [`sha256=${genuine}`] },
    answer: '401 signature_malformed',
  },
  {
    what: 'a genuine body that is not UTF-8',
    delivery: signed(Buffer.from(eventBody({ data: 'brûlée' }), 'latin1')),
    answer: '400 payload_invalid',
  },
  { what: 'a genuine body that is empty', delivery: signed(''), answer: '400 payload_invalid' },
  { what: 'an empty body', delivery: { body: '' }, answer: '401 signature_mismatch' },
  { what: 'an event that is too old', delivery: aYearAgo, answer: '400 outside_window' },
  {
    what: 'an event from the future',
    delivery: signed(eventBody({ createdAt: new Date(Date.now() + 400_000).toISOString() })),
    answer: '400 outside_window',
  },
]

const accepted: readonly Misuse[] = [
  { what: 'a signature in upper case', delivery: { signatures: [genuine.toUpperCase()] }, answer: '200 ok' },
  { what: 'a byte order mark before the JSON', delivery: signed(`\uFEFF${good}`), answer: '200 ok' },
  {
    what: 'multi-byte characters',
    delivery: signed(eventBody({ data: { photo: { id: 'crème brûlée 🍮' } } })),
    answer: '200 ok',
  },
  { what: 'white space in the JSON', delivery: signed(pretty), answer: '200 ok' },
  {
    what: 'an old event with an infinite window',
    delivery: aYearAgo,
    options: { maxAgeSeconds: Infinity },
    answer: '200 ok',
  },
  { what: 'the secret before the current one', options: { secrets: ['whsec_new', SECRET] }, answer: '200 ok' },
]

describe.each<Framework>(frameworks)('$name', (framework) => {
  /** Our receiver in the framework, with the recorded events and errors. */
  async function started(
    how: 'start' | 'parsedFirst' | 'bytesKept' = 'start',
    options: Partial<WebhookOptions> = {},
    handlers: WebhookHandlers = {},
  ) {
    const handled: string[] = []
    const errors: { code?: string; hint?: string }[] = []
    const onError = (error: unknown) => errors.push(error as object)
    const all = { secrets: SECRET, onError, ...options }
    const receiver = await framework[how](all, { default: ({ id }) => handled.push(id), ...handlers })
    running.push(receiver)
    const send = async ({ body = good, signatures = [genuine], method }: Delivery = {}) => {
      const headers = signatures.map((signature) => ['X-Service-Signature', signature] as const)
      const { status, text } = await receiver.send({ body: utf8(body), headers, method })
      return `${status} ${text}`
    }
    return { send, handled, errors }
  }

  test.each(misuses)(
    '$what is answered with $answer, and no handler is called',
    async ({ delivery, options, answer, hint }) => {
      const { send, handled, errors } = await started('start', options)
      const said = await send(delivery)
      expect(said.slice(0, answer.length)).toBe(answer)
      expect(handled).toEqual([])
      expect(errors).toMatchObject([{ code: answer.slice(4) }])
      if (!hint) return
      expect(errors[0]?.hint).toMatch(hint)
      expect(said, 'the hint is not for the sender').not.toMatch(hint)
    },
  )

  test('a genuine body that is not JSON is answered with 400, and no handler is called', async () => {
    const { send, handled } = await started()
    expect(await send(signed('photo=1'))).toMatch(framework.refusesBadJson ? /^400 / : /^400 payload_invalid/)
    expect(handled).toEqual([])
  })

  test.each(accepted)('$what is accepted', async ({ delivery, options }) => {
    const { send, handled, errors } = await started('start', options)
    expect(await send(delivery)).toBe('200 ok')
    expect(handled).toHaveLength(1)
    expect(errors).toEqual([])
  })

  test('if the body was already read, every delivery is answered with 500 at once, with what to do', async () => {
    const { send, handled, errors } = await started('parsedFirst')
    const said = await send()
    expect(said).toMatch(/^500 body_not_raw: /)
    expect(said).toMatch(framework.fix)
    expect(await send({ signatures: ['0'.repeat(64)] })).toMatch(/^500 body_not_raw/)
    expect(handled).toEqual([])
    expect(errors).toMatchObject([{ code: 'body_not_raw' }, { code: 'body_not_raw' }])
  })

  test('if the raw bytes were kept, genuine events are handled and others are refused', async () => {
    const { send, handled } = await started('bytesKept')
    expect(await send(signed(pretty))).toBe('200 ok')
    expect(await send({ body: pretty })).toMatch(/^401 signature_mismatch/)
    expect(await send({ body: good.replace('run_1', 'run_2') })).toMatch(/^401 signature_mismatch/)
    expect(handled).toHaveLength(1)
  })

  test('an event is new once, 503 while it is handled, and then a duplicate', async () => {
    const begun = gate()
    const { opened, open } = gate()
    let handled = 0
    const handler = async () => {
      handled++
      begun.open()
      await opened
    }
    const { send, errors } = await started('start', {}, { 'photo.deleted': handler })
    const first = send()
    await begun.opened
    expect(await send()).toMatch(/^503 in_progress/)
    open()
    expect(await first).toBe('200 ok')
    expect(await send()).toBe('200 duplicate')
    expect(handled).toBe(1)
    expect(errors).toMatchObject([{ code: 'in_progress' }])
  })

  test('a handler that throws is answered with 500, and the next attempt is handled', async () => {
    let attempts = 0
    const handler = () => {
      if (++attempts === 1) throw new Error('the database is away')
    }
    const { send, errors } = await started('start', {}, { 'photo.deleted': handler })
    expect([await send(), await send(), await send()]).toEqual(['500 failed', '200 ok', '200 duplicate'])
    expect(errors).toEqual([new Error('the database is away')])
  })

  test('a slow handler is answered with 503, continues, and does not run twice', async () => {
    const { opened, open } = gate()
    let handled = 0
    const handler = () => {
      handled++
      return opened
    }
    const { send, errors } = await started('start', { timeoutMs: 60 }, { 'photo.deleted': handler })
    expect(await send()).toMatch(/^503 timeout/)
    expect(errors).toMatchObject([{ code: 'timeout' }])
    open()
    await expect.poll(() => send()).toBe('200 duplicate')
    expect(handled).toBe(1)
  })

  test('a handler gets the index of the secret', async () => {
    const seen: number[] = []
    const remember = (_event: unknown, { secretIndex }: { secretIndex: number }) => seen.push(secretIndex)
    const { send } = await started('start', { secrets: ['new', unset, SECRET] }, { 'photo.deleted': remember })
    await send()
    const other = eventBody()
    await send({ body: other, signatures: [hmac(other, 'new')] })
    expect(seen).toEqual([2, 0])
  })

  test('a GET is never answered with 2xx, even with the signature of an empty body', async () => {
    const { send, handled } = await started()
    const deliveries: readonly Delivery[] = [{ signatures: [] }, { signatures: [hmac('')] }, {}]
    for (const delivery of deliveries) expect(await send({ ...delivery, method: 'GET' })).toMatch(/^4\d\d /)
    expect(handled).toEqual([])
  })

  test('2 MB are refused with 413, and the next delivery is handled', async () => {
    const { send, handled } = await started()
    expect(await send(signed(`${good}${' '.repeat(2e6)}`))).toMatch(/^413 /)
    expect(await send()).toBe('200 ok')
    expect(handled).toHaveLength(1)
  })
})
