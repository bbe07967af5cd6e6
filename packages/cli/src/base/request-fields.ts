import { basename } from 'node:path'
import type { CliEnvironment } from './cli-environment.ts'
import { CliError } from './cli-errors.ts'
import { readFileOrStdin } from './read-input.ts'

/** A request body, built from the typed arguments. */
export interface ApiBody {
  readonly content: string | Buffer<ArrayBuffer> | FormData
  /** The media type; undefined for a form, which sets its own. */
  readonly type: string | undefined
}

interface Fields {
  readonly rawField?: readonly string[]
  readonly field?: readonly string[]
}

/** The fields as the query of a request that has no body. */
export function queryOf({ rawField = [], field = [] }: Fields): [string, string][] {
  for (const typed of field) {
    if (parseField(typed)[1].startsWith('@')) throw new CliError(`${typed}: a query cannot contain a file.`)
  }
  return [...rawField, ...field].map(parseField)
}

/** The body: the `--input` file, a form if a field is a file, otherwise JSON. Undefined if there are no fields. */
export async function bodyOf(
  { rawField = [], field = [], input }: Fields & { readonly input?: string },
  environment: Pick<CliEnvironment, 'cwd' | 'stdin'>,
  fieldsAreQuery: boolean,
): Promise<ApiBody | undefined> {
  const pairs = [...rawField, ...field]
  if (input !== undefined) {
    if (pairs.length > 0 && !fieldsAreQuery) throw new CliError('Give fields or --input, not both.')
    const content = await readFileOrStdin(input, environment)
    return { content, type: isJson(content) ? 'application/json' : 'application/octet-stream' }
  }
  if (pairs.length === 0) return undefined
  const typed = field.map(parseField)
  if (!typed.some(([, value]) => value.startsWith('@'))) {
    const fields = [...rawField.map(parseField), ...typed.map(([name, value]) => [name, typedValue(value)] as const)]
    return { content: JSON.stringify(nestFields(fields)), type: 'application/json' }
  }
  const form = new FormData()
  for (const [name, value] of rawField.map(parseField)) form.append(name, value)
  for (const [name, value] of typed) {
    if (!value.startsWith('@')) form.append(name, value)
    else {
      const path = value.slice(1)
      form.append(name, new Blob([await readFileOrStdin(path, environment)]), basename(path))
    }
  }
  return { content: form, type: undefined }
}

/** @throws CliError for an invalid header */
export function headersOf(typed: readonly string[]): Headers {
  const headers = new Headers({ accept: 'application/json, */*;q=0.5' })
  for (const line of typed) {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? []
    try {
      headers.set(name.trim(), value.trim())
    } catch {
      throw new CliError(`"${line}" is not a header. Write it as name:value.`)
    }
  }
  return headers
}

/** @throws CliError for a field that is not `name=value` */
export function parseField(typed: string): [name: string, value: string] {
  const at = typed.indexOf('=')
  if (at > 0) return [typed.slice(0, at), typed.slice(at + 1)]
  throw new CliError(`"${typed}" is not a field. Write it as name=value.`)
}

const WORDS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Parses numbers, true, false and null; returns any other text unchanged. */
export function typedValue(text: string): unknown {
  if (WORDS.has(text)) return WORDS.get(text)
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text
}

/** `options[upscale]=true` is a field of a field, `formats[]=square` an item of a list. */
export function nestFields(fields: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const body: Record<string, unknown> = Object.create(null)
  for (const [typed, value] of fields) {
    const [name = '', ...inner] = typed.split(/[[\]]+/).filter((part, index) => index === 0 || part !== '')
    const isList = typed.endsWith('[]')
    let target = body
    const path = [name, ...inner]
    for (const part of path.slice(0, -1)) {
      if (typeof target[part] !== 'object' || target[part] === null) target[part] = Object.create(null)
      target = target[part] as Record<string, unknown>
    }
    const last = path.at(-1) ?? name
    target[last] = isList ? [...((target[last] as unknown[] | undefined) ?? []), value] : value
  }
  return body
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}
