import { FORMATS, type Format, formatInNames } from '../folder/folder-events.ts'
import { PlatelightError } from '../transport/sdk-errors.ts'
import type { Recipe } from './recipe.ts'
import { type Fault, suggestion } from './schema-problems.ts'

/** What a name is made from. */
export interface NameParts {
  /** The name of the photo without its extension. */
  readonly dish: string
  /** The crop; undefined for a file that is no crop. */
  readonly format?: Format | undefined
  /** The slot of a platform, such as `ubereats.item`; undefined for any other file. */
  readonly platform?: string | undefined
  /** `2026-11-29` */
  readonly date: string
}

const PLACEHOLDERS = ['dish', 'format', 'platform', 'date']
/** A placeholder with what separates it from what stands before. */
const PLACEHOLDER = /([-_. ]?)\{([^{}]*)\}/g
/** File systems allow names of 255 bytes. This leaves room for an extension and a number. */
const MAX_NAME_BYTES = 240

/**
 * The name of a result by the template of a recipe, without an extension. A placeholder that the result has no value for is
 * left out, with the dash, underscore, dot or space before it.
 *
 * @throws PlatelightError `invalid_input` if the name is empty or too long for a file.
 *
 * @example
 * recipeName('{dish}-{platform}-{format}', { dish: 'ramen', format: 'square', date: '2026-11-29' }) // 'ramen-square'
 */
export function recipeName(template: string, { dish, format, platform, date }: NameParts): string {
  const values: Readonly<Record<string, string | undefined>> = {
    dish,
    format: format && formatInNames(format),
    platform: platform?.replaceAll('.', '-'),
    date,
  }
  const name = template
    .replace(PLACEHOLDER, (_, before: string, key: string) => (values[key] ? `${before}${values[key]}` : ''))
    .replace(/^[-_. ]+/, '')
  if (name === '' || new TextEncoder().encode(name).length > MAX_NAME_BYTES)
    throw new PlatelightError('invalid_input', `names gives ${dish} a name that is empty or too long for a file.`)
  return name
}

/** What the names of a recipe have against them. Names that would be the same for two results of a photo are refused. */
export function nameFaults({ names, steps, formats, platforms = [] }: Recipe): Fault[] {
  if (names === undefined) return []
  const fault = (reason: string): Fault[] => [{ path: ['names'], reason }]
  for (const [, , key = ''] of names.matchAll(PLACEHOLDER)) {
    if (PLACEHOLDERS.includes(key)) continue
    const allowed = `Allowed: ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`
    return fault(`'{${key}}' is no placeholder.${suggestion(key, PLACEHOLDERS)} ${allowed}`)
  }
  if (!names.includes('{dish}')) return fault('must contain {dish}, so that no two photos share a name.')
  const literal = names.replace(PLACEHOLDER, '')
  if (/[/\\:*?"<>|{}\p{Cc}]/u.test(literal))
    return fault('must be a file name: without / \\ : * ? " < > | and braces. Folders are mirrored by themselves.')
  if (/^\.|[. ]$/.test(names)) return fault('must not begin with a dot, nor end with a dot or a space.')
  const crops = formats ?? (platforms.length > 0 ? [] : FORMATS.filter((format) => format !== 'original'))
  const parts = steps ? [{}] : [...crops.map((format) => ({ format })), ...platforms.map((platform) => ({ platform }))]
  const seen = new Map<string, string>()
  for (const part of parts) {
    const name = recipeName(names, { dish: 'dish', date: 'date', ...part })
    const [what = ''] = Object.values(part)
    const other = seen.get(name)
    if (other !== undefined) {
      const missing = 'platform' in part ? '{platform}' : '{format}'
      return fault(`gives ${other} and ${what} of a photo the same name. Add ${missing}.`)
    }
    seen.set(name, what)
  }
  return []
}
