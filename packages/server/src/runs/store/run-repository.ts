import type { Db } from '../../database/open-database.ts'
import type { Channel, Run } from '../run.ts'
import { CLAIMED_PRIORITIES, PRIORITY } from '../run-priority.ts'
import { readRuns } from './run-rows.ts'

export interface NewRun {
  readonly id: string
  readonly accountId: string
  readonly operation: string
  readonly channel: Channel
  readonly params: unknown
  readonly credits: number
  readonly priority: number
  readonly requestKey: string | null
  readonly photoMonth: string | null
  /** Of an item: its batch, and its place there. */
  readonly item?: { readonly parentId: string; readonly place: number }
  /** Of a batch: how many items it has. */
  readonly items?: number
  readonly at: string
}

export interface RunEnd {
  readonly state: 'succeeded' | 'failed' | 'revoked'
  readonly at: string
  readonly outcome?: unknown
  readonly errorCode?: Run['errorCode']
  readonly errorMessage?: string
}

/** Runs from their first row to their last state. */
export const runRepository = (db: Db) => ({
  async insert(run: NewRun): Promise<void> {
    await db
      .insertInto('runs')
      .values({
        id: run.id,
        account_id: run.accountId,
        operation: run.operation,
        door: run.channel,
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
        parent_id: run.item?.parentId ?? null,
        place: run.item?.place ?? null,
        items: run.items ?? null,
        provider_task: null,
        created_at: run.at,
        started_at: null,
        finished_at: null,
        deleted_at: null,
      })
      .execute()
  },

  async get(id: string): Promise<Run | undefined> {
    const one = db.selectFrom('runs').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
    return (await readRuns(db, one))[0]
  },

  /** The run that this key started since `since`; older uses of the key are forgotten. */
  async byRequestKey(accountId: string, key: string, since: string): Promise<Run | undefined> {
    const mine = db
      .selectFrom('runs')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('request_key', '=', key)
      .where('deleted_at', 'is', null)
    const [run] = await readRuns(db, mine)
    if (run && run.createdAt < since) {
      await db.updateTable('runs').set({ request_key: null }).where('id', '=', run.id).execute()
      return undefined
    }
    return run
  },

  /**
   * Ends a run that has not ended. With `owner`, only while that owner still has it: a worker that lost its lease
   * cannot settle what another took over. Tells whether it was ended now.
   */
  async settle(id: string, settlement: RunEnd, owner?: string): Promise<boolean> {
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

  /** Hides a run for good; the row stays for the books. Tells whether it was hidden now. */
  async hide(id: string, at: string): Promise<boolean> {
    const hidden = await db
      .updateTable('runs')
      .set({ deleted_at: at, request_key: null })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return hidden !== undefined
  },

  /** How much of an account's is waiting; of a batch, its items. */
  async waitingOf(accountId: string): Promise<number> {
    const { count } = await db
      .selectFrom('runs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'queued')
      // Each named, so that an index leads to the account.
      .where('priority', 'in', [...CLAIMED_PRIORITIES])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** How much is waiting and being worked on; of a batch, its items. */
  async depth(): Promise<{ queued: number; running: number }> {
    const rows = await db
      .selectFrom('runs')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .where('state', 'in', ['queued', 'running'])
      .where('priority', '>=', PRIORITY.item)
      .groupBy('state')
      .execute()
    const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
    return { queued: of('queued'), running: of('running') }
  },
})
