import { type Command, CommanderError } from 'commander'
import type { CliEnvironment } from './base/cli-environment.ts'
import { isExpected } from './base/cli-errors.ts'
import { EXIT, exitCodeOf } from './base/exit-codes.ts'
import type { GlobalFlags } from './config/cli-settings.ts'
import { reportFailure } from './context/command-context.ts'
import { createProgram } from './create-program.ts'

/** Runs the command line. Resolves to the exit code, and throws nothing. */
export async function runCommandLine(args: readonly string[], environment: CliEnvironment): Promise<number> {
  const { program, exitCode } = createProgram(environment, args)
  try {
    const serverArgs = serverArguments(args, program)
    if (serverArgs) return await (await import('./actions/server-actions.ts')).runServerCommand(serverArgs)
    if (args.length === 0) {
      program.outputHelp()
      return EXIT.ok
    }
    await program.parseAsync(args, { from: 'user' })
    return exitCode()
  } catch (error) {
    // Commander has printed the error. Its exit code is 1 for wrong usage, and 0 after --help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    const flags = program.opts<GlobalFlags>()
    reportFailure(error, flags, environment, flags.debug === true || !isExpected(error))
    return exitCodeOf(error)
  }
}

/** The arguments after `server`, which are passed to platelight-server; undefined for every other command. */
function serverArguments(args: readonly string[], { options }: Command): readonly string[] | undefined {
  const takesValue = options.flatMap(({ required, long }) => (required && long ? [long] : []))
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    if (arg === 'server') return args.slice(index + 1)
    if (takesValue.includes(arg)) index++
    else if (!arg.startsWith('-')) return undefined
  }
  return undefined
}
