import type { ExitCode } from '../base/exit-codes.ts'

/** The result of one check. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly message: string
  /** What the user should do, if anything. */
  readonly advice?: string
  /** The exit code of the command if this is the most severe failure. */
  readonly exitCode?: ExitCode
}

/** Timeout of each network check. */
export const DEADLINE_MS = 10_000
