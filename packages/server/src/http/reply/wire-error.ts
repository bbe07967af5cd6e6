import { ERROR_STATUS, type ErrorCode, InvalidRequest, ServiceError } from '../../base/service-error.ts'
import type { RequestContext } from '../stages/request-context.ts'

export interface WireError {
  readonly status: number
  readonly body: { readonly error: Readonly<Record<string, unknown>> } | { readonly detail: InvalidRequest['detail'] }
  readonly retryAfterSeconds: number | undefined
  /** Whether the error is a bug. The log has all of it, and the caller gets no details. */
  readonly bug: boolean
}

/**
 * The reply to anything thrown. The /v1 family spells the fields in camelCase.
 *
 * @param docsUrl The web page of an error code.
 */
export function wireError(
  error: unknown,
  { id, v1 }: Pick<RequestContext, 'id' | 'v1'>,
  docsUrl: (code: ErrorCode) => string,
): WireError {
  const bodyOf = (code: ErrorCode, message: string, given: ServiceError['fields']) => {
    const fields = { ...given, docs_url: docsUrl(code) }
    return { error: { code, message, ...(v1 ? camelCase(fields) : fields) } }
  }

  if (error instanceof InvalidRequest) {
    return { status: error.status, body: { detail: error.detail }, retryAfterSeconds: undefined, bug: false }
  }
  if (error instanceof ServiceError && error.code !== 'internal_error') {
    const { status, code, message, fields, retryAfterSeconds } = error
    return { status, body: bodyOf(code, message, fields), retryAfterSeconds, bug: false }
  }
  const fields = { ...(error instanceof ServiceError && error.fields), request_id: id }
  const body = bodyOf('internal_error', 'Something went wrong on our side.', fields)
  return { status: ERROR_STATUS.internal_error, body, retryAfterSeconds: undefined, bug: true }
}

/** The /v1 family has no `upgrade_url`. */
const camelCase = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== 'upgrade_url')
      .map(([name, value]) => [name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  )
