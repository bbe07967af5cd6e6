import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'

const CODES: Readonly<Record<string, ExitCode>> = {
  engine_failed: EXIT.unexpected,
  engine_unavailable: EXIT.unexpected,
  internal_error: EXIT.unexpected,
  overloaded: EXIT.unexpected,
  storage_full: EXIT.unexpected,
  storage_unavailable: EXIT.unexpected,
  deadline_exceeded: EXIT.jobFailed,
  revoked: EXIT.jobFailed,
}

/** The error of work that failed on the server. It concerns only this picture. */
export const jobError = (error: { readonly code: string; readonly message: string } | null | undefined): CliError =>
  new CliError(error?.message ?? 'The job failed.', CODES[error?.code ?? ''] ?? EXIT.rejected, error?.code ?? 'failed')
