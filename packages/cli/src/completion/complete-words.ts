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
 * Completes a command line by the command tree itself, so that nothing has to be kept in step with it.
 *
 * @param words what was typed after the program's name; the last one is still being typed, and may be empty
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
      ? behind(`${name}=`, matching(optionValues(option, known), value ?? ''))
      : NOTHING
  }
  const subcommands = operands.length === 0 ? subcommandsOf(command) : []
  const values = argumentValues(command, operands, program)
  return matching({ candidates: [...subcommands, ...values.candidates], paths: values.paths }, current)
}

/** Follows what was typed down the tree. */
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
      const next = operands.length === 0 ? command.commands.find((one) => namesOf(one).includes(word)) : undefined
      if (next) command = next
      else operands.push(word)
      if (next) operands = []
    }
  }
  return { command, waiting, operands, onlyOperands }
}

const takesValue = ({ required, optional }: Option): boolean => required || optional

const namesOf = (command: Command): string[] => [command.name(), ...command.aliases()]

/** The command and those above it, whose flags it has too. */
const lineOf = (command: Command): Command[] => [command, ...(command.parent ? lineOf(command.parent) : [])]

const optionNamed = (command: Command, name: string): Option | undefined =>
  lineOf(command)
    .flatMap(({ options }) => options)
    .find(({ short, long }) => short === name || long === name)

const flagsOf = (command: Command): Candidate[] => [
  ...lineOf(command)
    .flatMap((one) => one.createHelp().visibleOptions(one))
    .flatMap(({ long, description }) => (long ? [{ value: long, about: description }] : [])),
]

/** Of a list with commas only what comes after the last one is being typed. */
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

const behind = (start: string, { candidates, paths }: Completion): Completion => ({
  candidates: candidates.map(({ value, about }) => ({ value: start + value, about })),
  paths,
})
