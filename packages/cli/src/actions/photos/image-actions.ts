import type { ExitCode } from '../../base/exit-codes.ts'
import { counted, formatMinute } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import type { JOB_STATES } from '../../generated/cli-enums.ts'
import { requireConfirmation } from '../../screens/require-confirmation.ts'
import { forEachId } from '../for-each-id.ts'
import { type ListFlags, showList } from '../show-list.ts'

/** `platelight images list`: finished pictures of every operation. */
export const listImages = (flags: ListFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client, embedded }) =>
    showList(
      (params) => client.me.images(params),
      flags,
      {
        noun: 'images',
        empty: 'No pictures yet.',
        row: ({ id, operation, width, height, created_at, url, photo_id }) => [
          String(id).padEnd(6),
          formatMinute(created_at),
          operation.padEnd(17),
          `${width}x${height}`.padEnd(11),
          // URLs of the built-in server stop working when this command ends.
          embedded ? photo_id : url,
        ],
      },
      context,
    ),
  )

/** `platelight images conversions`. */
export const listConversions = (flags: ListFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client, embedded }) =>
    showList(
      (params) => client.me.conversions(params),
      flags,
      {
        noun: 'conversions',
        empty: 'No picture was fitted to a platform yet. platelight export-platform does that.',
        row: ({ id, platform, width, height, format, created_at, result_url }) => [
          formatMinute(created_at),
          platform.padEnd(20),
          `${width}x${height}`.padEnd(11),
          format.padEnd(5),
          embedded ? id : result_url,
        ],
      },
      context,
    ),
  )

/** `platelight images delete`. */
export async function deleteImages(ids: readonly number[], context: Context): Promise<ExitCode> {
  const question = `Delete ${counted(ids.length, 'picture')} with their photos and free the storage? This cannot be undone.`
  await requireConfirmation(question, 'Nothing was deleted.', context)
  return withConnection(context, ({ client }) => forEachId(ids, 'deleted', (id) => client.me.deleteImage(id), context))
}

export interface ListJobsFlags extends ListFlags {
  readonly status?: (typeof JOB_STATES)[number]
}

/** `platelight jobs list`. */
export const listJobs = ({ status, ...flags }: ListJobsFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client }) =>
    showList(
      (params) => client.me.jobs({ ...params, ...(status && { status }) }),
      flags,
      {
        noun: 'jobs',
        empty: 'No jobs yet.',
        row: ({ run_id, created_at, job_type, status, progress, error }) => [
          run_id,
          formatMinute(created_at),
          job_type.padEnd(17),
          status.padEnd(10),
          error
            ? `${error.message} (${error.code})`
            : status === 'processing' && progress
              ? `${progress.percent} %`
              : '',
        ],
      },
      context,
    ),
  )
