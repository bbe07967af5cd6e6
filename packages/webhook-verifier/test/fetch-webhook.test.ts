import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Dedupe, fetchWebhook, memoryDedupe, type WebhookHandlers, type WebhookOptions } from '../src/index.ts'
import { delivery, eventBody, gate, hmac, SECRET } from './support/signed-deliveries.ts'

/** A receiver that keeps what it was told. */
function receiver(handlers: WebhookHandlers, options: Partial<WebhookOptions> = {}) {
  const errors: unknown[] = []
  const post = fetchWebhook({ secrets: SECRET, onError: (error) => errors.push(error), ...options }, handlers)
  return { post, errors }
}

const said = async (response: Response) => `${response.status} ${await response.text()}`

describe('an event', () => {
  test('reaches the handler of its type, with the secret that was used', async () => {
    const seen: unknown[] = []
    const { post } = receiver(
      {
        'photo.deleted': (event, { secretIndex }) => seen.push(event.data.photo.id, secretIndex),
        default: () => seen.push('default'),
      },
      { secrets: ['new', SECRET] },
    )
    expect(await said(await post(delivery(eventBody())))).toBe('200 ok')
    expect(seen).toEqual(['run_1', 1])
  })

  test.each(['photo.framed', 'constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'of the unknown type %s reaches `default`',
    async (type) => {
      const seen: string[] = []
      const { post } = receiver({ default: (event) => seen.push(event.type) })
      expect((await post(delivery(eventBody({ type })))).status).toBe(200)
      expect(seen).toEqual([type])
    },
  )

  test('that nobody handles is acknowledged', async () => {
    const { post } = receiver({})
    expect(await said(await post(delivery(eventBody({ type: 'constructor' }))))).toBe('200 ok')
  })

  test('that was handled is a duplicate: 200, and not handled again', async () => {
    let handled = 0
    const { post } = receiver({ 'photo.deleted': () => handled++ })
    const body = eventBody()
    expect(await said(await post(delivery(body)))).toBe('200 ok')
    expect(await said(await post(delivery(body)))).toBe('200 duplicate')
    expect(handled).toBe(1)
  })

  test('whose handler fails is answered 500 and handled again', async () => {
    let attempts = 0
    const { post, errors } = receiver({
      default: async () => {
        if (++attempts === 1) throw new Error('the database is away')
      },
    })
    const body = eventBody()
    const first = await post(delivery(body))
    expect(await said(first)).toBe('500 failed')
    expect(errors).toEqual([new Error('the database is away')])
    expect(await said(await post(delivery(body)))).toBe('200 ok')
    expect(await said(await post(delivery(body)))).toBe('200 duplicate')
    expect(attempts).toBe(2)
  })

  test('that comes again while it is handled is answered 503 with Retry-After', async () => {
    const { opened, open } = gate()
    let handled = 0
    const { post } = receiver({
      default: () => {
        handled++
        return opened
      },
    })
    const body = eventBody()
    const first = post(delivery(body))
    // Signatures are checked aside, so who comes first need not be done first.
    await expect.poll(() => handled).toBe(1)
    const others = await Promise.all(Array.from({ length: 20 }, () => post(delivery(body))))
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503))
    expect(others[0]?.headers.get('retry-after')).toBe('5')
    open()
    expect((await first).status).toBe(200)
    expect(handled).toBe(1)
  })
})

describe('a delivery', () => {
  const good = eventBody()
  test.each<[string, () => Request, string]>([
    ['without a signature', () => delivery(good, null), '401 signature_missing'],
    ['with a signature of 65 characters', () => delivery(good, `${hmac(good)}0`), '401 signature_malformed'],
    ['that was tampered with', () => delivery(good.replace('run_1', 'run_2'), hmac(good)), '401 signature_mismatch'],
    ['that is not JSON', () => delivery('x'), '400 payload_invalid'],
    ['of last year', () => delivery(eventBody({ createdAt: '2025-01-01T00:00:00Z' })), '400 outside_window'],
    ['of 2 MB', () => delivery(`${good}${' '.repeat(2e6)}`), '413 body_too_large'],
  ])('%s is refused, and no handler hears of it', async (_, request, answer) => {
    let handled = 0
    const { post, errors } = receiver({ default: () => handled++ })
    expect(await said(await post(request()))).toMatch(answer)
    expect(handled).toBe(0)
    expect(errors).toHaveLength(1)
  })

  test('whose body was read before is answered at once', async () => {
    const request = delivery(good)
    await request.json()
    const { post } = receiver({})
    expect(await said(await post(request))).toMatch('500 body_not_raw')
  })

  test('to a receiver without a secret is answered 500; the hint is in the log and not in the answer', async () => {
    const { post, errors } = receiver({}, { secrets: '' })
    const text = await said(await post(delivery(good)))
    expect(text).toMatch('500 secret_invalid')
    expect(text).not.toMatch('whitespace')
    expect(errors).toMatchObject([{ hint: expect.stringContaining('whitespace') }])
  })

  test('whose log fails is answered all the same', async () => {
    const onError = () => {
      throw new Error('the log is away')
    }
    const rejecting = async () => onError()
    for (const log of [onError, rejecting]) {
      const { post } = receiver({ default: onError }, { onError: log })
      expect((await post(delivery(eventBody()))).status).toBe(500)
      expect((await post(delivery(good, 'x'))).status).toBe(401)
    }
  })
})

