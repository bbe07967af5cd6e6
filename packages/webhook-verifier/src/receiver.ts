import type { WebhookBody } from './body.ts'
import { type Dedupe, memoryDedupe } from './dedupe.ts'
import { WebhookVerificationError } from './error.ts'
import type { WebhookEvent, WebhookHandlers, WebhookInfo } from './events.ts'
import { type SignatureSource, type VerifyOptions, verifyWebhook } from './verify-webhook.ts'

export interface WebhookOptions extends VerifyOptions {
  /** Recognises repeats. Default: `memoryDedupe()`, which knows of this process only. */
  readonly dedupe?: Dedupe | undefined
  /** After how long a slow handler is answered for, in milliseconds. Default 4,500; the service waits 5,000. */
  readonly timeoutMs?: number | undefined
  /** Told of every refusal, and of what a handler or `dedupe` throws. Default: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** A request, as an adapter hands it over. */
export interface Delivery {
  /** Called once; may throw a {@link WebhookVerificationError} when there is nothing to verify. */
  readonly body: () => WebhookBody
  readonly headers: SignatureSource
  /** Keeps work alive that outlasts the answer, where the runtime would end it. */
  readonly context?: { waitUntil(work: Promise<unknown>): void } | undefined
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * What all adapters share. It always answers, and in time: 200 when the event is handled, was handled before, or (with
 * `waitUntil` and durable claims) will be; otherwise with something that makes the service send it again.
 */
export function createReceiver(
  options: WebhookOptions,
  handlers: WebhookHandlers,
): (delivery: Delivery) => Promise<Answer> {
  const { dedupe = memoryDedupe(options), timeoutMs = 4_500, onError = console.error } = options

  // An event must not be lost because a log fails.
  const report = (error: unknown) => fails(() => onError(error), ignore)

  async function fails(work: () => unknown, tell: (error: unknown) => unknown = report): Promise<boolean> {
    try {
      await work()
      return false
    } catch (error) {
      tell(error)
      return true
    }
  }

  async function handle(event: WebhookEvent, info: WebhookInfo): Promise<Answer> {
    // Own properties only: a type is what somebody sent, and `constructor` is a type too.
    const type = Object.hasOwn(handlers, event.type) ? event.type : 'default'
    const handler = handlers[type] as ((event: WebhookEvent, info: WebhookInfo) => unknown) | undefined
    const failed = await fails(() => handler?.(event, info))
    // Whether that is remembered does not change what happened.
    await fails(() => dedupe[failed ? 'release' : 'done'](event.id))
    return failed ? FAILED : OK
  }

  async function receive({ body, headers, context }: Delivery): Promise<Answer> {
    const { event, duplicate, secretIndex } = await verifyWebhook(body(), headers, { ...options, dedupe })
    if (duplicate) return { status: 200, text: 'duplicate' }
    const handled = handle(event, { secretIndex })
    if (!context || !dedupe.durable) return handled
    context.waitUntil(handled)
    return OK
  }

  return async (delivery) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      const received = receive(delivery)
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          // The work goes on; the next attempt finds it done, or still in progress.
          delivery.context?.waitUntil(received)
          reject(new WebhookVerificationError(503, 'timeout', `Not done in ${timeoutMs} ms.`))
        }, timeoutMs)
      })
      return await Promise.race([received, late])
    } catch (error) {
      report(error)
      if (!(error instanceof WebhookVerificationError)) return FAILED
      const { status, code, message } = error
      return { status, text: `${code}: ${message}`, headers: { ...(status === 503 && { 'retry-after': '5' }) } }
    } finally {
      clearTimeout(timer)
    }
  }
}

const ignore = () => {}
const OK: Answer = { status: 200, text: 'ok' }
const FAILED: Answer = { status: 500, text: 'failed' }
