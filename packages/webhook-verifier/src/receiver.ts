import type { WebhookBody } from './body.ts'
import { type Dedupe, memoryDedupe } from './dedupe.ts'
import { WebhookVerificationError } from './error.ts'
import type { WebhookEvent, WebhookHandlers, WebhookInfo } from './events.ts'
import { type SignatureSource, type VerifyOptions, verifyWebhook } from './verify-webhook.ts'

export interface WebhookOptions extends VerifyOptions {
  /** Recognises repeats. Default: `memoryDedupe()`, which covers only this process. */
  readonly dedupe?: Dedupe | undefined
  /** After this time in milliseconds a slow handler is answered with 503. Default 4,500; the service waits 5,000. */
  readonly timeoutMs?: number | undefined
  /** Called with every refusal, and with errors of handlers and of `dedupe`. Default: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** A request as an adapter passes it on. */
export interface Delivery {
  /** Called once. May throw a {@link WebhookVerificationError} if the raw body is missing. */
  readonly body: () => WebhookBody
  readonly headers: SignatureSource
  /** Keeps handlers alive that outlast the response, on runtimes that would end them. */
  readonly context?: { waitUntil(work: Promise<unknown>): void } | undefined
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * The common core of all adapters. It always answers in time. 200 means that the event is handled, was handled before, or
 * (with `waitUntil` and durable claims) will be handled. After any other answer the service sends the event again.
 */
export function createReceiver(
  options: WebhookOptions,
  handlers: WebhookHandlers,
): (delivery: Delivery) => Promise<Answer> {
  const { dedupe = memoryDedupe(options), timeoutMs = 4_500, onError = console.error } = options

  // An error of the log must not lose the event.
  const report = (error: unknown) => fails(() => onError(error), ignore)

  async function fails(work: () => unknown, onFailure: (error: unknown) => unknown = report): Promise<boolean> {
    try {
      await work()
      return false
    } catch (error) {
      onFailure(error)
      return true
    }
  }

  async function handle(event: WebhookEvent, info: WebhookInfo): Promise<Answer> {
    // Own properties only, because the type is untrusted input and could be `constructor`.
    const type = Object.hasOwn(handlers, event.type) ? event.type : 'default'
    const handler = handlers[type] as ((event: WebhookEvent, info: WebhookInfo) => unknown) | undefined
    const failed = await fails(() => handler?.(event, info))
    // An error of `dedupe` is reported but does not change the answer.
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
          // The handler continues. The next attempt finds the event done, or still in progress.
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
