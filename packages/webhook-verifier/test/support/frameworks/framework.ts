import type { WebhookHandlers, WebhookOptions } from '../../../src/index.ts'

/** A delivery as raw bytes. A header that is given twice is sent twice if the transport can do that. */
export interface Sent {
  readonly body: Uint8Array
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Default: POST. */
  readonly method?: 'POST' | 'GET' | undefined
}

export interface Receiver {
  send(sent: Sent): Promise<{ readonly status: number; readonly text: string }>
  close?(): Promise<unknown>
}

type Start = (options: WebhookOptions, handlers: WebhookHandlers) => Receiver | Promise<Receiver>

/** A real framework with our receiver in it. */
export interface Framework {
  readonly name: string
  /** Set up as in the README. */
  readonly start: Start
  /** With a body that was parsed or read before, and no raw bytes. */
  readonly parsedFirst: Start
  /** The advice in that answer. */
  readonly fix: RegExp
  /** With a body that was parsed before, and its raw bytes or text kept. */
  readonly bytesKept: Start
  /** Whether it refuses invalid JSON with its own message before our receiver is called. */
  readonly refusesBadJson?: boolean
}
