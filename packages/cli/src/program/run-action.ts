import type { ExitCode } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'

/** The action of a command. */
export type Action = (context: Context) => Promise<ExitCode>

/** Runs the action of the typed command. An action imports its dependencies itself, so that help stays fast. */
export type RunAction = (act: Action) => Promise<void>
