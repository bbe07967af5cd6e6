import type { WebhookBody } from './body.ts'
import { WebhookVerificationError } from './error.ts'
import type { WebhookHandlers } from './events.ts'
import { createReceiver, type WebhookOptions } from './receiver.ts'

type Values<Value> = Readonly<Record<string, Value | undefined>> | null

/** The part of an HTTP event that the receiver uses: API Gateway 1.0 and 2.0, function URLs, load balancers. */
export interface LambdaRequest {
  readonly headers?: Values<string>
  readonly multiValueHeaders?: Values<string[]>
  readonly body?: unknown
  readonly isBase64Encoded?: boolean
  /** The raw bytes, if a parser such as middy's kept them. */
  readonly rawBody?: unknown
}

/** The response. Its headers have the same form, single or multi-value, as those of the request. */
export interface LambdaResponse {
  statusCode: number
  headers?: Record<string, string>
  multiValueHeaders?: Record<string, string[]>
  body: string
  isBase64Encoded: boolean
}

/**
 * A receiver for AWS Lambda, behind API Gateway (REST and HTTP), a function URL or a load balancer.
 *
 * @example export const handler = lambdaWebhook({ secrets: process.env.WEBHOOK_SECRET }, { 'photo.deleted': remove })
 */
export function lambdaWebhook(
  options: WebhookOptions,
  handlers: WebhookHandlers,
): (event: LambdaRequest) => Promise<LambdaResponse> {
  const receive = createReceiver(options, handlers)
  return async (event) => {
    // Only multiValueHeaders shows a header that was sent twice.
    const headers = event.multiValueHeaders ?? event.headers ?? {}
    const { status, text, ...answer } = await receive({ body: () => rawBody(event), headers })
    const single = { 'content-type': 'text/plain', ...answer.headers }
    return {
      statusCode: status,
      // A load balancer that sends multi-value headers accepts no others.
      ...(event.headers
        ? { headers: single }
        : { multiValueHeaders: Object.fromEntries(Object.entries(single).map(([name, value]) => [name, [value]])) }),
      body: text,
      isBase64Encoded: false,
    }
  }
}

function rawBody({ rawBody, body = '', headers, multiValueHeaders, isBase64Encoded }: LambdaRequest): WebhookBody {
  const text = rawBody ?? body ?? ''
  if (typeof text !== 'string' || !(headers ?? multiValueHeaders)) {
    throw new WebhookVerificationError(500, 'body_not_raw', FIX)
  }
  return isBase64Encoded ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : text
}

const FIX = 'The event is not an HTTP request, or its body was parsed. Use the proxy integration and no body parser.'
