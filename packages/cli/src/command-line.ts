import { type Command, CommanderError } from 'commander'
import { tellFailure } from './context.ts'
import { isForeseen } from './errors.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { createProgram } from './program.ts'
import type { GlobalFlags, Surroundings } from './settings.ts'

/** Runs the command line. Resolves to the exit code, and throws nothing. */
export async function runCommandLine(args: readonly string[], around: Surroundings): Promise<number> {
  const { program, exitCode } = createProgram(around)
  try {
    const handedOver = serverArguments(args, program)
    if (handedOver) return await (await import('./commands/server.ts')).handOver(handedOver)
    if (args.length === 0) {
      program.outputHelp()
      return EXIT.ok
    }
    await program.parseAsync(args, { from: 'user' })
    return exitCode()
  } catch (error) {
    // Commander has said it already. It ends with 1 for what is wrong usage, and with 0 after --help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    const flags = program.opts<GlobalFlags>()
    tellFailure(error, flags, around, flags.debug === true || !isForeseen(error))
    return exitCodeOf(error)
  }
}

/** What comes after `server`, which is platelight-server's to read; undefined for every other command. */
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
