import type { Components } from './generate/read/openapi-model.ts'

/** Status → name of the refusal in schemas/errors.yaml. */
export const REFUSAL: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'RequestTimeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'BodyTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
  504: 'TooLate',
}

export const HEADERS: Components['headers'] = {
  'X-Request-Id': {
    description: 'Id of this request in the server logs.',
    'x-extension': true,
    schema: { type: 'string', maxLength: 64 },
  },
  'X-RateLimit-Remaining': {
    description: 'Number of requests left before the rate limit returns 429.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
  },
  'X-RateLimit-Reset': {
    description: 'When more requests become available, in Unix seconds.',
    'x-decided': 'The time is given in Unix seconds.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 253_402_300_799 },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt, rounded up to a whole number.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
  },
  Deprecation: {
    description: 'When the endpoint was retired.',
    'x-extension': true,
    schema: { type: 'string', maxLength: 64 },
  },
  Link: {
    description: 'Link to a page that names the replacement.',
    'x-extension': true,
    schema: { type: 'string', maxLength: 2048 },
  },
  'X-Ignored-Fields': {
    description:
      'Fields of the body that had no effect, separated by commas: fields that this document does not know, and form fields with an unknown value.',
    'x-extension': true,
    schema: { type: 'string', maxLength: 4096 },
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored response to an earlier request with the same Idempotency-Key.',
    'x-extension': true,
    schema: { type: 'string', enum: ['true'] },
  },
}

export const PARAMETERS: Components['parameters'] = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a request safe to repeat. Within 24 hours, a repeat with the same key and the same request is not carried out again and returns the same response. The same key with a different request returns 422.',
    'x-extension': true,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  MaxCredits: {
    name: 'X-Max-Credits',
    in: 'header',
    description:
      'The most that the request may cost, in credits. A more expensive request returns 402 `over_budget`. A repeat with the Idempotency-Key of a paid request returns its response, because it costs nothing more.',
    'x-extension': true,
    schema: { type: 'number', minimum: 0, maximum: 1_000_000 },
  },
}

/** The header of every event, and the responses of a receiver. */
export const DELIVERY: Pick<Components, 'parameters' | 'responses'> = {
  parameters: {
    Signature: {
      name: 'X-Service-Signature',
      in: 'header',
      required: true,
      description: "Hex-encoded HMAC SHA-256 of the exact bytes of the body, made with the endpoint's signing secret.",
      schema: { type: 'string', minLength: 64, maxLength: 64, pattern: '^[0-9a-f]{64}$' },
    },
  },
  responses: {
    Taken: {
      description:
        'The event is delivered if the receiver responds with 2xx within 5 seconds. Otherwise the delivery is retried.',
    },
    Mismatch: { description: 'The signature does not match. The delivery is retried.' },
  },
}
