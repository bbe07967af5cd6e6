import { setTimeout as wait } from 'node:timers/promises'
import type { EngineAccount } from '../../base/config/synthesis-settings.ts'
import type { OrderJournal, ProviderTask } from './order-journal.ts'
import { ProviderError } from './provider-error.ts'
import { failureOfReply } from './reply-failure.ts'
import { TASK_PROTOCOLS, type TaskProtocol, type TaskState } from './task-protocols.ts'

/** Sends requests to a provider. */
export interface ProviderConnection {
  fetch(url: string | URL, init?: RequestInit): Promise<Response>
  /** What an error of `fetch` says about its request. */
  failureOf(error: unknown): 'unsent' | 'blocked' | 'too-large' | 'cut'
}

/** What is known of an order whose reply did not arrive. */
const WITHOUT_REPLY = { unsent: 'outage', blocked: 'outage', 'too-large': 'unusable', cut: 'unknown' } as const

/** Headers with credentials. They go to the provider's own hosts and nowhere else, also not to where its pictures are. */
const CREDENTIALS = ['authorization', 'x-key', 'x-goog-api-key', 'x-api-key']
const FIRST_POLL_MS = 500
const LONGEST_POLL_MS = 3_000
const MOST_MISSES = 4

/**
 * The `fetch` of one picture, given to a provider's library, which builds the requests and reads the replies.
 *
 * The request that costs money is sent once: a mark is stored before it, and the id of the order before its state is read. If an
 * earlier attempt stored an id, nothing is ordered, and the library gets the reply of that order.
 */
export function orderFetch(options: {
  readonly account: EngineAccount
  readonly connection: ProviderConnection
  readonly journal: OrderJournal
  readonly index: number
  readonly signal: AbortSignal
}): typeof globalThis.fetch {
  const { account, connection, journal, index, signal } = options
  const { name: provider, url: base, pictureMicros } = account
  const protocol = TASK_PROTOCOLS[provider]
  const fail = (...[failure, message]: [ProviderError['failure'], string]) =>
    new ProviderError(provider, failure, `${provider}: ${message}`)
  const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
  let last: { readonly poll: string; readonly text: string } | undefined

  /** A request that may be repeated. */
  const read = async (url: string | URL, headers: Headers): Promise<Response> => {
    const own = withoutForeignCredentials(new URL(url), headers, base)
    try {
      return await connection.fetch(url, { headers: own, signal })
    } catch (error) {
      signal.throwIfAborted()
      const failure = connection.failureOf(error)
      throw fail(failure === 'too-large' || failure === 'blocked' ? 'unusable' : 'interrupted', reasonOf(error))
    }
  }

  /** The request that costs money. */
  const order = async (url: URL, init: RequestInit): Promise<Response> => {
    const mark = { provider, task: null, ...(pictureMicros !== undefined && { micros: pictureMicros }) }
    signal.throwIfAborted()
    await journal.write(index, mark)
    try {
      const reply = await connection.fetch(url, { ...init, signal })
      if (!reply.ok) throw failureOfReply(provider, reply, await reply.text())
      return reply
    } catch (error) {
      if (error instanceof ProviderError) throw error
      signal.throwIfAborted()
      throw fail(WITHOUT_REPLY[connection.failureOf(error)], reasonOf(error))
    }
  }

  const orderTask = async (protocol: TaskProtocol, url: URL, init: RequestInit): Promise<ProviderTask> => {
    const kept = journal.at(index)?.task
    if (kept) return kept
    const headers = new Headers(init.headers)
    for (const name of Object.keys(protocol.headers ?? {})) headers.delete(name)
    const text = await (await order(url, { ...init, headers })).text()
    const read = protocol.readTask(parse(text) ?? {})
    if (!read) throw fail('unknown', `the reply to an order names no order: ${text.slice(0, 200)}`)
    const { micros = pictureMicros, ...task } = read
    await journal.write(index, { provider, task, ...(micros !== undefined && { micros }) })
    return task
  }

  /** Reads the state of an order until it has ended. @returns the last state as the provider worded it */
  const awaitEnd = async (protocol: TaskProtocol, { poll }: ProviderTask, headers: Headers): Promise<string> => {
    for (let pauseMs = FIRST_POLL_MS, misses = 0; ; pauseMs = Math.min(LONGEST_POLL_MS, pauseMs * 1.3)) {
      const { state, text } = await stateOf(protocol, poll, headers)
      if (state?.is === 'done') return text
      if (state && state.is !== 'open') throw fail(state.is, state.why)
      misses = state ? 0 : misses + 1
      if (misses > MOST_MISSES) throw fail('interrupted', `the state of an order cannot be read: ${text.slice(0, 200)}`)
      await wait(pauseMs, undefined, { signal })
    }
  }

  /** The state of an order; undefined when the provider did not tell it this time. */
  const stateOf = async (
    protocol: TaskProtocol,
    poll: string,
    headers: Headers,
  ): Promise<{ readonly state: TaskState | undefined; readonly text: string }> => {
    const reply = await read(poll, headers)
    const text = await reply.text()
    if (reply.ok) {
      const json = parse(text)
      return { state: json && protocol.readState(json), text }
    }
    const failure = failureOfReply(provider, reply, text)
    if (failure.failure === 'refused') throw failure
    // The provider has forgotten the order. It may have been paid, so it is not repeated.
    if (reply.status === 404 || reply.status === 410) throw fail('unusable', failure.message)
    return { state: undefined, text }
  }

  const orderAndWait = async (protocol: TaskProtocol, url: URL, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    const task = await orderTask(protocol, url, init)
    const state = await awaitEnd(protocol, task, headers)
    if (protocol.libraryReads === 'state') return json(state)
    if (protocol.libraryReads === 'order') {
      last = { poll: task.poll, text: state }
      return json(JSON.stringify({ id: task.id, polling_url: task.poll }))
    }
    const reply = await read(task.result ?? task.poll, headers)
    const text = await reply.text()
    if (reply.ok) return json(text)
    const { failure, message } = failureOfReply(provider, reply, text)
    throw fail(failure === 'refused' ? 'refused' : reply.status >= 500 ? 'interrupted' : 'failed', message)
  }

  const download = async (url: URL, init: RequestInit): Promise<Response> => {
    const reply = await read(url, new Headers(init.headers))
    if (reply.ok) return reply
    const { message } = failureOfReply(provider, reply, '')
    throw fail(reply.status >= 500 || reply.status === 429 ? 'interrupted' : 'unusable', `its picture: ${message}`)
  }

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (init.method === 'POST') {
      return protocol ? orderAndWait(protocol, url, init) : order(url, init)
    }
    return last !== undefined && url.href === last.poll ? json(last.text) : download(url, init)
  }
}

const json = (text: string): Response => new Response(text, { headers: { 'content-type': 'application/json' } })

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined
  } catch {
    return undefined
  }
}

/** Black Forest Labs names regional hosts for the state of an order, such as `api.eu.bfl.ai`, which need the key too. */
const REGIONAL = /^https:\/\/([a-z0-9-]+\.)+bfl\.ai$/

function withoutForeignCredentials(url: URL, given: Headers, base: string): Headers {
  const headers = new Headers(given)
  const home = new URL(base)
  const isHome = url.origin === home.origin || (REGIONAL.test(url.origin) && REGIONAL.test(home.origin))
  if (!isHome) for (const name of CREDENTIALS) headers.delete(name)
  return headers
}
