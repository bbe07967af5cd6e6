import { CommanderError } from 'commander'
import { tellFailure } from './context.ts'
import { isForeseen } from './errors.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { createProgram } from './program.ts'
import type { GlobalFlags, Surroundings } from './settings.ts'

/** Runs the command line. Resolves to the exit code. */
async function main(args: readonly string[], around: Surroundings): Promise<number> {
  const handedOver = serverArguments(args)
  let flags: Partial<GlobalFlags> = {}
  try {
    if (handedOver) return await (await import('./commands/server.ts')).handOver(handedOver)
    const { program, exitCode } = createProgram(around)
    program.hook('preAction', () => {
      flags = program.opts<GlobalFlags>()
    })
    if (args.length === 0) {
      program.outputHelp()
      return EXIT.ok
    }
    await program.parseAsync(args, { from: 'user' })
    return exitCode()
  } catch (error) {
    // Commander has said it already. It ends with 1 for what is wrong usage, and with 0 after --help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    tellFailure(error, flags, around, flags.debug === true || !isForeseen(error))
    return exitCodeOf(error)
  }
}

/** What comes after `server`, which is platelight-server's to read; undefined for every other command. */
function serverArguments(args: readonly string[]): readonly string[] | undefined {
  const takesValue = ['--base-url', '--api-key-file', '--timeout']
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    if (arg === 'server') return args.slice(index + 1)
    if (takesValue.includes(arg)) index++
    else if (!arg.startsWith('-')) return undefined
  }
  return undefined
}

// A reader such as `head` has seen enough: that is no failure of ours, and nothing more can be said.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.brokenPipe)
    throw error
  })
}

const { env, stdin, stdout, stderr } = process
process.exitCode = await main(process.argv.slice(2), { env, cwd: process.cwd(), stdin, stdout, stderr })
