import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { counted, duration } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import type { JOB_TYPES } from '../../generated/cli-enums.ts'
import { type Params, type ParamsFlags, paramsOf } from '../../jobs/job-params.ts'
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
