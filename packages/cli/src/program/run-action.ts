import type { ExitCode } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'

/** Does a command's work. */
export type Action = (context: Context) => Promise<ExitCode>

/** Runs the work of the command that was typed. A declaration imports what it needs inside, so that help stays quick. */
export type RunAction = (act: Action) => Promise<void>
