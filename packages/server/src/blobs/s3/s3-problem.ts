/**
 * Why a request to S3 failed, in words for the operator.
 *
 * - `passing`: It may succeed if it is repeated.
 * - `missing`: There is no such key.
 * - `settings`: A setting is wrong, which the message names.
 * - `other`: Anything else that a repetition does not change.
 */
export class S3Problem extends Error {
  override readonly name = 'S3Problem'
  constructor(
    readonly kind: 'passing' | 'missing' | 'settings' | 'other',
    message: string,
    /** The code of the reply, such as `NoSuchKey`; empty without one. */
    readonly code = '',
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** A reply other than 2xx. */
interface Refusal {
  readonly method: string
  readonly status: number
  /** The document of the error; empty for HEAD. */
  readonly text: string
  readonly bucket: string
  /** The bucket's own region, if the reply names it. */
  readonly region: string | undefined
}

const SETTING_OF_CODE: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch:
    'the signature is wrong: check PLATELIGHT_S3_ACCESS_KEY_ID, PLATELIGHT_S3_SECRET_ACCESS_KEY and PLATELIGHT_S3_REGION',
  InvalidAccessKeyId: 'it does not know the key: check PLATELIGHT_S3_ACCESS_KEY_ID',
  AuthorizationHeaderMalformed: 'the bucket is in another region: check PLATELIGHT_S3_REGION',
  NoSuchBucket:
    'there is no such bucket: check PLATELIGHT_S3_BUCKET, PLATELIGHT_S3_ENDPOINT and PLATELIGHT_S3_PATH_STYLE',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
}

/** 408 and 429 ask for a repetition; 409 comes when two requests for the same key meet. */
const PASSING = new Set([408, 409, 429, 500, 502, 503, 504])

/** Bytes that arrived late, incomplete or changed. */
const DAMAGED_ON_THE_WAY = new Set(['RequestTimeout', 'IncompleteBody', 'BadDigest', 'XAmzContentSHA256Mismatch'])

export function refusalOf({ method, status, text, bucket, region }: Refusal): S3Problem {
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''
  const said = `S3 answered ${status}${code && ` ${code}`} to ${method} in the bucket ${bucket}`
  const hint = SETTING_OF_CODE[code]
  if (hint !== undefined) return new S3Problem('settings', `${said}: ${hint}`, code)
  if (PASSING.has(status) || DAMAGED_ON_THE_WAY.has(code)) return new S3Problem('passing', said, code)
  if (status === 404) return new S3Problem('missing', said, code)
  if (status >= 300 && status < 400) {
    const where = region === undefined ? '' : `, which is ${region}`
    return new S3Problem(
      'settings',
      `${said}: check PLATELIGHT_S3_ENDPOINT, and PLATELIGHT_S3_REGION, the region of the bucket${where}`,
      code,
    )
  }
  if (status === 401 || status === 403) {
    return new S3Problem(
      'settings',
      `${said}: the key of PLATELIGHT_S3_ACCESS_KEY_ID may not do this; it must be allowed to get, put, delete and list objects`,
      code,
    )
  }
  return new S3Problem('other', said, code)
}

/**
 * A request without a reply: no connection, a time limit, or a cut, which all may pass. A wrong certificate does not, nor
 * does a server that is stopping. An error without a code is a bug.
 */
export function failureOf(error: unknown, endpoint: string): unknown {
  if (error instanceof S3Problem || !(error instanceof Error)) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  if (typeof code !== 'string' || code === '') return error
  const isClosed = code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED'
  const kind = isClosed ? 'other' : /CERT|TLS|SSL|SIGNED/.test(code) ? 'settings' : 'passing'
  const why = message === '' ? code : `${message} (${code})`
  return new S3Problem(kind, `PLATELIGHT_S3_ENDPOINT (${endpoint}) cannot be used: ${why}`, code, { cause: error })
}
