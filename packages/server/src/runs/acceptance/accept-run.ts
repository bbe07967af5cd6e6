import { canonicalJson } from '../../base/canonical-json.ts'
import { DAY_MS } from '../../base/durations.ts'
import type { Engines } from '../../base/engine-capability.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { keyReused, ServiceError } from '../../base/service-error.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import type { CreditLedger } from '../../credits/credit-ledger.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, OpenDatabase } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { creditsOf, type Order, runOrdersOf } from '../../operations/define-operation.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { DurationEstimate } from '../execution/duration-estimate.ts'
import type { Sources } from '../execution/run-sources.ts'
import type { Run } from '../run.ts'
import { PRIORITY, type Priority } from '../run-priority.ts'
import { runHistoryRepository } from '../store/run-history-repository.ts'
import { runRepository } from '../store/run-repository.ts'
import type { WorkerRegistry } from '../store/worker-registry.ts'
import { createOrderInsertion } from './insert-order.ts'
import { createQueueAdmission } from './queue-admission.ts'
import { laneOf } from './run-lane.ts'
import type { RunRequest } from './run-request.ts'
import { createSourceAdmission } from './source-admission.ts'
import { createWorkerAdmission } from './worker-admission.ts'

export interface AcceptDependencies {
  readonly database: OpenDatabase
  readonly ledger: CreditLedger
  readonly queue: Queue
  readonly ids: Ids
  readonly clock: Clock
  readonly sources: Pick<Sources, 'check' | 'size' | 'stable'>
  readonly quota: Pick<StorageQuota, 'check' | 'usage'>
  /** Runs that may wait before new ones are refused; a batch counts as its items. */
  readonly maxQueued: number
  readonly workers: Pick<WorkerRegistry, 'abilities'>
  readonly durationEstimate: Pick<DurationEstimate, 'usual'>
  /** The engine of each capability. */
  readonly engines: Engines
}

/** Records an order and holds its price, or does neither. */
export function createAccept(deps: AcceptDependencies) {
  const { database, ledger, queue, clock, sources, quota, durationEstimate, engines } = deps
  const { db } = database
  const { admit, bytesToKeep } = createSourceAdmission({ db, sources, quota })
  const { refuseIfFull } = createQueueAdmission(deps)
  const { refuseIfUnable } = createWorkerAdmission(deps)
  const insertOrder = createOrderInsertion(deps)

  const oldestKey = (now: Date) => new Date(now.getTime() - DAY_MS).toISOString()

  /** Whether a run is for this order, with the same pictures. */
  const isSame = (run: Run, { operation, params }: Order, { channel }: RunRequest): boolean =>
    run.operation === operation.name &&
    run.channel === channel &&
    canonicalJson(run.params, sources.stable) === canonicalJson(params, sources.stable)

  /**
   * The run that this request started earlier under its Idempotency-Key. Holds by the lock on the account that the caller
   * took, and by the unique index on account and key.
   */
  const knownUnderKey = async (tx: Db, order: Order, request: RunRequest, now: Date): Promise<string | undefined> => {
    const { account, requestKey } = request
    if (requestKey === undefined) return undefined
    const since = oldestKey(now)
    const known = await runRepository(tx).findByRequestKey(account.id, requestKey, since)
    if (known && !isSame(known, order, request)) throw keyReused()
    if (!known) await runRepository(tx).forgetRequestKey(account.id, requestKey, since)
    return known?.id
  }

  /**
   * The run of the same request that its caller left, if it still goes on. From now on the key of this request finds it, too,
   * unless another key does. Holds by the lock on the account that the caller took; if the run ends now, its end is the reply.
   */
  const left = async (tx: Db, order: Order, request: RunRequest): Promise<string | undefined> => {
    const { account, requestKey } = request
    const runs = await runHistoryRepository(tx).left(account.id, order.operation.name)
    const same = runs.find((run) => isSame(run, order, request))
    if (same && requestKey !== undefined) await runRepository(tx).adoptKey(same.id, requestKey)
    return same?.id
  }

  /**
   * Refuses an order that the account has had once and may not have again, that costs more than the caller allows, that no worker
   * can do, or that the queue has no room for. Holds by the lock on the account that the caller took.
   */
  const refuse = async (tx: Db, order: Order, { account, maxCredits }: RunRequest): Promise<void> => {
    for (const { operation } of runOrdersOf(order)) {
      if (operation.onlyOnce && (await runHistoryRepository(tx).hasHad(account.id, operation.name))) {
        throw operation.onlyOnce()
      }
    }
    const credits = creditsOf(order)
    if (maxCredits !== undefined && credits > maxCredits) throw overBudget(credits, maxCredits)
    await refuseIfUnable(tx, order)
    await refuseIfFull(tx, account.id, order.items?.length ?? 1)
  }

  return {
    /**
     * Refuses an order that `accept` would refuse whatever its picture, and writes nothing. It is called before a picture
     * that came with the request is stored. An order that the same key has started already is not refused, and none that may
     * be the same as one whose caller left: that is known when its picture is stored.
     *
     * @throws ServiceError `preview_used`, `over_budget`, `insufficient_credits`, `engine_unavailable`, `overloaded`
     */
    async check(order: Order, request: RunRequest): Promise<void> {
      const { account, requestKey } = request
      await inTransaction(db, async (tx) => {
        await lock(tx, 'accounts', account.id)
        const since = oldestKey(clock.now())
        if (requestKey && (await runRepository(tx).findByRequestKey(account.id, requestKey, since))) return
        if ((await runHistoryRepository(tx).left(account.id, order.operation.name)).length > 0) return
        await refuse(tx, order, request)
        await ledger.requireBalance(tx, account.id, creditsOf(order))
      })
    },

    /**
     * Returns the id of the run: a new one, the one that the same request started under the same key, or, for a caller who waits, the
     * one that the same request started and left. All reads on which the decision depends hold by a lock on the account.
     *
     * @param priority of an order that is not a batch; items of a batch have the lowest one
     * @throws ServiceError `image_url_invalid` and other known problems of the sources, `preview_used`, `over_budget`, `bad_request` for a
     * batch larger than the queue, `insufficient_credits`, `monthly_limit`, `engine_unavailable`, `overloaded`,
     * `storage_quota`; InvalidRequest for a key that another request used
     */
    async accept(order: Order, request: RunRequest, priority: Priority = PRIORITY.job): Promise<string> {
      const accountId = request.account.id
      await admit(order, accountId)
      const bytes = await bytesToKeep(order, accountId)
      const each = runOrdersOf(order).map(async (one) => ({
        lane: laneOf(one, engines),
        seconds: await durationEstimate.usual(one),
      }))
      const loads = await Promise.all(each)
      const now = clock.now()
      const id = await inTransaction(db, async (tx) => {
        await lock(tx, 'accounts', accountId)
        const known =
          (await knownUnderKey(tx, order, request, now)) ??
          (priority === PRIORITY.waiting ? await left(tx, order, request) : undefined)
        // It is paid for already, whatever this repeat allows.
        if (known !== undefined) return known
        if (bytes > 0) await quota.check(tx, accountId, bytes)
        await refuse(tx, order, request)
        return insertOrder(tx, order, request, { at: now.toISOString(), priority, loads })
      })
      queue.push(id)
      return id
    },
  }
}

const overBudget = (required: number, max: number) =>
  new ServiceError(
    'over_budget',
    `This costs ${required} ${required === 1 ? 'credit' : 'credits'}, more than the ${max} that X-Max-Credits allows.`,
    { required_credits: required, max_credits: max },
  )
