import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../database/open.ts'
import type { RunImagesTable, RunsTable } from '../database/schema.ts'
import type { Door, Run, RunImage } from './run.ts'
import { MAX_ATTEMPTS } from './run.ts'

export interface NewRun {
  readonly id: string
  readonly accountId: string
  readonly operation: string
  readonly door: Door
  readonly params: unknown
  readonly credits: number
  readonly priority: number
  readonly requestKey: string | null
  readonly photoMonth: string | null
  readonly at: string
}

export interface Settlement {
  readonly state: 'succeeded' | 'failed' | 'revoked'
  readonly at: string
  readonly outcome?: unknown
  readonly errorCode?: Run['errorCode']
  readonly errorMessage?: string
}

/** Rows of runs and of their pictures. */
export const runRepository = (db: Db) => ({
  async insert(run: NewRun): Promise<void> {
    await db
      .insertInto('runs')
      .values({
        id: run.id,
        account_id: run.accountId,
        operation: run.operation,
        door: run.door,
        params: JSON.stringify(run.params),
        state: 'queued',
        credits: run.credits,
        attempts: 0,
        priority: run.priority,
        lease_owner: null,
        lease_until: null,
        run_at: run.at,
        progress: null,
        outcome: null,
        error_code: null,
        error_message: null,
        request_key: run.requestKey,
        photo_month: run.photoMonth,
        created_at: run.at,
        started_at: null,
        finished_at: null,
        deleted_at: null,
      })
      .execute()
  },

  async get(id: string): Promise<Run | undefined> {
    const row = await db
      .selectFrom('runs')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    return toRun(
      row,
      await db.selectFrom('run_images').selectAll().where('run_id', '=', id).orderBy('position').execute(),
    )
  },

  /** The run that this key started since `since`; older uses of the key are forgotten. */
  async byRequestKey(accountId: string, key: string, since: string): Promise<string | undefined> {
    const mine = db
      .selectFrom('runs')
      .select(['id', 'created_at'])
      .where('account_id', '=', accountId)
      .where('request_key', '=', key)
    const row = await mine.executeTakeFirst()
    if (row && row.created_at < since) {
      await db.updateTable('runs').set({ request_key: null }).where('id', '=', row.id).execute()
      return undefined
    }
    return row?.id
  },

  /** Newest first, revoked and deleted ones left out. */
  async list(
    accountId: string,
    operations: readonly string[],
    limit: number,
    before: string | undefined,
  ): Promise<Run[]> {
    let query = db
      .selectFrom('runs')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('operation', 'in', [...operations])
      .where('state', '!=', 'revoked')
      .where('deleted_at', 'is', null)
    if (before !== undefined) query = query.where('id', '<', before)
    const rows = await query.orderBy('id', 'desc').limit(limit).execute()
    if (rows.length === 0) return []

    const ids = rows.map(({ id }) => id)
    const images = await db
      .selectFrom('run_images')
      .selectAll()
      .where('run_id', 'in', ids)
      .orderBy('position')
      .execute()
    const byRun = groupByRun(images)
    return rows.map((row) => toRun(row, byRun.get(row.id) ?? []))
  },

  /** Takes the most urgent run that is due: a queued one, or one whose holder's lease lapsed. */
  async claim(owner: string, at: string, leaseUntil: string): Promise<{ id: string; attempts: number } | undefined> {
    const due = db
      .selectFrom('runs')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('state', '=', 'queued').and('run_at', '<=', at),
          eb('state', '=', 'running').and('lease_until', '<', at),
        ]),
      )
      .orderBy('priority', 'desc')
      .orderBy('run_at')
      .orderBy('serial')
      .limit(1)
    return db
      .updateTable('runs')
      .set((eb) => ({
        state: 'running',
        attempts: eb('attempts', '+', 1),
        lease_owner: owner,
        lease_until: leaseUntil,
        started_at: eb.fn.coalesce('started_at', eb.val(at)),
      }))
      .where('id', 'in', due)
      .returning(['id', 'attempts'])
      .executeTakeFirst()
  },

  async extendLeases(owner: string, ids: readonly string[], until: string): Promise<void> {
    if (ids.length === 0) return
    await db
      .updateTable('runs')
      .set({ lease_until: until })
      .where('id', 'in', [...ids])
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running')
      .execute()
  },

  /** Lets somebody else take a run at `at`; the attempt that was not finished does not count when `undo`. */
  async handBack(id: string, owner: string, at: string, undo: boolean): Promise<void> {
    const back: Updateable<RunsTable> = { state: 'queued', lease_owner: null, lease_until: null, run_at: at }
    await db
      .updateTable('runs')
      .set((eb) => ({ ...back, attempts: undo ? eb('attempts', '-', 1) : eb.ref('attempts') }))
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running')
      .execute()
  },

  /** Runs that other owners left running; only true where one process has the database to itself. */
  async orphanAll(exceptOwner: string, at: string): Promise<number> {
    const result = await db
      .updateTable('runs')
      .set({ lease_until: at })
      .where('state', '=', 'running')
      .where((eb) => eb.or([eb('lease_owner', '!=', exceptOwner), eb('lease_owner', 'is', null)]))
      .executeTakeFirst()
    return Number(result.numUpdatedRows)
  },

  /** Whether this owner still works on it. */
  async isHeld(id: string, owner: string): Promise<boolean> {
    const held = db.selectFrom('runs').select('id').where('id', '=', id).where('state', '=', 'running')
    return (await held.where('lease_owner', '=', owner).executeTakeFirst()) !== undefined
  },

  /**
   * Ends a run that has not ended. With `owner`, only while that owner still has it: a worker that lost its lease
   * cannot settle what another took over. Tells whether it was ended now.
   */
  async settle(id: string, settlement: Settlement, owner?: string): Promise<boolean> {
    let query = db
      .updateTable('runs')
      .set({
        state: settlement.state,
        finished_at: settlement.at,
        lease_owner: null,
        lease_until: null,
        progress: null,
        outcome: settlement.outcome === undefined ? null : JSON.stringify(settlement.outcome),
        error_code: settlement.errorCode ?? null,
        error_message: settlement.errorMessage ?? null,
        ...(settlement.state === 'succeeded' ? {} : { request_key: null }),
      })
      .where('id', '=', id)
    query =
      owner === undefined
        ? query.where('state', 'in', ['queued', 'running'])
        : query.where('state', '=', 'running').where('lease_owner', '=', owner)
    return (await query.returning('id').executeTakeFirst()) !== undefined
  },

  async addImages(runId: string, images: readonly RunImage[]): Promise<void> {
    if (images.length === 0) return
    await db
      .insertInto('run_images')
      .values(images.map((image, position) => ({ run_id: runId, position, ...image })))
      .onConflict((conflict) => conflict.columns(['run_id', 'role', 'name']).doNothing())
      .execute()
  },

  /** Hides a run and forgets its pictures; the row stays for the books. Returns the blobs nobody names any more. */
  async remove(id: string, at: string): Promise<string[]> {
    await db.updateTable('runs').set({ deleted_at: at, request_key: null }).where('id', '=', id).execute()
    const gone = await db.deleteFrom('run_images').where('run_id', '=', id).returning('blob').execute()
    return gone.map(({ blob }) => blob)
  },

  /** How much is waiting and being worked on. */
  async depth(): Promise<{ queued: number; running: number }> {
    const rows = await db
      .selectFrom('runs')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .where('state', 'in', ['queued', 'running'])
      .groupBy('state')
      .execute()
    const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
    return { queued: of('queued'), running: of('running') }
  },

  /** Finds a stored picture of an account by its blob. */
  async image(accountId: string, blob: string): Promise<{ blob: string } | undefined> {
    return db
      .selectFrom('run_images')
      .innerJoin('runs', 'runs.id', 'run_images.run_id')
      .select('run_images.blob')
      .where('run_images.blob', '=', blob)
      .where('runs.account_id', '=', accountId)
      .executeTakeFirst()
  },
})

