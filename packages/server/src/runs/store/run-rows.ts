import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { Database, RunImagesTable, RunsTable } from '../../database/database-schema.ts'
import type { Db } from '../../database/open-database.ts'
import type { Channel, Progress, Run, RunImage, StoredProgress } from '../run.ts'

type Chosen = SelectQueryBuilder<Database, 'runs', Selectable<RunsTable>>
type Joined = Selectable<RunsTable> & { [Name in keyof RunImagesTable]: RunImagesTable[Name] | null }

/**
 * The chosen runs with their pictures, newest first.
 *
 * One statement, so that no deletion falls between a run and its pictures: a finished one always has them.
 *
 * @param newest The column by which one run is newer than another.
 */
export async function readRuns(
  db: Db,
  chosen: Chosen,
  newest: 'id' | 'serial' | 'finished_at' = 'serial',
): Promise<Run[]> {
  const rows: Joined[] = await db
    .selectFrom(chosen.as('chosen'))
    .leftJoin('run_images', 'run_images.run_id', 'chosen.id')
    .selectAll()
    .orderBy(`chosen.${newest}`, 'desc')
    .orderBy('chosen.serial', 'desc')
    .orderBy('run_images.position')
    .execute()

  const runs = new Map<string, { row: Joined; images: RunImage[] }>()
  for (const row of rows) {
    const run = runs.get(row.id) ?? { row, images: [] }
    runs.set(row.id, run)
    const image = toImage(row)
    if (image) run.images.push(image)
  }
  return [...runs.values()].map(({ row, images }) => toRun(row, images))
}

/** The picture of a joined row; a run without any has one row of nothing. */
function toImage({ role, name, blob, mime, width, height, bytes }: Joined): RunImage | undefined {
  if (role === null || name === null || blob === null || mime === null) return undefined
  return { role, name, blob, mime, width: width ?? 0, height: height ?? 0, bytes: bytes ?? 0 }
}

function toRun(row: Selectable<RunsTable>, images: readonly RunImage[]): Run {
  const told: StoredProgress | null = row.progress === null ? null : JSON.parse(row.progress)
  // Rows written by an earlier release do not say when.
  const { at: progressAt = null, ...progress } = told ?? {}
  return {
    id: row.id,
    serial: row.serial,
    accountId: row.account_id,
    operation: row.operation,
    channel: row.door as Channel,
    params: JSON.parse(row.params),
    state: row.state,
    credits: row.credits,
    attempts: row.attempts,
    progress: told && (progress as Progress),
    progressAt,
    outcome: row.outcome === null ? null : JSON.parse(row.outcome),
    errorCode: row.error_code,
    errorMessage: row.error_message,
    photoMonth: row.photo_month,
    parentId: row.parent_id,
    place: row.place,
    items: row.items,
    providerTask: row.provider_task,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    originals: images.filter(({ role }) => role === 'original'),
    outputs: images.filter(({ role }) => role === 'output'),
  }
}
