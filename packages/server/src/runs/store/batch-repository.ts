import { errorFromRow } from '../../base/service-error.ts'
import type { Db } from '../../database/open-database.ts'
import type { Progress, Run, StoredProgress } from '../run.ts'
import { runRepository } from './run-repository.ts'
import { readRuns } from './run-rows.ts'

/** The progress of a batch: how many of its items have ended. The percentage also counts the work on the others. */
export const batchProgress = (ended: number, items: number, percentOfOpen = 0): Progress => ({
  current: ended,
  total: items,
  percent: Math.floor((100 * ended + percentOfOpen) / items),
  status: `${ended} of ${items} done`,
})

/**
 * Batches and their items. The changes of an item and of its batch belong in one transaction, the item first. The batch is
 * written before its items are counted. So if the last two items end at once, the second waits for the row of the batch and
 * then sees the first.
 */
export const batchRepository = (db: Db) => {
  const runs = runRepository(db)

  const countItems = async (parentId: string): Promise<{ open: number; succeeded: number }> => {
    const rows = await db
      .selectFrom('runs')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .where('parent_id', '=', parentId)
      .groupBy('state')
      .execute()
    const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
    return { open: of('queued') + of('running'), succeeded: of('succeeded') }
  }

  /** The sum of the percentages of the items in progress. */
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

  const writeProgress = async (parentId: string, items: number, open: number, at: string): Promise<void> => {
    const progress = batchProgress(items - open, items, await percentOfOpen(parentId))
    await runs.setBatchProgress(parentId, { ...progress, at })
  }

  /** A batch without a successful item fails with the reason of its first one. */
  const failureOf = async (parentId: string, items: number) => {
    const first = await db
      .selectFrom('runs')
      .select(['error_code', 'error_message', 'state'])
      .where('parent_id', '=', parentId)
      .orderBy('place')
      .limit(1)
      .executeTakeFirstOrThrow()
    const code = first.state === 'revoked' ? 'revoked' : first.error_code
    const failure = errorFromRow(code, first.error_message)
    return {
      errorCode: failure.code,
      errorMessage:
        items === 1
          ? failure.message
          : `None of the ${items} pictures could be made. The first one: ${failure.message}`,
    }
  }

  return {
    /** Records progress of an item. Holds by the write to the batch, which comes first. */
    async itemProgressed(parentId: string, at: string): Promise<void> {
      const items = await runs.beginBatch(parentId, at)
      if (items !== undefined) await writeProgress(parentId, items, (await countItems(parentId)).open, at)
    },

    /**
     * Records that an item has ended. The last item also ends the batch. Holds by the write to the batch, which comes first.
     *
     * @returns whether this call ended the batch
     */
    async itemEnded(parentId: string, at: string): Promise<boolean> {
      const items = await runs.beginBatch(parentId, at)
      if (items === undefined) return false
      const { open, succeeded } = await countItems(parentId)
      if (open > 0) {
        await writeProgress(parentId, items, open, at)
        return false
      }
      if (succeeded > 0) return runs.settle(parentId, { state: 'succeeded', at })
      return runs.settle(parentId, { state: 'failed', at, ...(await failureOf(parentId, items)) })
    },

    /** The items in order, including those deleted since. */
    async items(parentId: string): Promise<Run[]> {
      const items = await readRuns(db, db.selectFrom('runs').selectAll().where('parent_id', '=', parentId))
      return items.sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
    },

    /** Ids of the items that have not ended, in the order of their creation. */
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