/** Attempts are counted by the claim; one more than allowed means that the last one died too. */
export const isExhausted = (attempts: number): boolean => attempts > MAX_ATTEMPTS

const groupByRun = (images: readonly Selectable<RunImagesTable>[]) => {
  const groups = new Map<string, Selectable<RunImagesTable>[]>()
  for (const image of images) groups.set(image.run_id, [...(groups.get(image.run_id) ?? []), image])
  return groups
}

function toRun(row: Selectable<RunsTable>, images: readonly Selectable<RunImagesTable>[]): Run {
  const pictures = images.map(({ role, name, blob, mime, width, height, bytes }) => ({
    role,
    name,
    blob,
    mime,
    width,
    height,
    bytes,
  }))
  return {
    id: row.id,
    serial: row.serial,
    accountId: row.account_id,
    operation: row.operation,
    door: row.door as Door,
    params: JSON.parse(row.params),
    state: row.state,
    credits: row.credits,
    attempts: row.attempts,
    progress: row.progress === null ? null : JSON.parse(row.progress),
    outcome: row.outcome === null ? null : JSON.parse(row.outcome),
    errorCode: row.error_code,
    errorMessage: row.error_message,
    photoMonth: row.photo_month,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    originals: pictures.filter(({ role }) => role === 'original'),
    outputs: pictures.filter(({ role }) => role === 'output'),
  }
}
