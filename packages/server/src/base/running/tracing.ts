/** Facts about a span, by their names in OpenTelemetry. They name no person, and no address of a receiver or a picture. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>

export interface NewSpan {
  readonly name: string
  /** Whether it answers a request from outside, takes up stored work, is a part of other work here, or makes a request. */
  readonly kind: 'server' | 'consumer' | 'internal' | 'client'
  /** What it belongs under, as W3C Trace Context writes it. Without it, or with something else, a trace begins. */
  readonly parent: string | null | undefined
  readonly attributes?: SpanAttributes
}

/** A piece of work in a trace. */
export interface Span {
  /** What belongs under it names it so. Undefined where nothing is traced. */
  readonly traceparent: string | undefined
  set(attributes: SpanAttributes): void
  rename(name: string): void
  /** @param type what went wrong, as a code */
  fail(type: string): void
  end(): void
}

/** Where spans go. */
export interface Tracing {
  begin(span: NewSpan): Span
}

const nothing = () => {}
const UNTRACED: Span = { traceparent: undefined, set: nothing, rename: nothing, fail: nothing, end: nothing }

/** For a server without a collector of traces. */
export const noTracing: Tracing = { begin: () => UNTRACED }
