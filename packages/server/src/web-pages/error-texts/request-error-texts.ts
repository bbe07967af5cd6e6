import type { ErrorTexts } from './error-text.ts'

/** Errors about how a request is written, and about the rate of requests. */
export const REQUEST_TEXTS = {
  bad_json: {
    meaning: 'The body was sent as JSON and is not JSON. The reply says at which line and column reading stopped.',
    remedies: [
      'Mend the text at the place that `line` and `column` name. A trailing comma and single quotes are the usual causes.',
      'Let a library write the JSON instead of joining strings.',
    ],
    example: {
      message: 'The body is not JSON: at line 3, column 1 (character 41) it stops being JSON.',
      position: 41,
      line: 3,
      column: 1,
    },
  },
  bad_request: {
    meaning: 'The request is well formed, but cannot be done as it stands. The message names the field and the reason.',
    remedies: ['Change what the message names, and send the request again.'],
    example: { message: 'expires_at is in the past; give a later time or leave it out.' },
  },
  invalid: {
    meaning:
      'The request does not fit the API reference. Every violation is listed at once in `detail`; nothing was done or charged.',
    remedies: [
      'Go through `detail`: `loc` is the way to the value, `msg` says what is wrong with it, `type` is the rule that it breaks.',
      'Compare the request with the endpoint in the API reference.',
      'If `type` is `idempotency_key_reused`, use a new Idempotency-Key: this one belongs to another request of the last 24 hours.',
    ],
    example: { message: 'body.image_url is required' },
  },
  not_found: {
    meaning:
      'There is nothing under this path or id, or it belongs to another account. The two are not told apart, so that ids cannot be guessed.',
    remedies: [
      'Check the path and the id for typing errors.',
      'Check that the API key belongs to the account that made the thing.',
      'Check that the key and the id come from this server and not from another one.',
    ],
    example: { message: 'There is no such photo.' },
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this HTTP method. The `Allow` header lists the methods that it takes.',
    remedies: ['Use one of the methods in `Allow`.'],
    example: { message: 'This endpoint takes GET, HEAD, not POST.' },
  },
  endpoint_retired: {
    meaning: 'The endpoint is part of the contract and no longer does anything. The message says what to use instead.',
    remedies: ['Call what the message names. Retired endpoints do not come back.'],
    example: { message: 'Prices are in GET /api/models, GET /api/resolutions and POST /api/estimate.' },
  },
  body_too_large: {
    meaning: 'The body, or one file of a form, is larger than this server accepts. It was not read to its end.',
    remedies: [
      'Send a smaller file. `max_bytes` is the limit, where it is known.',
      'An operator can raise the limit for pictures with `PLATELIGHT_MAX_IMAGE_MB`.',
    ],
    example: { message: 'A file may be at most 25 MB.', max_bytes: 25_000_000 },
  },
  unsupported_media_type: {
    meaning: 'The body has a Content-Type that this endpoint does not read.',
    remedies: [
      'Send `application/json`, or `multipart/form-data` where the API reference shows a form.',
      'Let your HTTP library set the Content-Type of a form: it has to carry the boundary.',
    ],
    example: { message: 'Send application/json.' },
  },
  range_not_satisfiable: {
    meaning: 'The Range header asks for bytes beyond the end of the file.',
    remedies: [
      'Read the size from `Content-Range`, and ask for bytes below it, or leave Range out for the whole file.',
    ],
    example: { message: 'The file has 48210 bytes.' },
  },
  request_timeout: {
    meaning: 'The headers or the body of the request did not arrive in time, and the connection was closed.',
    remedies: [
      'Send the request again.',
      'If it happens with large photos, send them over a faster line, or as an address that this server fetches.',
    ],
    example: { message: 'The request did not arrive in time. Send it again.' },
  },
  expectation_failed: {
    meaning: 'The request has an Expect header that this server does not know. It knows `100-continue`.',
    remedies: ['Send the request without Expect, or with `Expect: 100-continue`.'],
    example: { message: 'Expect may only be 100-continue. Send the request without it.' },
  },
  headers_too_large: {
    meaning: 'The headers of the request, its address among them, are larger than 16 KB.',
    remedies: [
      'Look for the header that grew: cookies and long query strings are the usual causes. No endpoint here needs a cookie.',
    ],
    example: { message: 'The headers are larger than 16 KB.' },
  },
  rate_limited: {
    meaning:
      'This account, or this address, has sent more requests than its limit allows. Nothing was done or charged.',
    remedies: [
      'Wait the seconds that `Retry-After` names. The SDK and the CLI do that by themselves.',
      'Read `X-RateLimit-Remaining` and `X-RateLimit-Reset`, which every reply carries, and slow down before the limit.',
    ],
    example: { message: 'Too many requests. Try again in 12 seconds.' },
  },
  idempotency_in_flight: {
    meaning: 'The first request with this Idempotency-Key is still running, so its answer cannot be repeated yet.',
    remedies: ['Wait the seconds that `Retry-After` names, and send the same request with the same key again.'],
    example: { message: 'The first request with this Idempotency-Key is still being worked on.' },
  },
  already_done: {
    meaning:
      'A request with this Idempotency-Key was done before. Its reply carried a secret, and secrets are shown once and not stored.',
    remedies: [
      'If the secret was lost, delete or rotate the thing that `id` names, and make another with a new Idempotency-Key.',
    ],
    example: {
      message: 'This was done before, and its reply carried a secret that is shown once. List what exists to find it.',
      id: 'key_01j9x4',
    },
  },
} as const satisfies ErrorTexts
