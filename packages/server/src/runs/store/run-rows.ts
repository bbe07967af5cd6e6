import type { Insertable, Selectable, SelectQueryBuilder } from 'kysely'
import type { Warning } from '../../base/warning-codes.ts'
import type { Database } from '../../database/database-schema.ts'
import type { Db } from '../../database/open-database.ts'
import type { Lane, RunImagesTable, RunsTable } from '../../database/schema/run-tables.ts'
import type { Channel, Progress, Run, RunImage, StoredProgress } from '../run.ts'

/** A run as it is accepted. */
export interface NewRun {
  readonly id: string
  readonly accountId: string
  readonly operation: string
  readonly channel: Channel
  readonly params: unknown
  readonly credits: number
  readonly priority: number
  readonly lane?: Lane
  readonly seconds?: number
  readonly requestKey: string | null
  readonly photoMonth: string | null
  readonly warnings?: readonly Warning[]
  /** For an item: its batch, and its position there. */
  readonly item?: { readonly parentId: string; readonly place: number }
  /** For a batch: its number of items. */
  readonly items?: number
  /** The span that it belongs under. */
  readonly traceparent?: string | undefined
  readonly at: string
}

type Chosen = SelectQueryBuilder<Database, 'runs', Selectable<RunsTable>>
type Joined = Selectable<RunsTable> & { [Name in keyof RunImagesTable]: RunImagesTable[Name] | null }

/**
 * Reads the chosen runs with their pictures, newest first.
 *
 * It is one statement, so that no deletion comes between a run and its pictures: a finished run always has them.
 *
 * @param newest the column by which one run is newer than another
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

/** The picture of a joined row. A run without pictures has one row, in which these columns are null. */
function toImage({ role, name, blob, mime, width, height, bytes }: Joined): RunImage | undefined {
  if (role === null || name === null || blob === null || mime === null) return undefined
  return { role, name, blob, mime, width: width ?? 0, height: height ?? 0, bytes: bytes ?? 0 }
}

/** Rows and runs have different names for one field: the channel of a run is the column `door`. */
export const toRow = (run: NewRun): Insertable<RunsTable> => ({
  id: run.id,
  account_id: run.accountId,
  operation: run.operation,
  door: run.channel,
  params: JSON.stringify(run.params),
  warnings: run.warnings?.length ? JSON.stringify(run.warnings) : null,
  state: 'queued',
  credits: run.credits,
  attempts: 0,
  priority: run.priority,
  lane: run.lane ?? 'threads',
  seconds: Math.max(1, Math.ceil(run.seconds ?? 1)),
  lease_owner: null,
  lease_until: null,
  run_at: run.at,
  progress: null,
  outcome: null,
  error_code: null,
  error_message: null,
  request_key: run.requestKey,
  photo_month: run.photoMonth,
  parent_id: run.item?.parentId ?? null,
  place: run.item?.place ?? null,
  items: run.items ?? null,
  provider_task: null,
  provider_micros: null,
  traceparent: run.traceparent ?? null,
  created_at: run.at,
  started_at: null,
  left_at: null,
  finished_at: null,
  deleted_at: null,
})

export function toRun(row: Selectable<RunsTable>, images: readonly RunImage[]): Run {
  const stored: StoredProgress | null = row.progress === null ? null : JSON.parse(row.progress)
  // Rows of an earlier release have no time.
  const { at: progressAt = null, ...progress } = stored ?? {}
  return {
    id: row.id,
    serial: row.serial,
    accountId: row.account_id,
    operation: row.operation,
    channel: row.door as Channel,
    params: JSON.parse(row.params),
    warnings: row.warnings === null ? [] : JSON.parse(row.warnings),
    state: row.state,
    credits: row.credits,
    attempts: row.attempts,
    lane: row.lane,
    progress: stored && (progress as Progress),
    progressAt,
    outcome: row.outcome === null ? null : JSON.parse(row.outcome),
    errorCode: row.error_code,
    errorMessage: row.error_message,
    photoMonth: row.photo_month,
    parentId: row.parent_id,
    place: row.place,
    items: row.items,
    providerTask: row.provider_task,
    traceparent: row.traceparent,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    originals: images.filter(({ role }) => role === 'original'),
    outputs: images.filter(({ role }) => role === 'output'),
  }
}
