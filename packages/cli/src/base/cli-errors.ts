import { toCliWording } from './client-wording.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

/** An error whose message tells the user what is wrong and what to do. It is shown without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError'

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.usage,
    /** Stable error code for `--json`. */
    readonly code: string = 'usage',
    /** Results from before the failure. They stand beside the error in JSON output. */
    readonly results: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }
}

/** An error in JSON output. */
export interface ErrorRecord {
  readonly code: string
  readonly message: string
}

/** The code and message of any thrown value. */
export function errorRecordOf(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { code: 'unexpected', message: String(error) }
  const { code } = error as { code?: unknown }
  return { code: typeof code === 'string' ? code : 'unexpected', message: toCliWording(error.message || error.name) }
}

/** Whether the message explains the error well enough to omit the stack trace. */
export const isExpected = (error: unknown): boolean =>
  error instanceof CliError || (error instanceof Error && 'code' in error && typeof error.code === 'string')
