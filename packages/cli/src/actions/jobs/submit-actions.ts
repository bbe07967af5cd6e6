import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { counted, duration } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import type { JOB_TYPES } from '../../generated/cli-enums.ts'
import { type Params, type ParamsFlags, paramsOf } from '../../jobs/job-params.ts'
import { untilEnded, type WaitFlags } from './job-actions.ts'

export interface SubmitFlags extends ParamsFlags, WaitFlags {
  readonly maxCredits?: number
  readonly wait?: boolean
  readonly dryRun?: boolean
}

/** What can be queued. */
export type JobType = (typeof JOB_TYPES)[number]

/** `platelight jobs submit`: prints the id of the job, or with `--wait` what came of it. */
export async function submitJob(type: JobType, flags: SubmitFlags, context: Context): Promise<ExitCode> {
  // Read before there is a connection: what cannot be read starts no server.
  const params = await paramsOf(flags, context)
  const { maxCredits, wait } = flags
  if (flags.dryRun) return priceOf(type, params, context)
  return withConnection(context, async ({ client, embedded }) => {
    // The server checks them by the same rules as the call itself, and names every field that is wrong.
    const given = (await params(client.uploads.create)) as never
    const { id } = await client.jobs.submit(type, given, maxCredits === undefined ? {} : { maxCredits })
    if (wait) {
      context.note(`Job ${id}.`)
      return untilEnded(client, [String(id)], flags, context)
    }
    context.show({ job_id: id, status: 'pending', job_type: type }, () => String(id))
    context.note(
      embedded
        ? `The built-in server stops with this command and goes on with the next: platelight jobs wait ${id}`
        : `What becomes of it: platelight jobs wait ${id}`,
    )
    return EXIT.ok
  })
}

/** Which pictures they are does not change a price, so none is sent. */
const unsent = (async () => ({ url: 'https://example.com/photo.jpg' })) as never

const priceOf = (job_type: JobType, params: Params, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client, embedded }) => {
    const body = { job_type, params: await params(unsent) }
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
