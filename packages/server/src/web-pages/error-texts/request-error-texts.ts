import type { ErrorTexts } from './error-text.ts'

/** Errors about the form of a request, and about the rate of requests. */
export const REQUEST_TEXTS = {
  bad_json: {
    meaning: 'The body was sent as JSON, but it is not valid JSON. The reply names the line and column of the error.',
    remedies: [
      'Correct the text at `line` and `column`. Trailing commas and single quotes are the usual causes.',
      'Use a library to write JSON instead of joining strings.',
    ],
    example: {
      message: 'The body is not valid JSON: unexpected character at line 3, column 1 (character 41).',
      position: 41,
      line: 3,
      column: 1,
    },
  },
  bad_request: {
    meaning: 'The request is well formed, but it cannot be done like this. The message names the field and the reason.',
    remedies: ['Correct what the message names, and send the request again.'],
    example: { message: 'expires_at is in the past; give a later time or leave it out.' },
  },
  invalid: {
    meaning:
      'The request does not fit the API reference. `detail` lists every violation at once, fifty at most. Nothing was done or charged.',
    remedies: [
      'Go through `detail`: `loc` is the path to the value, `msg` says what is wrong with it, and `type` is the violated rule.',
      'Compare the request with the endpoint in the API reference.',
      'If `type` is `idempotency_key_reused`, use a new Idempotency-Key. This one was used for another request in the last 24 hours.',
    ],
    example: { message: 'body.image_url is required' },
  },
  not_found: {
    meaning:
      'Nothing exists under this path or id, or it belongs to another account. The reply does not say which, so that ids cannot be guessed.',
    remedies: [
      'Check the path and the id for typing errors.',
      'Check that the API key belongs to the account that owns it.',
      'Check that the key and the id come from this server.',
    ],
    example: { message: 'There is no such photo.' },
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this HTTP method. The `Allow` header lists its methods.',
    remedies: ['Use one of the methods in `Allow`.'],
    example: { message: 'This endpoint takes GET, HEAD, not POST.' },
  },
  endpoint_retired: {
    meaning:
      'The endpoint is retired: it is in the contract, but it no longer does anything. The message says what to use instead.',
    remedies: ['Use the endpoint that the message names. Retired endpoints do not come back.'],
    example: { message: 'Prices are in GET /api/models, GET /api/resolutions and POST /api/estimate.' },
  },
  body_too_large: {
    meaning: 'The body, or a file of a form, is larger than this server accepts. It was not read to the end.',
    remedies: [
      'Send a smaller file. `max_bytes` is the limit, if it is known.',
      'An operator can raise the limit for pictures with `PLATELIGHT_MAX_IMAGE_MB`.',
    ],
    example: { message: 'A file may have at most 25 MB.', max_bytes: 25_000_000 },
  },
  unsupported_media_type: {
    meaning: 'The endpoint does not read bodies with this Content-Type.',
    remedies: [
      'Send `application/json`, or `multipart/form-data` if the API reference shows a form.',
      'Let your HTTP library set the Content-Type of a form, because it must contain the boundary.',
    ],
    example: { message: 'Send application/json.' },
  },
  range_not_satisfiable: {
    meaning: 'The Range header requests bytes beyond the end of the file.',
    remedies: ['Request bytes within the size in `Content-Range`, or leave Range out for the whole file.'],
    example: { message: 'The file has 48210 bytes.' },
  },
  request_timeout: {
    meaning:
      'The headers or the body of the request did not arrive in time. A body may take its time, but not come more slowly than 1 kB per second on average, after the first ten seconds. The connection was closed.',
    remedies: [
      'Send the request again.',
      'If it happens with large photos, use a faster connection, or send an address from which this server can fetch the photo.',
    ],
    example: { message: 'The request did not arrive in time. Send it again.' },
  },
  expectation_failed: {
    meaning: 'The request has an unknown Expect header. The only known one is `100-continue`.',
    remedies: ['Send the request without Expect, or with `Expect: 100-continue`.'],
    example: { message: 'The Expect header may only be 100-continue. Send the request without it.' },
  },
  headers_too_large: {
    meaning: 'The headers of the request, including its address, are larger than 16 KB.',
    remedies: [
      'Find the large header. Cookies and long query strings are the usual causes. No endpoint of this server needs a cookie.',
    ],
    example: { message: 'The headers are larger than 16 KB.' },
  },
  rate_limited: {
    meaning:
      'This account, or this address, has sent more requests than its limit allows, or more of its uploads are still arriving than are read at the same time. Nothing was done or charged.',
    remedies: [
      'Wait for the number of seconds in `Retry-After`. The SDK and the CLI do that automatically.',
      'Read `X-RateLimit-Remaining` and `X-RateLimit-Reset`, which are in every reply, and slow down before the limit is reached.',
    ],
    example: { message: 'Too many requests. Try again in 12 seconds.' },
  },
  idempotency_in_flight: {
    meaning: 'The first request with this Idempotency-Key is still running, so its reply cannot be repeated yet.',
    remedies: ['Wait for the number of seconds in `Retry-After`, then send the same request with the same key again.'],
    example: { message: 'The first request with this Idempotency-Key is still running.' },
  },
  already_done: {
    meaning:
      'A request with this Idempotency-Key has already been done. Its reply contained a secret. Secrets are shown once and not stored.',
    remedies: [
      'If you lost the secret, delete or rotate the object with this `id`, and create another one with a new Idempotency-Key.',
    ],
    example: {
      message:
        'This request has already been done. Its reply contained a secret, which is shown only once. List the existing objects to find it.',
      id: 'key_01j9x4',
    },
  },
} as const satisfies ErrorTexts
