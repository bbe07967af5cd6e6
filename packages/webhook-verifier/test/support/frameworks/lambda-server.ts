import { isUtf8 } from 'node:buffer'
import type {
  ALBEvent,
  ALBResult,
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2,
  APIGatewayProxyResult,
  APIGatewayProxyResultV2,
} from 'aws-lambda'
import { type LambdaRequest, type LambdaResponse, lambdaWebhook } from '../../../src/lambda.ts'
import type { Framework, Sent } from './framework.ts'

/** The headers of a REST API event, or of a load balancer with multi-value headers: the last value and all values. */
const asLists = ({ headers }: Sent) => {
  const lists: Record<string, string[]> = {}
  for (const [name, value] of headers) lists[name] = [...(lists[name] ?? []), value]
  return lists
}

/** As API Gateway does for binary bodies. */
const asText = ({ body, method }: Sent) => {
  const bytes = Buffer.from(body)
  if (method === 'GET') return { body: null, isBase64Encoded: false }
  return isUtf8(bytes)
    ? { body: bytes.toString(), isBase64Encoded: false }
    : { body: bytes.toString('base64'), isBase64Encoded: true }
}

// Each is a part of the real event type, so the compiler checks the names.
const events = {
  'lambda, REST API': (sent) =>
    ({
      ...asText(sent),
      headers: Object.fromEntries(sent.headers),
      multiValueHeaders: asLists(sent),
    }) satisfies Partial<APIGatewayProxyEvent>,
  // Duplicate headers are joined with commas, as in function URLs.
  'lambda, HTTP API': (sent) => {
    const joined = Object.entries(asLists(sent)).map(([name, values]) => [name.toLowerCase(), values.join(',')])
    const { body, isBase64Encoded } = asText(sent)
    const event = { headers: Object.fromEntries(joined), isBase64Encoded } satisfies Partial<APIGatewayProxyEventV2>
    return body === null ? event : { ...event, body }
  },
  'lambda, all of it in base64': (sent) => ({
    headers: Object.fromEntries(sent.headers),
    body: sent.method === 'GET' ? null : Buffer.from(sent.body).toString('base64'),
    isBase64Encoded: true,
    multiValueHeaders: asLists(sent),
  }),
  'lambda, load balancer with lists': (sent) =>
    ({ ...asText(sent), body: asText(sent).body ?? '', multiValueHeaders: asLists(sent) }) satisfies Partial<ALBEvent>,
} satisfies Record<string, (sent: Sent) => LambdaRequest>

/** Converts the answer as each of the four would do. */
function answered(event: LambdaRequest, response: LambdaResponse) {
  const known: APIGatewayProxyResult & APIGatewayProxyResultV2 & ALBResult = response
  const usable = event.headers ? response.headers : response.multiValueHeaders
  if (!usable?.['content-type']) throw new Error('the gateway does not understand these headers')
  return { status: known.statusCode, text: known.body ?? '' }
}

export const onLambda: readonly Framework[] = Object.entries(events).map(([name, event]) => {
  const started = (
    handler: (event: LambdaRequest) => Promise<LambdaResponse>,
    change = (one: LambdaRequest) => one,
  ) => ({
    send: async (sent: Sent) => answered(event(sent), await handler(change(event(sent)))),
  })
  return {
    name,
    start: (options, handlers) => started(lambdaWebhook(options, handlers)),
    parsedFirst: (options, handlers) => started(lambdaWebhook(options, handlers), (one) => ({ ...one, body: {} })),
    fix: /proxy integration/,
    bytesKept: (options, handlers) =>
      started(lambdaWebhook(options, handlers), (one) => ({ ...one, rawBody: one.body, body: {} })),
  }
})
