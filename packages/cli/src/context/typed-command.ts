import { shellWords } from '../base/shell-words.ts'

/** The part of commander's command that is read here. */
interface CommandShape {
  readonly options: readonly {
    readonly short?: string | undefined
    readonly long?: string | undefined
    readonly required: boolean
    readonly optional: boolean
  }[]
  readonly parent: CommandShape | null
  name(): string
}

/** The command as it was typed, for sentences that say what to type next. */
export interface TypedCommand {
  /** The same command, with more flags. */
  again(...flags: readonly string[]): string
  /**
   * The same command for some photos. Flags about a whole run are left out, and `flags` replace those of the same name.
   *
   * @param out the folder of the results, for photos that were not named themselves
   */
  about(files: readonly string[], flags: Readonly<Record<string, string>>, out?: string): string
  /** Whether the command has this flag. */
  has(flag: string): boolean
  isTyped(flag: string): boolean
  /** What was typed beside the command and its flags. */
  readonly operands: readonly string[]
}

/** Flags about a whole run. */
const OF_A_RUN = new Set([
  ...['--yes', '-y', '--recursive', '--include', '--ignore', '--concurrency', '--max-credits', '--dry-run', '--open'],
  ...['--max-credits-per-day', '--manifest', '--contact-sheet', '--fresh', '--resume', '--verbose', '-v', '--preview'],
  '--every',
])
const SUBJECT_FLAGS = ['--subject-box', '--subject-point', '--subject-strokes']

/** Reads the arguments again with the flags of the command that commander found in them. */
export function typedCommand(args: readonly string[], command?: CommandShape): TypedCommand {
  const all = command ? withParents(command) : []
  const options = all.flatMap((one) => one.options)
  const names = all
    .map((one) => one.name())
    .reverse()
    .slice(1)
  const { flags, operands } = split(args, (flag) => options.find(({ short, long }) => short === flag || long === flag))
  const photos = operands.slice(names.length)
  return {
    again: (...more) => shellWords(['platelight', ...args, ...more]),
    about(files, changed, out) {
      const replaced = new Set([...Object.keys(changed), ...(changed['--subject-point'] ? SUBJECT_FLAGS : [])])
      const kept = flags.filter(([name = '']) => !OF_A_RUN.has(name) && !replaced.has(name))
      const isPlaced =
        files.every((file) => photos.includes(file)) || flags.some(([name = '']) => name === '--out' || name === '-o')
      const place = out === undefined || isPlaced ? [] : ['--out', out]
      // What came into a watched folder is done again by itself.
      const command = names.join() === 'watch' ? ['enhance'] : names
      return shellWords([
        'platelight',
        ...command,
        ...files,
        ...kept.flat(),
        ...Object.entries(changed).flat(),
        ...place,
      ])
    },
    isTyped: (flag) => flags.some(([name]) => name === flag),
    has: (flag) => options.some(({ long }) => long === flag),
    operands: photos,
  }
}

const withParents = (command: CommandShape): CommandShape[] => [
  command,
  ...(command.parent ? withParents(command.parent) : []),
]

function split(args: readonly string[], optionOf: (flag: string) => CommandShape['options'][number] | undefined) {
  const flags: string[][] = []
  const operands: string[] = []
  let onlyOperands = false
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    if (arg === '--' && !onlyOperands) onlyOperands = true
    else if (onlyOperands || arg === '-' || !arg.startsWith('-')) operands.push(arg)
    else if (arg.startsWith('--') && arg.includes('='))
      flags.push([arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)])
    else if (optionOf(arg)?.required) flags.push([arg, args[++index] ?? ''])
    else flags.push([arg])
  }
  return { flags, operands }
}
