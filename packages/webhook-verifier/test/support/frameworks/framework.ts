import type { WebhookHandlers, WebhookOptions } from '../../../src/index.ts'

/** A delivery as bytes on their way. A header given twice arrives twice, where the transport can do that. */
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
  /** As the README says. */
  readonly start: Start
  /** Where something has parsed or read the body before, and kept nothing. */
  readonly parsedFirst: Start
  /** What the answer then says. */
  readonly fix: RegExp
  /** Where something has parsed the body before, and kept its bytes or text. */
  readonly bytesKept: Start
  /** It refuses what is no JSON in words of its own, before our receiver hears of it. */
  readonly refusesBadJson?: boolean
}
