import type { Provider } from '../../base/engine-capability.ts'
import { parseUrl } from '../../base/text/parse-url.ts'
import type { ProviderTask } from './order-journal.ts'
import { REFUSES } from './reply-failure.ts'

/** What a provider says of an order that it took. */
export type TaskState =
  | { readonly is: 'open' }
  | { readonly is: 'done' }
  | { readonly is: 'refused' | 'failed'; readonly why: string }

/** How a provider takes an order and says later what became of it. */
export interface TaskProtocol {
  /** Reads the reply to an order. @returns undefined when it names no order */
  readTask(reply: Json): (ProviderTask & { readonly micros?: number }) | undefined
  readState(reply: Json): TaskState
  /** Headers for the order. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** The reply to the order as the library expects it, from the last state of the order, or from its result. */
  readonly libraryReads: 'order' | 'state' | 'result'
}

export type Json = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}

/** A hundred credits of Black Forest Labs are one dollar. */
const MICROS_PER_BFL_CREDIT = 10_000

const bfl: TaskProtocol = {
  libraryReads: 'order',
  readTask({ id, polling_url, cost }) {
    const known = text(id)
    const address = parseUrl(text(polling_url) ?? '')
    if (known === undefined || !address) return undefined
    if (!address.searchParams.has('id')) address.searchParams.set('id', known)
    const micros = typeof cost === 'number' ? { micros: Math.round(cost * MICROS_PER_BFL_CREDIT) } : {}
    return { id: known, poll: address.href, ...micros }
  },
  readState({ status, state, details }) {
    const said = text(status) ?? text(state) ?? ''
    if (said === 'Ready') return { is: 'done' }
    if (/moderated/i.test(said)) return { is: 'refused', why: said }
    if (/^(error|failed|task not found)$/i.test(said)) {
      return { is: 'failed', why: `${said} ${JSON.stringify(details ?? '')}` }
    }
    return { is: 'open' }
  },
}

const fal: TaskProtocol = {
  libraryReads: 'result',
  readTask({ request_id, status_url, response_url }) {
    const [id, poll, result] = [text(request_id), text(status_url), text(response_url)]
    return id === undefined || poll === undefined || result === undefined ? undefined : { id, poll, result }
  },
  readState({ status, error }) {
    if (status !== 'COMPLETED') return { is: 'open' }
    const why = text(error)
    if (why === undefined) return { is: 'done' }
    return { is: REFUSES.test(why) ? 'refused' : 'failed', why }
  },
}

const replicate: TaskProtocol = {
  libraryReads: 'state',
  // Without it, the reply would wait for the picture, and a cut connection would lose the id.
  headers: { prefer: undefined },
  readTask({ id, urls }) {
    const [known, poll] = [text(id), text(record(urls).get)]
    return known === undefined || poll === undefined ? undefined : { id: known, poll }
  },
  readState({ status, error }) {
    if (status === 'succeeded') return { is: 'done' }
    if (status !== 'failed' && status !== 'canceled' && status !== 'aborted') return { is: 'open' }
    const why = text(error) ?? String(status)
    return { is: REFUSES.test(why) ? 'refused' : 'failed', why }
  },
}

/** The providers that name an order before they do it. The others answer at once with the picture. */
export const TASK_PROTOCOLS: Readonly<Partial<Record<Provider, TaskProtocol>>> = { bfl, fal, replicate }
