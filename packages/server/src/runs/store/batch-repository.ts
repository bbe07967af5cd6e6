import { errorFromRow } from '../../base/service-error.ts'
import type { Db } from '../../database/open-database.ts'
import type { Progress, Run, StoredProgress } from '../run.ts'
import { runRepository } from './run-repository.ts'
import { readRuns } from './run-rows.ts'

/** How far a batch is: its items that have ended, of all. The percentage counts the work on the others too. */
export const batchProgress = (ended: number, items: number, percentOfOpen = 0): Progress => ({
  current: ended,
  total: items,
  percent: Math.floor((100 * ended + percentOfOpen) / items),
  status: `${ended} of ${items} done`,
})

/** Batches and their items. What changes an item and what changes its batch belong into one transaction, in this order. */
export const batchRepository = (db: Db) => {
  /** Says that an item is at work. Tells how many items there are; nothing where the batch has ended already. */
  const begin = async (parentId: string, at: string): Promise<number | undefined> => {
    const begun = await db
      .updateTable('runs')
      .set(({ fn, val }) => ({ state: 'running', started_at: fn.coalesce('started_at', val(at)) }))
      .where('id', '=', parentId)
      .where('state', 'in', ['queued', 'running'])
      .returning('items')
      .executeTakeFirst()
    return begun?.items ?? undefined
  }

  const countBy = async (parentId: string): Promise<{ open: number; succeeded: number }> => {
    const rows = await db
      .selectFrom('runs')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .where('parent_id', '=', parentId)
      .groupBy('state')
      .execute()
    const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
    return { open: of('queued') + of('running'), succeeded: of('succeeded') }
  }

  /** The percentages of the items that are at work, added up. */
  const percentOfOpen = async (parentId: string): Promise<number> => {
    const rows = await db
      .selectFrom('runs')
      .select('progress')
      .where('parent_id', '=', parentId)
      .where('state', '=', 'running')
      .where('progress', 'is not', null)
      .execute()
    return rows.reduce((sum, { progress }) => sum + (JSON.parse(progress ?? '{}') as StoredProgress).percent, 0)
  }

  const keepProgress = async (parentId: string, items: number, open: number, at: string): Promise<void> => {
    const now = batchProgress(items - open, items, await percentOfOpen(parentId))
    const progress = JSON.stringify({ ...now, at } satisfies StoredProgress)
    await db.updateTable('runs').set({ progress }).where('id', '=', parentId).execute()
  }

  const firstFailure = (parentId: string) =>
    db
      .selectFrom('runs')
      .select(['error_code', 'error_message', 'state'])
      .where('parent_id', '=', parentId)
      .orderBy('place')
      .limit(1)
      .executeTakeFirstOrThrow()

  return {
    begin,

    /** Notes that the work on an item went on. */
    async itemMoved(parentId: string, at: string): Promise<void> {
      // Writing comes first, as below: the items are counted while the batch is held.
      const items = await begin(parentId, at)
      if (items !== undefined) await keepProgress(parentId, items, (await countBy(parentId)).open, at)
    },

    /** Notes that an item has ended, and ends the batch with the last of them. Tells whether it was ended now. */
    async itemEnded(parentId: string, at: string): Promise<boolean> {
      // Writing comes first: of two last items that end at once, the second waits here and then sees the first.
      const items = await begin(parentId, at)
      if (items === undefined) return false
      const { open, succeeded } = await countBy(parentId)
      if (open > 0) {
        await keepProgress(parentId, items, open, at)
        return false
      }
      const runs = runRepository(db)
      if (succeeded > 0) return runs.settle(parentId, { state: 'succeeded', at })
      const first = await firstFailure(parentId)
      const { code, message } = errorFromRow(
        first.state === 'revoked' ? 'revoked' : first.error_code,
        first.error_message,
      )
      const errorMessage =
        items === 1 ? message : `None of the ${items} pictures could be made. The first one: ${message}`
      return runs.settle(parentId, { state: 'failed', at, errorCode: code, errorMessage })
    },

    /** The items in their order, those that were deleted since included. */
    async items(parentId: string): Promise<Run[]> {
      const runs = await readRuns(db, db.selectFrom('runs').selectAll().where('parent_id', '=', parentId))
      return runs.sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
    },

    /** Ids of the items that have not ended, in the order in which they were made. */
    async openItems(parentId: string): Promise<string[]> {
      const open = await db
        .selectFrom('runs')
        .select('id')
        .where('parent_id', '=', parentId)
        .where('state', 'in', ['queued', 'running'])
        .orderBy('serial')
        .execute()
      return open.map(({ id }) => id)
    },
  }
}
