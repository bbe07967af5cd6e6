import type { Command, Option } from 'commander'
import {
  argumentValues,
  type Candidate,
  type Completion,
  type Known,
  optionValues,
  subcommandsOf,
} from './completion-values.ts'

const NOTHING: Completion = { candidates: [], paths: 'none' }

/**
 * Completes a command line from the command tree itself, so there is no second list to maintain.
 *
 * @param words the words after the program's name; the last one is incomplete and may be empty
 */
export function complete(program: Command, words: readonly string[], known: Known): Completion {
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
