import type { Account } from '../../base/account-plan.ts'
import { canonicalJson } from '../../base/canonical-json.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { keyReused, ServiceError } from '../../base/service-error.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import type { UncheckedCall } from '../../contract/index.ts'
import type { CreditLedger } from '../../credits/credit-ledger.ts'
import type { Db, OpenDatabase } from '../../database/open-database.ts'
import { creditsOf, type Order } from '../../operations/define-operation.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { ofSource, type Sources } from '../execution/run-sources.ts'
import type { Channel, Run } from '../run.ts'
import { PRIORITY, type Priority } from '../run-priority.ts'
import { runRepository } from '../store/run-repository.ts'
import { createQueueAdmission } from './queue-admission.ts'

export interface RunRequest {
  readonly account: Account
  readonly channel: Channel
  /** Repeats under the same key get the same run, also after a crash. */
  readonly requestKey: string | undefined
  /** Refuse instead of paying more. */
  readonly maxCredits: number | undefined
}

/** What a call says about a run beside the work itself. */
export const runRequestOf = (
  { user, request }: Pick<UncheckedCall, 'user' | 'request'>,
  channel: Channel,
): RunRequest => ({
  account: user.account,
  channel,
  requestKey: request.idempotencyKey,
  maxCredits: request.maxCredits,
})

export interface AcceptDependencies {
  readonly database: OpenDatabase
  readonly ledger: CreditLedger
  readonly queue: Queue
  readonly ids: Ids
  readonly clock: Clock
  readonly sources: Pick<Sources, 'check' | 'size' | 'stable'>
  readonly quota: Pick<StorageQuota, 'check' | 'usage'>
  /** Runs that may wait before new ones are turned away; a batch is as many as it has items. */
  readonly maxQueued: number
}

const DAY_MS = 86_400_000

