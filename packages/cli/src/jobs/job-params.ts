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

/** Builds the parameters of a job. Files are uploaded first and replaced by their URLs. */
export type Params = (upload: Upload) => Promise<Record<string, unknown>>

type Upload = Platelight['uploads']['create']

/** @throws CliError if the parameters are missing or not a JSON object */
export async function paramsOf(flags: ParamsFlags, context: Context): Promise<Params> {
  const { params, paramsFile, rawField = [], field = [] } = flags
  const hasFields = rawField.length + field.length > 0
  if ([params !== undefined, paramsFile !== undefined, hasFields].filter(Boolean).length > 1) {
    throw new CliError('Give the parameters with only one of --params, --params-file and fields.')
  }
  if (params !== undefined) return fixed(objectIn(params, '--params'))
  if (paramsFile !== undefined) {
    return fixed(objectIn((await readFileOrStdin(paramsFile, context.environment)).toString('utf8'), paramsFile))
  }
  if (!hasFields)
    throw new CliError('The job has no parameters. Add --params JSON, or fields such as -f image_url=https://…')
  const texts = rawField.map(parseField)
  const typed = field.map(parseField)
  return async (upload) => {
    const values: (readonly [string, unknown])[] = [...texts]
    for (const [name, value] of typed) {
      values.push([name, value.startsWith('@') ? await uploadFile(value.slice(1), upload, context) : typedValue(value)])
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
    throw new CliError(`${name} is not valid JSON: ${(error as Error).message}`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new CliError(`${name} must be a JSON object, such as {"image_url":"https://example.com/ramen.jpg"}.`)
}

/** Uploads a local file and returns its URL. */
async function uploadFile(file: string, upload: Upload, { environment }: Context): Promise<string> {
  const { url } = await upload(await readFileOrStdin(file, environment))
  return url
}
