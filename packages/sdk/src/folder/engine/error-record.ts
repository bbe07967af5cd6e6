import { APIError, PlatelightError } from '../../transport/sdk-errors.ts'
import type { ErrorRecord } from '../folder-events.ts'

/** The code and message of any thrown value, and the HTTP status if the server answered. */
export function errorRecordOf(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { code: 'unexpected', message: String(error) }
  const code = error instanceof PlatelightError ? error.code : 'unexpected'
  const status = error instanceof APIError ? { status: error.status } : {}
  return { code, message: error.message || error.name, ...status }
}
