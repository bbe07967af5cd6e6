import type { Argument, Command, Option } from 'commander'
import type { CliEnvironment } from '../base/cli-environment.ts'
import { SETTING_KEYS } from '../config/setting-keys.ts'
import { readProfiles } from '../config/user-config.ts'
import { FORMATS, SCOPES } from '../generated/cli-enums.ts'
import { PLATFORMS, PRESETS } from '../generated/operation-catalogue.ts'
import { EVENT_TYPES } from '../generated/webhook-event-types.ts'

/** Answers a completion request of a shell: one line per candidate, then the kind of paths that the shell adds. */
export function answerCompletion(
  program: Command,
  [shell = '', ...typed]: readonly string[],
  { env, stdout }: Pick<CliEnvironment, 'env' | 'stdout'>,
): void {
  const { candidates, paths } = complete(program, wordsOf(shell, typed), { profiles: () => profilesIn(env) })
  const lines = candidates.map(({ value, about }) => (shell === 'bash' ? value : `${value}\t${oneLine(about)}`))
  stdout.write(`${[...lines, `:${paths}`].join('\n')}\n`)
}

/** The typed words, as the program would receive them. */
function wordsOf(shell: string, typed: readonly string[]): string[] {
  if (shell === 'pwsh') return [...typed.slice(0, -1), (typed.at(-1) ?? '').replace(/^=/, '')]
  if (shell !== 'bash') return [...typed]
  // bash splits `--preset=bal` into three words, and expects completions of the last one.
  const words = typed.filter((word, index) => word !== '=' || !typed[index - 1]?.startsWith('--'))
  return typed.at(-1) === '=' ? [...words, ''] : words
}

