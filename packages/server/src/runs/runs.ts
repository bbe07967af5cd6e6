import type { Account } from '../account.ts'
import { garbageRepository } from '../blobs/garbage.ts'
import type { Ledger } from '../credits/ledger.ts'
import type { Db, OpenDatabase } from '../database/open.ts'
import { errorFromRow, notFound, ServiceError } from '../errors.ts'
import type { Events } from '../events/events.ts'
import type { Ids } from '../ids.ts'
import type { Operation } from '../operations/define.ts'
import { type PageWish, pageOf } from '../pages.ts'
import type { Clock } from '../ports.ts'
import type { Queue } from '../queue/queue.ts'
import { runRepository } from './repository.ts'
import { type Door, isFinished, type Run } from './run.ts'

export interface Asked {
  readonly account: Account
  readonly door: Door
  /** Repeats under the same key get the same run, also after a crash. */
  readonly requestKey: string | undefined
  /** Refuse instead of paying more. */
  readonly maxCredits: number | undefined
}

export interface Dependencies {
  readonly database: OpenDatabase
  readonly ledger: Ledger
  readonly events: Events
  readonly queue: Queue
  readonly ids: Ids
  readonly clock: Clock
  readonly check: (address: string) => void
  /** Runs that may wait before new ones are turned away. */
  readonly maxQueued: number
}

const DAY_MS = 86_400_000

export type Runs = ReturnType<typeof createRuns>

/** Accepts work and tells about it. Performing it is the dispatcher's business. */
export function createRuns(deps: Dependencies) {
  const { database, ledger, events, queue, ids, clock, maxQueued } = deps
  const { db } = database

  /** Records a run and holds its price, or does neither. */
  const start = async <Params>(operation: Operation<Params>, params: Params, asked: Asked): Promise<string> => {
    for (const address of operation.sources(params)) deps.check(address)
    const credits = operation.credits(params)
    if (asked.maxCredits !== undefined && credits > asked.maxCredits) throw overBudget(credits, asked.maxCredits)

    const now = clock.now()
    const id = await db.transaction().execute(async (tx) => {
      const runs = runRepository(tx)
      if (asked.requestKey !== undefined) {
        const since = new Date(now.getTime() - DAY_MS).toISOString()
        const known = await runs.byRequestKey(asked.account.id, asked.requestKey, since)
        if (known !== undefined) return known
      }
      if ((await runs.depth()).queued >= maxQueued) throw overloaded()

      const runId = ids.next('run')
      const photoMonth = await ledger.hold(tx, {
        account: asked.account,
        runId,
        credits,
        countsPhoto: asked.door === 'v1' && operation.photoEvents,
      })
      await runs.insert({
        id: runId,
        accountId: asked.account.id,
        operation: operation.name,
        door: asked.door,
        params,
        credits,
        priority: 0,
        requestKey: asked.requestKey ?? null,
        photoMonth,
        at: now.toISOString(),
      })
      return runId
    })
    queue.push(id)
    return id
  }

  const revoke = async (id: string): Promise<boolean> => {
    const run = await runRepository(db).get(id)
    if (!run || isFinished(run)) return false
    const revoked = await db.transaction().execute(async (tx) => {
      const at = clock.now().toISOString()
      const settled = await runRepository(tx).settle(id, { state: 'revoked', at, errorMessage: 'It was revoked.' })
      if (settled)
        await ledger.release(tx, {
          accountId: run.accountId,
          runId: id,
          credits: run.credits,
          photoMonth: run.photoMonth,
        })
      return settled
    })
    if (revoked) queue.settled(id)
    return revoked
  }

  /** The run, when it is this account's. @throws ServiceError `not_found` */
  const get = async (accountId: string, id: string, what = 'photo'): Promise<Run> => {
    const run = await runRepository(db).get(id)
    if (!run || run.accountId !== accountId || run.state === 'revoked') throw notFound(what)
    return run
  }

  return {
    start,
    revoke,
    get,

    /**
     * Starts a run and waits for its end.
     *
     * A caller without a key who hangs up before the work starts revokes it; afterwards, or with a key, it finishes
     * into the history. Waiting longer than the operation's deadline is answered 503; with a key the same call picks
     * the result up later.
     *
     * @throws ServiceError whatever refused or failed the run.
     */
    async finish<Params>(
      operation: Operation<Params>,
      params: Params,
      asked: Asked,
      signal: AbortSignal,
    ): Promise<Run> {
      const id = await start(operation, params, asked)
      const ended = await queue.wait(id, { signal, timeoutMs: operation.deadlineSeconds * 1000 })
      if (ended !== 'settled') {
        const run = await runRepository(db).get(id)
        const unstarted = run?.state === 'queued' && run.attempts === 0
        if (asked.requestKey === undefined && unstarted) await revoke(id)
        if (ended === 'timeout') throw tooSlow(operation.deadlineSeconds)
        throw new ServiceError('overloaded', 'The caller hung up.')
      }
      const run = await runRepository(db).get(id)
      if (run?.state === 'succeeded') return run
      if (run?.state === 'failed') throw errorFromRow(run.errorCode, run.errorMessage)
      throw new ServiceError('revoked', 'It was deleted or revoked while it was being made. Nothing was charged.')
    },

    /** One page of an account's runs of these operations, newest first. */
    list: (accountId: string, operations: readonly string[], wish: PageWish) =>
      pageOf(wish, (limit, before) => runRepository(db).list(accountId, operations, limit, before)),

    /** Deletes a photo with its files; one that is still being made is revoked first. @throws ServiceError `not_found` */
    async remove(accountId: string, id: string): Promise<{ id: string; deletedAt: string }> {
      await get(accountId, id)
      await revoke(id)
      const at = clock.now()
      const deletedAt = at.toISOString()
      await db.transaction().execute(async (tx: Db) => {
        const blobs = await runRepository(tx).remove(id, deletedAt)
        await garbageRepository(tx).discard(blobs, at)
        await events.append(tx, { accountId, type: 'photo.deleted', data: { photo: { id, deletedAt } } })
      })
      queue.swept()
      return { id, deletedAt }
    },
  }
}

const overBudget = (required: number, max: number) =>
  new ServiceError('over_budget', `This costs ${required} credits, more than the ${max} that X-Max-Credits allows.`, {
    required_credits: required,
    max_credits: max,
  })

const overloaded = () =>
  new ServiceError('overloaded', 'Too much work is waiting. Nothing was done or charged; try again in a moment.', {}, 5)

const tooSlow = (seconds: number) =>
  new ServiceError(
    'overloaded',
    `The work did not end within ${seconds} seconds. With an Idempotency-Key, the same request picks the result up.`,
    {},
    5,
  )
