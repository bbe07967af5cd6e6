import type { ExitCode } from '../base/exit-codes.ts'

/** What was found of one thing. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly message: string
  /** What to do, where something is to be done. */
  readonly advice?: string
  /** What the command ends with when this is the worst. */
  readonly exitCode?: ExitCode
}

/** How long each thing on the network is waited for. */
export const DEADLINE_MS = 10_000
