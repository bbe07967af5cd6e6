import { resolve } from 'node:path'
import type { FilePath } from '@platelight/sdk'
import type { CatalogueEntry, Parameter } from '../base/catalogue-entry.ts'
import { CliError } from '../base/cli-errors.ts'

/** The flag of a parameter: `mask_url` is `--mask`, `aspect_ratio` is `--aspect-ratio`, `box` in `subject` is `--subject-box`. */
export const flagOf = ({ name, within }: Parameter): string =>
  [within, name.replace(/_url$/, '')]
    .filter((part) => part !== undefined)
    .join('-')
    .replaceAll('_', '-')

/** The commander name of a parameter's flag. */
export const attributeOf = (parameter: Parameter): string =>
  flagOf(parameter).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Uploads a file and returns its URL. */
type Upload = (file: FilePath) => PromiseLike<{ readonly url: string }>

/** The flags as fields of the body. Files are uploaded first and become URLs. */
export async function fieldsOf(
  { parameters }: Pick<CatalogueEntry, 'parameters'>,
  flags: Readonly<Record<string, unknown>>,
  { cwd, upload }: { readonly cwd: string; readonly upload: Upload },
): Promise<Record<string, unknown>> {
  const addressOf = async (typed: string) =>
    isAddress(typed) ? typed : (await upload({ path: resolve(cwd, typed) })).url
  const body: Record<string, unknown> = {}
  for (const parameter of parameters) {
    const value = flags[attributeOf(parameter)]
    // Commander sets a --no flag to true by default. That is not a choice of the user.
    if (value === undefined || (parameter.type === 'boolean' && value === parameter.default)) continue
    if (parameter.type === 'picture') body[parameter.name] = await addressOf(String(value))
    else if (parameter.type === 'pictures') {
      const addresses: string[] = []
      for (const typed of value as readonly string[]) addresses.push(await addressOf(typed))
      body[parameter.name] = addresses
    } else if (parameter.within) body[parameter.within] = { [parameter.name]: readText(parameter, value) }
    else body[parameter.name] = readText(parameter, value)
  }
  return body
}

/** Checks the flags before anything is sent. @throws CliError naming the flag */
export function checkFields(
  { parameters, oneOf = [] }: CatalogueEntry,
  flags: Readonly<Record<string, unknown>>,
): void {
  const alternatives = parameters.filter(({ name, within }) => within === undefined && oneOf.includes(name))
  const chosen = alternatives.filter((parameter) => flags[attributeOf(parameter)] !== undefined)
  if (alternatives.length > 0 && chosen.length !== 1) {
    const flagNames = (list: readonly Parameter[]) => list.map((parameter) => `--${flagOf(parameter)}`)
    const names = flagNames(alternatives)
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1')
    throw new CliError(
      chosen.length === 0
        ? `Give one of ${names}.`
        : `Give only one of ${names}, not ${flagNames(chosen).join(' and ')}.`,
    )
  }
  checkObjects(parameters, flags)
  for (const parameter of parameters) {
    const value = flags[attributeOf(parameter)]
    if (value !== undefined && !['picture', 'pictures'].includes(parameter.type)) readText(parameter, value)
  }
}

/** An object takes only one of its flags. @throws CliError naming both */
function checkObjects(parameters: readonly Parameter[], flags: Readonly<Record<string, unknown>>): void {
  const given = new Map<string, Parameter>()
  for (const parameter of parameters) {
    if (parameter.within === undefined || flags[attributeOf(parameter)] === undefined) continue
    const other = given.get(parameter.within)
    if (other) throw new CliError(`Give only one of --${flagOf(other)} and --${flagOf(parameter)}.`)
    given.set(parameter.within, parameter)
  }
}

function readText(parameter: Parameter, value: unknown): unknown {
  const { type, about, fields, choices, pattern } = parameter
  if (typeof value !== 'string') return value
  const flag = `--${flagOf(parameter)}`
  if (pattern !== undefined && !new RegExp(pattern).test(value)) {
    throw new CliError(`${flag}: "${value}" is not a valid value. ${about}`.trim())
  }
  if (type === 'list') {
    const items = value.split(',').map((item) => item.trim())
    const unknown = choices && items.find((item) => !choices.map(String).includes(item))
    if (unknown !== undefined) throw new CliError(`${flag}: "${unknown}" is none of ${choices?.join(', ')}.`)
    // Lists of numbers, such as weights, are sent as numbers.
    return items.every((item) => item !== '' && Number.isFinite(Number(item))) ? items.map(Number) : items
  }
  if (type === 'numbers' && fields) {
    const numbers = value.split(',').map(Number)
    if (numbers.length !== fields.length || numbers.some((number) => !Number.isFinite(number))) {
      throw new CliError(`${flag} takes ${fields.length} numbers separated by commas: ${fields.join(',')}.`)
    }
    return Object.fromEntries(fields.map((field, index) => [field, numbers[index]]))
  }
  if (type !== 'json') return value
  try {
    return JSON.parse(value)
  } catch {
    throw new CliError(`${flag} must be valid JSON.`)
  }
}

const isAddress = (typed: string): boolean => /^https?:\/\//i.test(typed)
