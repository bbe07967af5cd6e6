import { toCliWording } from './client-wording.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

/** A failure with a sentence for the person at the terminal: what is wrong and what to do. No stack is shown. */
export class CliError extends Error {
  override readonly name = 'CliError'

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.usage,
    /** Stable, for `--json`. */
    readonly code: string = 'usage',
    /** Results from before the failure. They stand beside the error in JSON output. */
    readonly results: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }
}

/** An error as it stands in JSON output. */
export interface ErrorRecord {
  readonly code: string
  readonly message: string
}

/** The code and sentence of anything thrown. */
export function errorRecordOf(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { code: 'unexpected', message: String(error) }
  const { code } = error as { code?: unknown }
  return { code: typeof code === 'string' ? code : 'unexpected', message: toCliWording(error.message || error.name) }
}

/** Whether the failure was foreseen: its sentence says enough, and a stack would only frighten. */
export const isForeseen = (error: unknown): boolean =>
  error instanceof CliError || (error instanceof Error && 'code' in error && typeof error.code === 'string')
