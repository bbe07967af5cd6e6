import type { Dirent } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { PLANS, type Plan } from '../../base/account-plan.ts'
import { DataFolderError } from '../../base/data-folder-error.ts'
import { DAY_MS } from '../../base/durations.ts'
import { cutoffsOf, type KeptDays } from '../../base/plans/retention-settings.ts'
import type { Core } from '../open-core.ts'
import { storageReportRepository } from './storage-report-repository.ts'

export type StorageReport = Awaited<ReturnType<typeof reportStorage>>

const LARGEST = 10
const WEEKS = 4
const WEEK_MS = 7 * DAY_MS

/** Pictures on the disk are summed up from the rows that name them, which is faster than asking the disk. */
const PICTURES_FOLDER = 'blobs'

/**
 * What takes the room, and how long the rest will last.
 *
 * @param backups A folder of backups.
 * @throws DataFolderError when that cannot be read
 */
export async function reportStorage({ config, database, clock }: Core, backups?: string) {
  const { db, dialect } = database
  const { retention, dataFolder, minFreeBytes } = config
  const report = storageReportRepository(db)
  const now = clock.now()

  const dueBy = async (time: Date) => {
    const sum = { photos: 0, originals: 0, bytes: 0 }
    const photosBefore = beforeOf(retention.results, time)
    const originalsBefore = beforeOf(retention.originals, time)
    for (const plan of PLANS) {
      const photos = await report.due('results', plan, { from: '', before: photosBefore.get(plan) ?? '' })
      const rest = { from: photosBefore.get(plan) ?? '', before: originalsBefore.get(plan) ?? '' }
      const originals = await report.due('originals', plan, rest)
      sum.photos += photos.photos
      sum.originals += originals.photos
      sum.bytes += photos.bytes + originals.bytes
    }
    return sum
  }

  const [plans, due, dueInWeek] = [
    await report.byPlan(),
    await dueBy(now),
    await dueBy(new Date(now.getTime() + WEEK_MS)),
  ]
  const total = { originals: 0, uploads: 0, results: 0, thumbnails: 0 }
  for (const plan of plans) for (const kind of Object.keys(total) as (keyof typeof total)[]) total[kind] += plan[kind]
  const pictures = { ...total, others: await report.others() }

  const addedAWeek = (await report.addedSince(new Date(now.getTime() - WEEKS * WEEK_MS).toISOString())) / WEEKS
  const deletedAWeek = dueInWeek.bytes - due.bytes
  const growth = addedAWeek - deletedAWeek
  const { bavail, bsize } = await statfs(dataFolder)
  const free = bavail * bsize
  // Pictures in S3 leave the disk as it is.
  const weeks = config.s3 === undefined && growth > 0 ? Math.max(0, (free - minFreeBytes) / growth) : null

  return {
    pictures: { store: config.s3 === undefined ? ('folder' as const) : ('s3' as const), ...pictures },
    database: { bytes: await dialect.bytes(db), logs: await report.logs() },
    folder: { path: dataFolder, free_bytes: free, other_bytes: await otherFiles(dataFolder) },
    backups: backups === undefined ? null : { path: backups, bytes: await folderBytes(backups) },
    plans,
    largest: await report.largest(LARGEST),
    due: { photos: due.photos, originals: due.originals, bytes: due.bytes },
    forecast: {
      added_bytes_a_week: Math.round(addedAWeek),
      deleted_bytes_a_week: Math.round(deletedAWeek),
      full_in_weeks: weeks === null ? null : Math.floor(weeks),
    },
  }
}

/** The time before which the things of a plan are over; none for a plan that keeps them. */
const beforeOf = (kept: KeptDays, time: Date): ReadonlyMap<Plan, string> =>
  new Map(cutoffsOf(kept, time).flatMap(({ plans, before }) => plans.map((plan) => [plan, before] as const)))

/** What is in the data folder beside its pictures and its database, by the name of the file or folder. */
async function otherFiles(dataFolder: string): Promise<Record<string, number>> {
  const found: [string, number][] = []
  for (const entry of await readdir(dataFolder, { withFileTypes: true }))
    if (entry.name !== PICTURES_FOLDER && !entry.name.startsWith('platelight.db'))
      found.push([entry.name, await bytesOf(dataFolder, entry)])
  return Object.fromEntries(found.filter(([, bytes]) => bytes > 0).sort(([, one], [, other]) => other - one))
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: Error) => {
    throw new DataFolderError(`${folder} cannot be read: ${error.message}`)
  })
  let sum = 0
  for (const entry of entries) sum += await bytesOf(folder, entry)
  return sum
}

/** A file that a running server has removed meanwhile counts nothing. */
const bytesOf = async (folder: string, entry: Dirent): Promise<number> =>
  entry.isDirectory()
    ? folderBytes(join(folder, entry.name)).catch(() => 0)
    : entry.isFile()
      ? stat(join(folder, entry.name)).then(
          ({ size }) => size,
          () => 0,
        )
      : 0
