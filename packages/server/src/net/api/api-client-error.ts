import { redact } from '../../base/redact.ts'

export type ApiFailure = 'timeout' | 'blocked' | 'unreachable' | 'too_large' | 'failed'

/** There is no complete reply. The message names the service and the host, and neither a path, a header nor a body. */
export class ApiClientError extends Error {
  override readonly name = 'ApiClientError'
  constructor(
    readonly kind: ApiFailure,
    message: string,
    /** Whether no connection was made, so that the service certainly got nothing. */
    readonly isUnsent = kind === 'blocked',
  ) {
    super(message)
  }

  /** Whether the service could not be reached, so that the same request may succeed later. */
  get isOutage(): boolean {
    return this.kind === 'unreachable' || this.kind === 'timeout'
  }
}

const BLOCKED_HOST = 'BLOCKED_HOST'

/** The error of an agent for a host that may not be connected to. */
export const blockedHost = (host: string): Error =>
  Object.assign(new Error(`${host} has no public address`), { code: BLOCKED_HOST })

interface Request {
  readonly service: string
  readonly host: string
  readonly secrets: readonly string[]
}

/** An error of the agent in the words of the client, without secrets. */
export function explainFailure(error: unknown, { service, host, secrets }: Request): ApiClientError {
  if (error instanceof ApiClientError) {
    return new ApiClientError(error.kind, `${service} at ${host} cannot be used. ${error.message}`, error.isUnsent)
  }
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (code === BLOCKED_HOST) {
      return new ApiClientError(
        'blocked',
        `${service} names ${host}, which has no public address and is not in the settings.`,
      )
    }
    const reason = UNREACHABLE.find(([pattern]) => pattern.test(code))?.[1]
    if (reason !== undefined) {
      return new ApiClientError('unreachable', `${service} at ${host} ${reason} (${code}).`, UNSENT.test(code))
    }
  }
  const said = error instanceof Error ? error.message : String(error)
  return new ApiClientError('failed', `${service} at ${host} cannot be used: ${withoutSecrets(said, secrets)}`)
}

/** The text without these secrets, without anything that looks like a credential, and without what addresses carry. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((left, secret) => left.replaceAll(secret, '[redacted]'), redact(text).replace(QUERY, '?[redacted]'))

const QUERY = /(?<=https?:\/\/[^\s?#]+)[?#][^\s"'<>)]+/g

/** Errors of connecting. Those of a connection that was made say nothing about what arrived. */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/

const UNREACHABLE: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'refused the connection'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'has no known address'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'cannot be reached'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'did not answer in time'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'closed the connection'],
]
