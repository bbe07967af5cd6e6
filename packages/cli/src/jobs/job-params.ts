import type { Platelight } from '@platelight/sdk'
import { CliError } from '../base/cli-errors.ts'
import { readFileOrStdin } from '../base/read-input.ts'
import { nestFields, parseField, typedValue } from '../base/request-fields.ts'
import type { Context } from '../context/command-context.ts'

export interface ParamsFlags {
  /** JSON. */
  readonly params?: string
  /** A file with JSON, or `-`. */
  readonly paramsFile?: string
  readonly rawField?: readonly string[]
  readonly field?: readonly string[]
}

/** What a job is asked to do. A value that is a file is sent first, and its address takes its place. */
export type Params = (send: Send) => Promise<Record<string, unknown>>

type Send = Platelight['uploads']['create']

/** @throws CliError when what was typed is no JSON object, or not there. */
export async function paramsOf(flags: ParamsFlags, context: Context): Promise<Params> {
  const { params, paramsFile, rawField = [], field = [] } = flags
  const hasFields = rawField.length + field.length > 0
  if ([params !== undefined, paramsFile !== undefined, hasFields].filter(Boolean).length > 1) {
    throw new CliError('Give the params with --params, with --params-file or as fields, not in several ways.')
  }
  if (params !== undefined) return fixed(objectIn(params, '--params'))
  if (paramsFile !== undefined) {
    return fixed(objectIn((await readFileOrStdin(paramsFile, context.environment)).toString('utf8'), paramsFile))
  }
  if (!hasFields)
    throw new CliError('What is it to work on? Add --params JSON, or fields such as -f image_url=https://…')
  const texts = rawField.map(parseField)
  const typed = field.map(parseField)
  return async (send) => {
    const values: (readonly [string, unknown])[] = [...texts]
    for (const [name, value] of typed) {
      values.push([name, value.startsWith('@') ? await sent(value.slice(1), send, context) : typedValue(value)])
    }
    return nestFields(values)
  }
}

const fixed =
  (params: Record<string, unknown>): Params =>
  async () =>
    params

function objectIn(text: string, name: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new CliError(`${name} is no JSON: ${(error as Error).message}`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new CliError(`${name} must be a JSON object, such as {"image_url":"https://example.com/ramen.jpg"}.`)
}

/** The address of a photo of this machine, once the server has it. */
async function sent(file: string, send: Send, { environment }: Context): Promise<string> {
  const { url } = await send(await readFileOrStdin(file, environment))
  return url
}
