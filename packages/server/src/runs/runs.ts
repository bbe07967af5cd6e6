import type { Account } from '../account.ts'
import { garbageRepository } from '../blobs/garbage.ts'
import { canonical } from '../canonical.ts'
import type { UncheckedCall } from '../contract/index.ts'
import type { Ledger } from '../credits/ledger.ts'
import type { Db, OpenDatabase } from '../database/open.ts'
import type { RunState } from '../database/schema.ts'
import { errorFromRow, keyReused, notFound, ServiceError } from '../errors.ts'
import type { Events } from '../events/events.ts'
import type { Ids } from '../ids.ts'
import type { Operation } from '../operations/define.ts'
import { type PageWish, pageOf } from '../pages.ts'
import type { Clock } from '../ports.ts'
import type { Queue } from '../queue/queue.ts'
import { historyRepository, pictureList, runList } from './history.ts'
import { imageRepository } from './images.ts'
import { runRepository } from './repository.ts'
import { type Door, isFinished, type Run } from './run.ts'
import type { Sources } from './sources.ts'

export interface Asked {
  readonly account: Account
  readonly door: Door
  /** Repeats under the same key get the same run, also after a crash. */
  readonly requestKey: string | undefined
  /** Refuse instead of paying more. */
  readonly maxCredits: number | undefined
}

/** What a call says about a run beside the work itself. */
export const askedBy = ({ user, request }: Pick<UncheckedCall, 'user' | 'request'>, door: Door): Asked => ({
  account: user.account,
  door,
  requestKey: request.idempotencyKey,
  maxCredits: request.maxCredits,
})

export interface Dependencies {
  readonly database: OpenDatabase
  readonly ledger: Ledger
  readonly events: Events
  readonly queue: Queue
  readonly ids: Ids
  readonly clock: Clock
  readonly sources: Pick<Sources, 'check' | 'size' | 'stable'>
  /** Runs that may wait before new ones are turned away. */
  readonly maxQueued: number
}

const DAY_MS = 86_400_000

export type Runs = ReturnType<typeof createRuns>