/** Records what was ordered and holds its price, or does neither. */
export function createAccept(deps: AcceptDependencies) {
  const { database, ledger, queue, ids, clock, sources, quota } = deps
  const room = createQueueAdmission(deps)

  /** Refuses sources that cannot be read or are not taken, as far as that is known without fetching any. */
  const admit = async ({ operation, params, items }: Order, accountId: string): Promise<void> => {
    // Of a batch only what cannot be an address at all: the rest is told of each item by itself.
    if (items) return items.forEach(checkItem)
    const addresses = operation.sources(params)
    for (const [index, address] of addresses.entries()) {
      try {
        sources.check(address)
      } catch (error) {
        throw ofSource(error, operation.sourceName?.(params, index))
      }
    }
    if (!operation.admit) return
    operation.admit(params, await Promise.all(addresses.map((address) => sources.size(address, accountId))))
  }

  /**
   * What the originals of an order will weigh, as far as that is known without fetching them; what has to be fetched has a
   * byte at least. Not asked for an account that may keep as much as it likes.
   */
  const bytesToKeep = async (order: Order, accountId: string): Promise<number> => {
    if ((await quota.usage(database.db, accountId)).limit === null) return 0
    const addresses = (order.items ?? [order]).flatMap(({ operation, params }) => operation.sources(params))
    const known = await Promise.all(addresses.map((address) => sources.size(address, accountId)))
    return known.reduce((sum, size) => sum + (size?.bytes ?? 1), 0)
  }

  const checkItem = ({ operation, params }: Order, index: number): void => {
    try {
      for (const address of operation.sources(params)) sources.check(address)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      throw new ServiceError(error.code, `image_urls[${index}]: ${error.message}`, error.fields)
    }
  }

  /** Whether a run is what is asked for now, with the same pictures. */
  const isSame = (run: Run, { operation, params }: Order, channel: Channel): boolean =>
    run.operation === operation.name &&
    run.channel === channel &&
    canonicalJson(run.params, sources.stable) === canonicalJson(params, sources.stable)

  const knownUnder = async (tx: Db, order: Order, { account, requestKey, channel }: RunRequest, now: Date) => {
    if (requestKey === undefined) return undefined
    const since = new Date(now.getTime() - DAY_MS).toISOString()
    const known = await runRepository(tx).byRequestKey(account.id, requestKey, since)
    if (known && !isSame(known, order, channel)) throw keyReused()
    return known?.id
  }

  const insertOne = async (
    tx: Db,
    { operation, params }: Order,
    { account, channel, requestKey }: RunRequest,
    rest: { readonly at: string; readonly priority: Priority; readonly item?: { parentId: string; place: number } },
  ): Promise<string> => {
    const id = ids.next('run')
    const credits = operation.credits(params)
    const countsPhoto = channel === 'v1' && operation.photoEvents
    const photoMonth = await ledger.hold(tx, { account, runId: id, credits, countsPhoto })
    await runRepository(tx).insert({
      ...{ id, accountId: account.id, operation: operation.name, channel, params, credits, photoMonth },
      requestKey: rest.item ? null : (requestKey ?? null),
      ...rest,
    })
    return id
  }

  const insertBatch = async (
    tx: Db,
    { operation, params }: Order,
    items: readonly Order[],
    asked: RunRequest,
    at: string,
  ): Promise<string> => {
    const parentId = ids.next('run')
    await runRepository(tx).insert({
      ...{ id: parentId, accountId: asked.account.id, operation: operation.name, channel: asked.channel, params, at },
      ...{ credits: 0, requestKey: asked.requestKey ?? null, photoMonth: null, items: items.length },
      priority: PRIORITY.batch,
    })
    for (const [place, item] of items.entries()) {
      await insertOne(tx, item, asked, { at, priority: PRIORITY.item, item: { parentId, place } })
    }
    return parentId
  }

  /** Refuses what is too dear for the caller, or more than may wait. */
  const refuse = async (tx: Db, order: Order, { account, maxCredits }: RunRequest): Promise<void> => {
    const credits = creditsOf(order)
    if (maxCredits !== undefined && credits > maxCredits) throw overBudget(credits, maxCredits)
    await room.refuseIfFull(tx, account.id, order.items?.length ?? 1)
  }

  return {
    /**
     * Refuses what `accept` would refuse whatever the picture, and writes nothing: asked before a picture that came with
     * the call is kept for it. What a key has started already is not refused.
     *
     * @throws ServiceError `over_budget`, `insufficient_credits`, `overloaded`
     */
    async check(order: Order, asked: RunRequest): Promise<void> {
      const { account, requestKey } = asked
      await database.db.transaction().execute(async (tx) => {
        const since = new Date(clock.now().getTime() - DAY_MS).toISOString()
        if (requestKey && (await runRepository(tx).byRequestKey(account.id, requestKey, since))) return
        await refuse(tx, order, asked)
        await ledger.requireBalance(tx, account.id, creditsOf(order))
      })
    },

    /**
     * Returns the id of the run: a new one, or the one that the same request started under the same key.
     *
     * @param priority of what is no batch; whose items are the least urgent
     * @throws ServiceError `image_url_invalid` and what else is known of the sources, `over_budget`, `bad_request` for a
     *   batch larger than the queue, `insufficient_credits`, `monthly_limit`, `overloaded`, `storage_quota`; InvalidRequest for a key that is another request's.
     */
    async accept(order: Order, asked: RunRequest, priority: Priority = PRIORITY.job): Promise<string> {
      await admit(order, asked.account.id)
      const bytes = await bytesToKeep(order, asked.account.id)
      const now = clock.now()
      const at = now.toISOString()
      const id = await database.db.transaction().execute(async (tx) => {
        const known = await knownUnder(tx, order, asked, now)
        // Paid for already, whatever this repeat allows.
        if (known !== undefined) return known
        if (bytes > 0) await quota.check(tx, asked.account.id, bytes)
        await refuse(tx, order, asked)
        if (!order.items) return insertOne(tx, order, asked, { at, priority: priority })
        await ledger.requireBalance(tx, asked.account.id, creditsOf(order))
        return insertBatch(tx, order, order.items, asked, at)
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
