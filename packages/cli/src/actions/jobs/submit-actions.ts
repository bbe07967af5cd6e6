import type { Platelight } from '@platelight/sdk'
import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { readFileOrStdin } from '../../base/read-input.ts'
import { nestFields, parseField, typedValue } from '../../base/request-fields.ts'
import { counted, duration } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import type { JOB_TYPES } from '../../generated/cli-enums.ts'
import { type WaitFlags, waitUntilEnded } from './job-actions.ts'

export interface SubmitFlags extends ParamsFlags, WaitFlags {
  readonly maxCredits?: number
  readonly wait?: boolean
  readonly dryRun?: boolean
}

/** An operation that can be queued. */
export type JobType = (typeof JOB_TYPES)[number]

/** `platelight jobs submit`: prints the id of the job, or with `--wait` its result. */
export async function submitJob(type: JobType, flags: SubmitFlags, context: Context): Promise<ExitCode> {
  // Read the input before connecting, so that no server is started for unreadable input.
  const params = await paramsOf(flags, context)
  const { maxCredits, wait } = flags
  if (flags.dryRun) return priceOf(type, params, context)
  return withConnection(context, async ({ client, embedded }) => {
    // The server validates the fields as for a direct call, and names every wrong one.
    const fields = (await params(client.uploads.create)) as never
    const { id } = await client.jobs.submit(type, fields, maxCredits === undefined ? {} : { maxCredits })
    if (wait) {
      context.note(`Job ${id}.`)
      return waitUntilEnded(client, [String(id)], flags, context)
    }
    context.show({ job_id: id, status: 'pending', job_type: type }, () => String(id))
    context.note(
      embedded
        ? `The built-in server stops with this command and continues with the next one: platelight jobs wait ${id}`
        : `For the result: platelight jobs wait ${id}`,
    )
    return EXIT.ok
  })
}

/** Stands in for an upload. The price does not depend on the picture, so none is sent. */
const placeholderUpload = (async () => ({ url: 'https://example.com/photo.jpg' })) as never

const priceOf = (job_type: JobType, params: Params, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client, embedded }) => {
    const body = { job_type, params: await params(placeholderUpload) }
    const quote = await client.service.estimate({ path: '/api/jobs/submit', body })
    const { credits, available_credits: available, estimated_seconds: seconds } = quote
    context.show(quote, () =>
      [
        embedded
          ? 'It costs nothing on this machine.'
          : `${counted(credits, 'credit')} of ${counted(available, 'credit')}.`,
        ...(seconds === undefined ? [] : [`It takes about ${duration(seconds * 1000)} on this server.`]),
        'Nothing was sent.',
      ].join(' '),
    )
    return EXIT.ok
  })

interface ParamsFlags {
  /** JSON. */
  readonly params?: string
  /** A file with JSON, or `-`. */
  readonly paramsFile?: string
  readonly rawField?: readonly string[]
  readonly field?: readonly string[]
}

/** Builds the parameters of a job. Files are uploaded first and replaced by their URLs. */
type Params = (upload: Upload) => Promise<Record<string, unknown>>

type Upload = Platelight['uploads']['create']

/** @throws CliError if the parameters are missing or not a JSON object */
async function paramsOf(flags: ParamsFlags, context: Context): Promise<Params> {
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
