import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing.ts'

/** What the work of this moment is for. It follows the work through everything that is awaited. */
export interface Correlation {
  readonly request_id?: string
  /** The id of a run. */
  readonly run?: string
  /** The id of a delivery. */
  readonly delivery?: string
  readonly span?: Span
}

const storage = new AsyncLocalStorage<Correlation>()

/** Does work that is for what is named. It is no longer for what the caller worked for. */
export const correlated = <T>(correlation: Correlation, work: () => T): T => storage.run(correlation, work)

/** The same function, which is for nothing in particular, whoever calls it: what one request triggers may be for others. */
export const uncorrelated =
  <Args extends unknown[], T>(work: (...args: Args) => T) =>
  (...args: Args): T =>
    storage.run({}, () => work(...args))

/** The span of the work of this moment. */
export const currentSpan = (): Span | undefined => storage.getStore()?.span

/** The ids that every line of the log gets. A new object each time, because the log adds to it. */
export function correlationIds(): Record<string, string> {
  const { span, ...ids } = storage.getStore() ?? {}
  const traceId = span?.traceparent?.split('-')[1]
  return { ...ids, ...(traceId !== undefined && { trace_id: traceId }) }
}
