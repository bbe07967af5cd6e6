import { basename, extname, resolve } from 'node:path'
import type { ReelParams } from '@platelight/sdk'
import { freeTargets } from '@platelight/sdk/folder-engine'
import { checkWritable } from '@platelight/sdk/node'
import { toCliWording } from '../../base/client-wording.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { openFile } from '../../base/open-file.ts'
import { formatMinute } from '../../base/text-layout.ts'
import { wordsInFlags } from '../../base/words-in-flags.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { shortPath } from '../../reporting/run-wording.ts'
import { type ListFlags, showList } from '../show-list.ts'

export interface ReelFlags extends Pick<ReelParams, 'motion' | 'aspect' | 'headline' | 'offer'> {
  readonly name?: string
  readonly logo?: string
  readonly details?: string
  readonly duration?: number
  readonly output?: string
  readonly open?: boolean
  readonly maxCredits?: number
}

/** `platelight reel`: makes a film of one photo and saves it. A file that exists is only replaced where it is named. */
export async function makeReel(
  photo: string,
  { details, duration, name, logo, output, open, maxCredits, ...form }: ReelFlags,
  context: Context,
): Promise<ExitCode> {
  const { cwd } = context.environment
  const usual = resolve(cwd, `${basename(photo, extname(photo))}-reel.mp4`)
  const [free] = freeTargets([{ kind: 'file', path: usual } as const])
  const path = output === undefined ? (free?.path ?? usual) : resolve(cwd, output)
  await checkWritable([resolve(path, '..')])
  return withConnection(context, async ({ client }) => {
    const image = { path: resolve(cwd, photo) }
    const words = {
      ...(details !== undefined && { motion_details: details }),
      ...(name !== undefined && { business_name: name }),
      ...(logo !== undefined && { logo_image: { path: resolve(cwd, logo) } }),
    }
    const length = { ...(duration !== undefined && { duration: String(duration) as '5' }) }
    const options = maxCredits === undefined ? {} : { maxCredits }
    const job = await client.reels.create({ image, ...form, ...words, ...length }, options)
    context.note(`Making a reel of ${basename(photo)} (job ${job.id}) …`)
    const made = await job.wait()
    await client.images.download(made.video_url, path)
    for (const { message } of made.warnings) context.note(`${basename(photo)}: ${toCliWording(message)}`)
    context.show({ ...made, path }, () => shortPath(path, cwd))
    if (open && !(await openFile(path))) context.note(`No program could be started to open ${shortPath(path, cwd)}.`)
    return EXIT.ok
  }).catch((error: unknown) => {
    if (error instanceof Error) error.message = wordsInFlags(error.message)
    throw error
  })
}

/** `platelight images videos`. */
export const listVideos = (flags: ListFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client, embedded }) =>
    showList(
      (params) => client.me.videos(params),
      flags,
      {
        noun: 'videos',
        empty: 'No reels yet. platelight reel makes one.',
        row: ({ id, run_id, motion, width, height, duration_seconds, created_at, video_url }) => [
          String(id).padEnd(6),
          formatMinute(created_at),
          motion.padEnd(10),
          `${width}x${height}`.padEnd(11),
          `${duration_seconds} s`.padEnd(5),
          embedded ? run_id : video_url,
        ],
      },
      context,
    ),
  )