/** Accepts work and tells about it. Performing it is the dispatcher's business. */
export function createRuns(deps: Dependencies) {
  const { database, ledger, events, queue, ids, clock, sources, maxQueued } = deps
  const { db } = database

  /** Refuses sources that cannot be read or are not taken, as far as that is known without fetching any. */
  const admit = async <Params>(operation: Operation<Params>, params: Params, accountId: string): Promise<void> => {
    const addresses = operation.sources(params)
    for (const address of addresses) sources.check(address)
    if (!operation.admit) return
    operation.admit(params, await Promise.all(addresses.map((address) => sources.size(address, accountId))))
  }

  /** Whether a run is what is asked for now, with the same pictures. */
  const sameOrder = (run: Run, { name }: { name: string }, params: unknown, door: Door): boolean =>
    run.operation === name &&
    run.door === door &&
    canonical(run.params, sources.stable) === canonical(params, sources.stable)

  /** Records a run and holds its price, or does neither. */
  const start = async <Params>(operation: Operation<Params>, params: Params, asked: Asked): Promise<string> => {
    await admit(operation, params, asked.account.id)
    const credits = operation.credits(params)

    const now = clock.now()
    const id = await db.transaction().execute(async (tx) => {
      const runs = runRepository(tx)
      if (asked.requestKey !== undefined) {
        const since = new Date(now.getTime() - DAY_MS).toISOString()
        const known = await runs.byRequestKey(asked.account.id, asked.requestKey, since)
        if (known && !sameOrder(known, operation, params, asked.door)) throw keyReused()
        // Paid for already, whatever this repeat allows.
        if (known) return known.id
      }
      if (asked.maxCredits !== undefined && credits > asked.maxCredits) throw overBudget(credits, asked.maxCredits)
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

  /** Calls off what has not ended: its credits come back, what was read for it goes. Tells whether it was called off now. */
  const revoke = async (id: string): Promise<boolean> => {
    const run = await runRepository(db).get(id)
    if (!run || isFinished(run)) return false
    const revoked = await db.transaction().execute(async (tx) => {
      const now = clock.now()
      const end = { state: 'revoked', at: now.toISOString(), errorMessage: 'It was revoked.' } as const
      if (!(await runRepository(tx).settle(id, end))) return false
      const { accountId, credits, photoMonth } = run
      await ledger.release(tx, { accountId, runId: id, credits, photoMonth })
      await garbageRepository(tx).discard(await imageRepository(tx).forget(id), now)
      return true
    })
    if (revoked) {
      queue.settled(id)
      queue.swept()
    }
    return revoked
  }

  /** The run, when it is this account's. @throws ServiceError `not_found` */
  const get = async (accountId: string, id: string, what = 'photo'): Promise<Run> => {
    const run = await runRepository(db).get(id)
    if (!run || run.accountId !== accountId || run.state === 'revoked') throw notFound(what)
    return run
  }

  /**
   * Deletes a run with its files; one that is still being made is revoked first. Of several who delete it at once, one
   * does; the others find nothing. @throws ServiceError `not_found`
   */
  const remove = async (accountId: string, id: string, what = 'photo'): Promise<{ id: string; deletedAt: string }> => {
    await get(accountId, id, what)
    await revoke(id)
    const at = clock.now()
    const deletedAt = at.toISOString()
    await db.transaction().execute(async (tx: Db) => {
      if (!(await runRepository(tx).hide(id, deletedAt))) throw notFound(what)
      await garbageRepository(tx).discard(await imageRepository(tx).forget(id), at)
      await events.append(tx, { accountId, type: 'photo.deleted', data: { photo: { id, deletedAt } } })
    })
    queue.swept()
    return { id, deletedAt }
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
      throw run ? revoked() : deleted()
    },

    /** One page of an account's runs of these operations, newest first. */
    list: (accountId: string, operations: readonly string[], wish: PageWish) =>
      pageOf(wish, (limit, before) => historyRepository(db).photos(accountId, operations, limit, before)),

    /** One page of everything that was made or is being made for an account, newest first. */
    listMade: (accountId: string, wish: PageWish) =>
      pageOf(wish, (limit, before) => historyRepository(db).made(accountId, limit, before), runList),

    /** One page of an account's runs in some states, or in any, newest first; revoked ones too. */
    listJobs: (accountId: string, states: readonly RunState[] | undefined, wish: PageWish) =>
      pageOf(wish, (limit, before) => historyRepository(db).jobs(accountId, states, limit, before), runList),

    /** One page of an account's runs that made pictures, those that finished last first. */
    listPictures: (accountId: string, wish: PageWish) =>
      pageOf(wish, (limit, before) => historyRepository(db).pictures(accountId, limit, before), pictureList),

    remove,

    /** Deletes a finished run by its serial, as `remove` does. @throws ServiceError `not_found` */
    async removePicture(accountId: string, serial: number): Promise<{ id: string; deletedAt: string }> {
      const id = await historyRepository(db).picture(accountId, serial)
      if (id === undefined) throw notFound('picture')
      return remove(accountId, id, 'picture')
    },
  }
}

const revoked = () => new ServiceError('revoked', 'It was called off while it was being made. Nothing was charged.')

const deleted = () =>
  new ServiceError(
    'revoked',
    'It was deleted before it could be answered. If it was not finished, nothing was charged.',
  )

const overBudget = (required: number, max: number) =>
  new ServiceError(
    'over_budget',
    `This costs ${required} ${required === 1 ? 'credit' : 'credits'}, more than the ${max} that X-Max-Credits allows.`,
    { required_credits: required, max_credits: max },
  )

const overloaded = () =>
  new ServiceError('overloaded', 'Too much work is waiting. Nothing was done or charged; try again in a moment.', {}, 5)

const tooSlow = (seconds: number) =>
  new ServiceError(
    'overloaded',
    `The work did not end within ${seconds} seconds. With an Idempotency-Key, the same request picks the result up.`,
    {},
    5,
  )
