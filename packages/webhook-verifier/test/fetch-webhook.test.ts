import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Dedupe, fetchWebhook, memoryDedupe, type WebhookHandlers, type WebhookOptions } from '../src/index.ts'
import { delivery, eventBody, gate, hmac, SECRET } from './support/signed-deliveries.ts'

/** A receiver that records its events and errors. */
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

  test('without a handler is acknowledged', async () => {
    const { post } = receiver({})
    expect(await said(await post(delivery(eventBody({ type: 'constructor' }))))).toBe('200 ok')
  })

  test('that was handled is a duplicate: answered with 200 and not handled again', async () => {
    let handled = 0
    const { post } = receiver({ 'photo.deleted': () => handled++ })
    const body = eventBody()
    expect(await said(await post(delivery(body)))).toBe('200 ok')
    expect(await said(await post(delivery(body)))).toBe('200 duplicate')
    expect(handled).toBe(1)
  })

  test('whose handler fails is answered with 500 and handled again', async () => {
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

  test('that is repeated while it is handled is answered with 503 and Retry-After', async () => {
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
    // Signatures are checked asynchronously, so the first request need not be the first to claim.
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
  ])('%s is refused, and no handler is called', async (_, request, answer) => {
    let handled = 0
    const { post, errors } = receiver({ default: () => handled++ })
    expect(await said(await post(request()))).toMatch(answer)
    expect(handled).toBe(0)
    expect(errors).toHaveLength(1)
  })

  test('with a body that was already read is answered at once', async () => {
    const request = delivery(good)
    await request.json()
    const { post } = receiver({})
    expect(await said(await post(request))).toMatch('500 body_not_raw')
  })

  test('to a receiver without a secret is answered with 500; the hint is only in the log', async () => {
    const { post, errors } = receiver({}, { secrets: '' })
    const text = await said(await post(delivery(good)))
    expect(text).toMatch('500 secret_invalid')
    expect(text).not.toMatch('whitespace')
    expect(errors).toMatchObject([{ hint: expect.stringContaining('whitespace') }])
  })

  test('is answered even if the log throws', async () => {
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

describe('a dedupe that throws', () => {
  const away = () => {
    throw new Error('away')
  }
  const working: Dedupe = { begin: () => 'new', done: () => {}, release: () => {} }

  test('before the event is claimed causes a retry', async () => {
    let handled = 0
    const { post } = receiver({ default: () => handled++ }, { dedupe: { ...working, begin: away } })
    expect((await post(delivery(eventBody()))).status).toBe(500)
    expect(handled).toBe(0)
  })

  test('after the event was handled causes no retry', async () => {
    const { post, errors } = receiver({}, { dedupe: { ...working, done: away } })
    expect((await post(delivery(eventBody()))).status).toBe(200)
    expect(errors).toEqual([new Error('away')])
  })

  test('after the handler failed does not hide the failure', async () => {
    const broken = { ...working, release: async () => away() }
    const { post, errors } = receiver({ default: () => Promise.reject(new Error('mine')) }, { dedupe: broken })
    expect((await post(delivery(eventBody()))).status).toBe(500)
    expect(errors).toEqual([new Error('mine'), new Error('away')])
  })
})

describe('a slow handler', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Advances the clock after the handler has started, so that no real time passes. */
  async function waitFor(begun: Promise<unknown>, milliseconds: number) {
    await begun
    await vi.advanceTimersByTimeAsync(milliseconds)
  }

  test('is answered with 503 after 4.5 seconds; its event is handled once and then a duplicate', async () => {
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
    await expect.poll(async () => said(await post(delivery(body)))).toBe('200 duplicate')
    expect(handled).toBe(1)
  })

  test('that fails after the 503 is called again', async () => {
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
    await expect.poll(async () => said(await post(delivery(body)))).toBe('200 ok')
    expect(attempts).toBe(2)
  })

  test('is kept alive by waitUntil, but not acknowledged before it ends', async () => {
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

  test('leaves no timer if it ends in time', async () => {
    const { post } = receiver({})
    await post(delivery(eventBody()))
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is answered with 503, and so is a sender that never ends its body', async () => {
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

  test('without waitUntil the answer waits for the handler', async () => {
    const { post } = receiver({ default: () => Promise.reject(new Error('no')) }, { dedupe: durable() })
    expect((await post(delivery(eventBody()), {}, { params: {} }, undefined)).status).toBe(500)
  })
})
