import { type Command, InvalidArgumentError, Option } from 'commander'
import { type CatalogueEntry, followsWords, isText, type Parameter } from '../../base/catalogue-entry.ts'
import { creditAmount, repeated, wholeNumber } from '../../base/flag-values.ts'
import { ON_EXISTING } from '../../base/on-existing.ts'
import { CATALOGUE } from '../../generated/operation-catalogue.ts'
import type { OperationFlags } from '../../operations/operation-items.ts'
import { attributeOf, flagOf } from '../../operations/operation-parameters.ts'
import { setExplanation, splitDescription } from '../help-format.ts'
import type { RunAction } from '../run-action.ts'
import { examplesOf } from './operation-examples.ts'

/** Shorter names of commands. */
const ALIASES: Readonly<Record<string, string>> = { 'remove-background': 'remove-bg', 'export-platform': 'export' }

const ARGUMENTS: Readonly<Record<CatalogueEntry['input'], readonly [name: string, about: string]>> = {
  picture: ['<photo...>', 'files, folders, globs, URLs, or - for standard input'],
  pictures: ['<photo...>', 'the pictures of one call: files, folders, globs, URLs, or -'],
  words: ['<words...>', 'description of the picture, or - for standard input'],
}

/** The argument of operations whose result is text. */
const DISH = ['<words...>', 'the dish or the occasion in words, or - for standard input'] as const

/** Adds a command for each operation of the catalogue, with flags for its parameters. */
export function addOperations(
  program: Command,
  run: RunAction,
  catalogue: readonly CatalogueEntry[] = CATALOGUE,
): void {
  for (const entry of catalogue) {
    const [argument, about] = isText(entry) ? DISH : ARGUMENTS[entry.input]
    const worded = (text: string) => toCliTerms(text, entry, catalogue)
    const { main, details } = splitDescription(worded(entry.description))
    const command = program
      .command(entry.name)
      .summary(lowerFirst(entry.summary))
      .description(`${worded(entry.summary)} ${main}`.trim())
      .argument(argument, about)
    const alias = ALIASES[entry.name]
    setExplanation(command, {
      examples: examplesOf(entry, alias ?? entry.name),
      details,
    })
    if (alias !== undefined) command.alias(alias)
    for (const parameter of entry.parameters) {
      // The names of the files.
      if (parameter.name === 'names') continue
      command.addOption(optionOf({ ...parameter, about: worded(parameter.about) }))
    }
    if (!isText(entry)) addFiles(command, entry)
    command
      .option('--max-credits <n>', 'stop before the run costs more', creditAmount)
      .option('--dry-run', 'show what would be done and the price; send and write nothing')
      .action((operands: string | string[], flags: OperationFlags) => {
        const formatIsTyped = command.getOptionValueSource('format') === 'cli'
        return run(async (context) => {
          const { runOperation } = await import('../../operations/run-operation.ts')
          return runOperation(entry, [operands].flat(), { ...flags, formatIsTyped }, context)
        })
      })
  }
}

function addFiles(command: Command, entry: CatalogueEntry): void {
  const { input } = entry
  command
    .option('-o, --out <path>', 'folder for the results, a file for one picture, or - for standard output')
    .addOption(
      new Option('--on-existing <what>', 'what to do when a result exists already')
        .choices(ON_EXISTING)
        .default(followsWords(entry) ? 'rename' : 'skip'),
    )
    .option('--open', 'open the results when they are done')
  if (input === 'words') return
  if (input === 'picture') command.option('--concurrency <n>', 'photos processed at once', wholeNumber(1, 32), 4)
  command.option('--recursive', 'include subfolders')
}

/** Rewords a description of the API for the command line: endpoints become commands, fields become flags. */
const toCliTerms = (text: string, { parameters }: CatalogueEntry, catalogue: readonly CatalogueEntry[]): string =>
  text
    .replaceAll(/`?(?:GET|POST) (\/api\/[a-z/-]+)`?/g, (whole, path: string) => {
      const name = LISTS[path] ?? catalogue.find((entry) => entry.path === path)?.name
      return name === undefined ? whole : `platelight ${ALIASES[name] ?? name}`
    })
    .replaceAll(/`([a-z_]+)`/g, (whole, name: string) => {
      if (name === 'image_urls') return 'the photos'
      const parameter = parameters.find((candidate) => candidate.name === name)
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
  const { type, about, choices, fields, required, min, max, default: serverDefault } = parameter
  const value = fields ? ` <${fields.join(',')}>` : choices ? ' <what>' : (VALUES[type] ?? ' <text>')
  const isTurnedOff = type === 'boolean' && serverDefault === true
  const plural = type === 'pictures' ? '; may be repeated' : ''
  const range = min !== undefined && max !== undefined && !choices ? [`${min} to ${max}`] : []
  // Shown but not sent: the server fills in its own default.
  const defaultNote = serverDefault === undefined || type === 'boolean' ? [] : [`default: ${String(serverDefault)}`]
  const notes = [...(required ? ['required'] : []), ...range, ...defaultNote]
  const suffix = notes.length > 0 ? ` (${notes.join(', ')})` : ''
  const option = new Option(
    `--${isTurnedOff ? 'no-' : ''}${flagOf(parameter)}${value}`,
    lowerFirst(about || parameter.name.replaceAll('_', ' ')) + plural + suffix,
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

/** Adapts a sentence to the style of the other commands: no initial capital, no full stop. */
const lowerFirst = (sentence: string): string =>
  (/^[A-Z][a-z ]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence).replace(/\.$/, '')