/** An unreadable file is not reported while typing; the next command does. */
function profilesIn(env: CliEnvironment['env']): string[] {
  try {
    return Object.keys(readProfiles(env))
  } catch {
    return []
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

const NOTHING: Completion = { candidates: [], paths: 'none' }

/**
 * Completes a command line from the command tree itself, so there is no second list to maintain.
 *
 * @param words the words after the program's name; the last one is incomplete and may be empty
 */
function complete(program: Command, words: readonly string[], known: Known): Completion {
  const current = words.at(-1) ?? ''
  const { command, waiting, operands, onlyOperands } = walk(program, words.slice(0, -1))
  if (waiting) return matching(optionValues(waiting, known), current)
  if (!onlyOperands && current.startsWith('-')) {
    const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? []
    if (name === undefined) return matching({ candidates: flagsOf(command), paths: 'none' }, current)
    const option = optionNamed(command, name)
    return option && takesValue(option)
      ? withPrefix(`${name}=`, matching(optionValues(option, known), value ?? ''))
      : NOTHING
  }
  const subcommands = operands.length === 0 ? subcommandsOf(command) : []
  const values = argumentValues(command, operands, program)
  return matching({ candidates: [...subcommands, ...values.candidates], paths: values.paths }, current)
}

/** Finds the command of the typed words, and the option that waits for a value. */
function walk(program: Command, words: readonly string[]) {
  let command = program
  let waiting: Option | undefined
  let onlyOperands = false
  let operands: string[] = []
  for (const word of words) {
    if (waiting) {
      waiting = undefined
    } else if (word === '--' && !onlyOperands) {
      onlyOperands = true
    } else if (word.startsWith('-') && word !== '-' && !onlyOperands) {
      const option = word.includes('=') ? undefined : optionNamed(command, word)
      waiting = option && takesValue(option) ? option : undefined
    } else {
      const next =
        operands.length === 0 ? command.commands.find((subcommand) => namesOf(subcommand).includes(word)) : undefined
      if (next) command = next
      else operands.push(word)
      if (next) operands = []
    }
  }
  return { command, waiting, operands, onlyOperands }
}

const takesValue = ({ required, optional }: Option): boolean => required || optional

const namesOf = (command: Command): string[] => [command.name(), ...command.aliases()]

/** The command and its parents, whose flags it accepts too. */
const withParents = (command: Command): Command[] => [command, ...(command.parent ? withParents(command.parent) : [])]

const optionNamed = (command: Command, name: string): Option | undefined =>
  withParents(command)
    .flatMap(({ options }) => options)
    .find(({ short, long }) => short === name || long === name)

const flagsOf = (command: Command): Candidate[] => [
  ...withParents(command)
    .flatMap((ancestor) => ancestor.createHelp().visibleOptions(ancestor))
    .flatMap(({ long, description }) => (long ? [{ value: long, about: description }] : [])),
]

/** Filters candidates by the typed text. In a comma-separated list, only the text after the last comma is completed. */
function matching(
  { candidates, paths, isList }: Completion & { readonly isList?: boolean },
  typed: string,
): Completion {
  const done = isList ? typed.slice(0, typed.lastIndexOf(',') + 1) : ''
  const taken = done.split(',')
  const rest = typed.slice(done.length)
  const seen = new Set<string>()
  return {
    paths,
    candidates: candidates
      .filter(({ value }) => value.startsWith(rest) && !(isList && taken.includes(value)))
      .filter(({ value }) => !seen.has(value) && seen.add(value))
      .map(({ value, about }) => ({ value: done + value, about })),
  }
}

const withPrefix = (prefix: string, { candidates, paths }: Completion): Completion => ({
  candidates: candidates.map(({ value, about }) => ({ value: prefix + value, about })),
  paths,
})

/** The possible words at the cursor. */
interface Completion {
  readonly candidates: readonly Candidate[]
  /** The kind of paths that the shell adds. */
  readonly paths: 'files' | 'folders' | 'none'
}

interface Candidate {
  readonly value: string
  readonly about: string
}

/** Reads names that exist only on this machine. */
interface Known {
  readonly profiles: () => readonly string[]
}

type Values = Completion & { readonly isList?: boolean }

const valuesOf = (values: readonly string[]): Values => ({ candidates: plain(values), paths: 'none' })
const listOf = (values: readonly string[]): Values => ({ ...valuesOf(values), isList: true })
const plain = (values: readonly string[]): Candidate[] => values.map((value) => ({ value, about: '' }))

const FILES: Values = { candidates: [], paths: 'files' }
const FOLDERS: Values = { candidates: [], paths: 'folders' }

/** Placeholders in angle brackets that stand for a path. */
const ON_DISK: Readonly<Record<string, Values>> = { photo: FILES, file: FILES, path: FILES, folder: FOLDERS }

/** The possible values of a flag. */
function optionValues({ long, argChoices, flags }: Option, { profiles }: Known): Values {
  if (argChoices) return valuesOf(argChoices)
  if (long === '--profile') return valuesOf(profiles())
  if (long === '--preset') return valuesOf(PRESETS)
  if (long === '--platform' || long === '--platforms') return listOf(PLATFORMS)
  if (long === '--formats') return listOf(FORMATS)
  if (long === '--scopes') return listOf(SCOPES)
  if (long === '--events') return listOf(EVENT_TYPES)
  const [, label = ''] = /[<[]([\w-]+)/.exec(flags) ?? []
  return ON_DISK[label] ?? valuesOf([])
}

/** The possible values of a command's next argument. */
function argumentValues(command: Command, operands: readonly string[], program: Command): Values {
  const { registeredArguments } = command
  const argument = registeredArguments[operands.length] ?? lastIfVariadic(registeredArguments)
  if (!argument) return valuesOf([])
  if (argument.argChoices) return valuesOf(argument.argChoices)
  if (command.parent?.name() === 'config') return settingValues(command, operands)
  if (command.name() === 'help') return topics(program, operands)
  if (command.name() === 'api') return valuesOf(operands.length === 0 ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : [])
  return ON_DISK[argument.name()] ?? valuesOf([])
}

function lastIfVariadic(all: readonly Argument[]): Argument | undefined {
  const last = all.at(-1)
  return last?.variadic ? last : undefined
}

/** The names of the settings, or after `set NAME` the values of that setting. */
function settingValues(command: Command, [name]: readonly string[]): Values {
  if (name === undefined)
    return { candidates: SETTING_KEYS.map((key) => ({ value: key.name, about: key.about })), paths: 'none' }
  const choices = SETTING_KEYS.find((key) => key.name === name)?.choices
  if (command.name() !== 'set') return valuesOf([])
  if (name === 'preset') return valuesOf(PRESETS)
  return name === 'formats' ? listOf(FORMATS) : valuesOf(choices ?? [])
}

function topics(program: Command, operands: readonly string[]): Values {
  let topic: Command | undefined = program
  for (const name of operands) topic = topic?.commands.find((subcommand) => subcommand.name() === name)
  const extra = operands.length === 0 ? [{ value: 'exit-codes', about: 'what the exit codes mean' }] : []
  return { candidates: [...(topic ? subcommandsOf(topic) : []), ...extra], paths: 'none' }
}

/** The subcommands that are visible in help. */
const subcommandsOf = (command: Command): Candidate[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((subcommand) => ({ value: subcommand.name(), about: subcommand.summary() || subcommand.description() }))
