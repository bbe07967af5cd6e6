import type { Argument, Command, Option } from 'commander'
import { SETTING_KEYS } from '../config/setting-keys.ts'
import { FORMATS, SCOPES } from '../generated/cli-enums.ts'
import { PRESETS } from '../generated/operation-catalogue.ts'
import { EVENT_TYPES } from '../generated/webhook-event-types.ts'

/** The possible words at the cursor. */
export interface Completion {
  readonly candidates: readonly Candidate[]
  /** The kind of paths that the shell adds. */
  readonly paths: 'files' | 'folders' | 'none'
}

export interface Candidate {
  readonly value: string
  readonly about: string
}

/** Reads names that exist only on this machine. */
export interface Known {
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
export function optionValues({ long, argChoices, flags }: Option, { profiles }: Known): Values {
  if (argChoices) return valuesOf(argChoices)
  if (long === '--profile') return valuesOf(profiles())
  if (long === '--preset') return valuesOf(PRESETS)
  if (long === '--formats') return listOf(FORMATS)
  if (long === '--scopes') return listOf(SCOPES)
  if (long === '--events') return listOf(EVENT_TYPES)
  const [, label = ''] = /[<[]([\w-]+)/.exec(flags) ?? []
  return ON_DISK[label] ?? valuesOf([])
}

/** The possible values of a command's next argument. */
export function argumentValues(command: Command, operands: readonly string[], program: Command): Values {
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
export const subcommandsOf = (command: Command): Candidate[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((subcommand) => ({ value: subcommand.name(), about: subcommand.summary() || subcommand.description() }))
