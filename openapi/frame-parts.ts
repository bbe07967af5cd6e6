import type { Components } from './generate/read/openapi-model.ts'

/** Status → name of the refusal in schemas/errors.yaml. */
export const REFUSAL: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  413: 'BodyTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'RateLimited',
  500: 'InternalError',
  501: 'NotImplemented',
  503: 'Unavailable',
}

export const HEADERS: Components['headers'] = {
  'X-Request-Id': {
    description: 'Names this request in the logs of the server.',
    'x-extension': true,
    schema: { type: 'string', maxLength: 64 },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left before 429.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
  },
  'X-RateLimit-Reset': {
    description: 'When the remaining requests next grow, in Unix seconds.',
    'x-decided': 'The instant is given in Unix seconds.',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 253_402_300_799 },
  },
  'Retry-After': {
    description: 'Whole seconds to wait, rounded up.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
  },
  Deprecation: {
    description: 'Since when the endpoint is retired.',
    'x-extension': true,
    schema: { type: 'string', maxLength: 64 },
  },
  Link: {
    description: 'Where to read what replaced it.',
    'x-extension': true,
    schema: { type: 'string', maxLength: 2048 },
  },
  'X-Ignored-Fields': {
    description:
      'Fields of the body without effect, separated by commas: this document does not know them, or not the value of a form.',
    'x-extension': true,
    schema: { type: 'string', maxLength: 4096 },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the stored answer to an earlier request with the same Idempotency-Key.',
    'x-extension': true,
    schema: { type: 'string', enum: ['true'] },
  },
}

export const PARAMETERS: Components['parameters'] = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a repeat safe: within 24 hours the same key with the same request is done once and answered alike; with another request it is 422.',
    'x-extension': true,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  MaxCredits: {
    name: 'X-Max-Credits',
    in: 'header',
    description:
      'Refuses with 402 `over_budget` what would cost more. A repeat under an Idempotency-Key of what was paid for is answered: it costs nothing more.',
    'x-extension': true,
    schema: { type: 'number', minimum: 0, maximum: 1_000_000 },
  },
}

/** What goes along with every event, and how a receiver answers. */
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
        'The event is delivered when the receiver answers 2xx within 5 seconds. Anything else is tried again.',
    },
    Mismatch: { description: 'The signature does not match. The delivery is tried again.' },
  },
}