describe('a memory that fails', () => {
  const away = () => {
    throw new Error('away')
  }
  const working: Dedupe = { begin: () => 'new', done: () => {}, release: () => {} }

  test('before the event is claimed makes it come again', async () => {
    let handled = 0
    const { post } = receiver({ default: () => handled++ }, { dedupe: { ...working, begin: away } })
    expect((await post(delivery(eventBody()))).status).toBe(500)
    expect(handled).toBe(0)
  })

  test('after the event was handled does not make it come again', async () => {
    const { post, errors } = receiver({}, { dedupe: { ...working, done: away } })
    expect((await post(delivery(eventBody()))).status).toBe(200)
    expect(errors).toEqual([new Error('away')])
  })

  test('after the handler failed does not hide that', async () => {
    const broken = { ...working, release: async () => away() }
    const { post, errors } = receiver({ default: () => Promise.reject(new Error('mine')) }, { dedupe: broken })
    expect((await post(delivery(eventBody()))).status).toBe(500)
    expect(errors).toEqual([new Error('mine'), new Error('away')])
  })
})

describe('a handler that takes long', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Moves the clock when the handler has begun, so that nothing else is waited for. */
  async function waitFor(begun: Promise<unknown>, milliseconds: number) {
    await begun
    await vi.advanceTimersByTimeAsync(milliseconds)
  }

  test('is answered for after 4.5 seconds with 503; its event is handled once and then a duplicate', async () => {
    const begun = gate()
    const { opened, open } = gate()
    let handled = 0
    const { post, errors } = receiver({
      default: async () => {
        handled++
        begun.open()
        await opened
      },
    })
    const body = eventBody()
    let answered: Response | undefined
    const first = post(delivery(body)).then((response) => {
      answered = response
    })
    await waitFor(begun.opened, 4_499)
    expect(answered).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await first
    expect(answered?.status).toBe(503)
    expect(answered?.headers.get('retry-after')).toBe('5')
    expect(errors).toMatchObject([{ code: 'timeout' }])

    expect((await post(delivery(body))).status).toBe(503)
    open()
    await vi.waitFor(async () => expect(await said(await post(delivery(body)))).toBe('200 duplicate'))
    expect(handled).toBe(1)
  })

  test('and fails after it was answered for is handled again', async () => {
    const begun = gate()
    const { opened, open } = gate()
    let attempts = 0
    const { post } = receiver({
      default: async () => {
        begun.open()
        if (++attempts > 1) return
        await opened
        throw new Error('late')
      },
    })
    const body = eventBody()
    const first = post(delivery(body))
    await waitFor(begun.opened, 4_500)
    expect((await first).status).toBe(503)
    open()
    await vi.waitFor(async () => expect(await said(await post(delivery(body)))).toBe('200 ok'))
    expect(attempts).toBe(2)
  })

  test('is kept alive by waitUntil, and still not acknowledged before it ends', async () => {
    const begun = gate()
    const { opened, open } = gate()
    const kept: Promise<unknown>[] = []
    const { post } = receiver({
      default: async () => {
        begun.open()
        await opened
      },
    })
    const first = post(delivery(eventBody()), {}, { waitUntil: (work: Promise<unknown>) => kept.push(work) })
    await waitFor(begun.opened, 4_500)
    expect((await first).status).toBe(503)
    expect(kept).toHaveLength(1)
    open()
    expect(await kept[0]).toMatchObject({ status: 200 })
  })

  test('of which no timer is left when it was quick', async () => {
    const { post } = receiver({})
    await post(delivery(eventBody()))
    expect(vi.getTimerCount()).toBe(0)
  })

  test('and a sender that never ends its body are answered for too', async () => {
    const { post } = receiver({})
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{')),
    })
    const init = { method: 'POST', body, duplex: 'half', headers: { 'x-service-signature': hmac('{') } }
    const pending = post(new Request('https://shop.example.com/hooks', init as RequestInit))
    await vi.advanceTimersByTimeAsync(4_500)
    expect((await pending).status).toBe(503)
  })
})

describe('with claims that outlive the process and waitUntil', () => {
  const durable = (): Dedupe => ({ ...memoryDedupe(), durable: true })

  test('an event is acknowledged as soon as it is claimed', async () => {
    const { opened, open } = gate()
    const context = { kept: [] as Promise<unknown>[], waitUntil }
    function waitUntil(this: typeof context, work: Promise<unknown>) {
      this.kept.push(work)
    }
    const { post } = receiver({ default: () => opened }, { dedupe: durable() })
    const body = eventBody()
    expect((await post(delivery(body), {}, context)).status).toBe(200)
    expect((await post(delivery(body), {}, context)).status).toBe(503)
    open()
    await Promise.all(context.kept)
    expect(await said(await post(delivery(body), {}, context))).toBe('200 duplicate')
  })

  test('without waitUntil the handler is waited for', async () => {
    const { post } = receiver({ default: () => Promise.reject(new Error('no')) }, { dedupe: durable() })
    expect((await post(delivery(eventBody()), {}, { params: {} }, undefined)).status).toBe(500)
  })
})
