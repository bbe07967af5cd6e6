import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CatalogueEntry, Parameter } from '../../base/catalogue-entry.ts'
import { creditAmount, repeated, wholeNumber } from '../../base/flag-values.ts'
import { ON_EXISTING } from '../../base/on-existing.ts'
import { CATALOGUE } from '../../generated/operation-catalogue.ts'
import type { OperationFlags } from '../../operations/operation-items.ts'
import { attributeOf, flagOf } from '../../operations/operation-parameters.ts'
import { setExplanation, splitDescription } from '../help-format.ts'
import type { RunAction } from '../run-action.ts'
import { examplesOf } from './operation-examples.ts'

/** Shorter names that people try first. */
const ALIASES: Readonly<Record<string, string>> = { 'remove-background': 'remove-bg', 'export-platform': 'export' }

const ARGUMENTS: Readonly<Record<CatalogueEntry['input'], readonly [name: string, about: string]>> = {
  picture: ['<photo...>', 'files, folders, globs, addresses, or - for standard input'],
  pictures: ['<photo...>', 'the pictures that belong together: files, folders, globs, addresses, or -'],
  words: ['<words>', 'what is wanted, or - for standard input'],
}

/** A command for each operation of the document that is built, its flags made from the parameters. */
export function addOperations(
  program: Command,
  run: RunAction,
  catalogue: readonly CatalogueEntry[] = CATALOGUE,
): void {
  for (const entry of catalogue) {
    const [argument, about] = ARGUMENTS[entry.input]
    const typed = (text: string) => toCliTerms(text, entry, catalogue)
    const { told, details } = splitDescription(typed(entry.description))
    const command = program
      .command(entry.name)
      .summary(lowerFirst(entry.summary))
      .description(`${typed(entry.summary)} ${told}`.trim())
      .argument(argument, about)
    const alias = ALIASES[entry.name]
    setExplanation(command, {
      examples: examplesOf(entry, alias ?? entry.name),
      details,
    })
    if (alias !== undefined) command.alias(alias)
    for (const parameter of entry.parameters) {
      command.addOption(optionOf({ ...parameter, about: typed(parameter.about) }))
    }
    if (entry.result !== 'prompt') addFiles(command, entry)
    command
      .option('--max-credits <n>', 'stop before the run costs more', creditAmount)
      .option('--dry-run', 'show what would be done and the price; send and write nothing')
      .action((given: string | string[], flags: OperationFlags) => {
        const formatIsTyped = command.getOptionValueSource('format') === 'cli'
        return run(async (context) => {
          const { runOperation } = await import('../../operations/run-operation.ts')
          return runOperation(entry, [given].flat(), { ...flags, formatIsTyped }, context)
        })
      })
  }
}

function addFiles(command: Command, { input }: CatalogueEntry): void {
  command
    .option('-o, --out <path>', 'folder for the results, a file for one picture, or - for standard output')
    .addOption(
      new Option('--on-existing <what>', 'what to do when a result exists already')
        .choices(ON_EXISTING)
        // Words make another picture each time: a name that is taken says nothing about it.
        .default(input === 'words' ? 'rename' : 'skip'),
    )
  if (input === 'words') return
  if (input === 'picture') command.option('--concurrency <n>', 'photos processed at once', wholeNumber(1, 32), 4)
  command.option('--recursive', 'include subfolders')
}

/** A description that was written for callers of the server, in the words of the command line. */
const toCliTerms = (text: string, { parameters }: CatalogueEntry, catalogue: readonly CatalogueEntry[]): string =>
  text
    .replaceAll(/`?(?:GET|POST) (\/api\/[a-z/-]+)`?/g, (whole, path: string) => {
      const name = LISTS[path] ?? catalogue.find((entry) => entry.path === path)?.name
      return name === undefined ? whole : `platelight ${ALIASES[name] ?? name}`
    })
    .replaceAll(/`([a-z_]+)`/g, (whole, name: string) => {
      if (name === 'image_urls') return 'the photos'
      const parameter = parameters.find((one) => one.name === name)
      return parameter ? `--${flagOf(parameter)}` : whole
    })

const LISTS: Readonly<Record<string, string>> = { '/api/platforms': 'platforms' }

const VALUES: Readonly<Partial<Record<Parameter['type'], string>>> = {
  number: ' <n>',
  integer: ' <n>',
  boolean: '',
  list: ' <names>',
  picture: ' <photo>',
  pictures: ' <photo>',
  json: ' <json>',
}

function optionOf(parameter: Parameter): Option {
  const { type, about, choices, fields, required, min, max, default: usual } = parameter
  const value = fields ? ` <${fields.join(',')}>` : choices ? ' <what>' : (VALUES[type] ?? ' <text>')
  const isTurnedOff = type === 'boolean' && usual === true
  const plural = type === 'pictures' ? '; may be repeated' : ''
  const range = min !== undefined && max !== undefined && !choices ? [`${min} to ${max}`] : []
  // Told and not given: what is left out is the server's to fill in.
  const given = usual === undefined || type === 'boolean' ? [] : [`default: ${String(usual)}`]
  const marks = [...(required ? ['required'] : []), ...range, ...given]
  const shown = marks.length > 0 ? ` (${marks.join(', ')})` : ''
  const option = new Option(
    `--${isTurnedOff ? 'no-' : ''}${flagOf(parameter)}${value}`,
    lowerFirst(about || parameter.name.replaceAll('_', ' ')) + plural + shown,
  )
  if (choices && type !== 'list') option.choices(choices.map(String))
  if (type === 'number' || type === 'integer') option.argParser(numberOf(parameter))
  if (type === 'pictures') option.argParser(repeated)
  if (isTurnedOff) option.default(undefined)
  option.attributeName = () => attributeOf(parameter)
  return required ? option.makeOptionMandatory() : option
}

const numberOf =
  ({ type, choices, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Parameter) =>
  (text: string): number => {
    const value = Number(text)
    const isNumber = text.trim() !== '' && Number.isFinite(value) && (type === 'number' || Number.isInteger(value))
    if (isNumber && (choices?.includes(value) ?? true) && value >= min && value <= max) return value
    if (choices) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
    const kind = type === 'integer' ? 'a whole number' : 'a number'
    const range = Number.isFinite(min) && Number.isFinite(max) ? ` from ${min} to ${max}` : ''
    throw new InvalidArgumentError(`It must be ${kind}${range}.`)
  }

/** As the other commands word it: without a capital and a full stop. */
const lowerFirst = (sentence: string): string =>
  (/^[A-Z][a-z ]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence).replace(/\.$/, '')
