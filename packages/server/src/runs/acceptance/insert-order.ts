import type { Ids } from '../../base/random-ids.ts'
import { currentSpan } from '../../base/running/correlation.ts'
import type { CreditLedger } from '../../credits/credit-ledger.ts'
import type { Db } from '../../database/open-database.ts'
import type { Lane } from '../../database/schema/run-tables.ts'
import { type BatchOrder, creditsOf, type Order, type RunOrder } from '../../operations/define-operation.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { PRIORITY, type Priority } from '../run-priority.ts'
import { runRepository } from '../store/run-repository.ts'
import type { RunRequest } from './run-request.ts'

/** What the scheduler knows of a run before its work. */
export interface RunLoad {
  readonly lane: Lane
  readonly seconds: number
}

interface Placement extends Partial<RunLoad> {
  readonly at: string
  readonly priority: Priority
  readonly item?: { readonly parentId: string; readonly place: number }
}

/** Writes the runs of an order and holds their credits, in the caller's transaction. */
export function createOrderInsertion({
  ledger,
  ids,
  queue,
}: {
  readonly ledger: CreditLedger
  readonly ids: Ids
  readonly queue: Pick<Queue, 'enqueue'>
}) {
  const insertOne = async (
    tx: Db,
    { operation, params, warnings = [] }: RunOrder,
    { account, channel, requestKey, warnings: ofRequest }: RunRequest,
    placement: Placement,
  ): Promise<string> => {
    const id = ids.next('run')
    const credits = operation.credits(params)
    const countsPhoto = channel === 'v1' && operation.photoEvents
    const photoMonth = await ledger.hold(tx, { account, runId: id, credits, countsPhoto })
    await runRepository(tx).insert({
      id,
      accountId: account.id,
      operation: operation.name,
      channel,
      params,
      credits,
      photoMonth,
      warnings: [...ofRequest, ...warnings],
      requestKey: placement.item ? null : (requestKey ?? null),
      traceparent: currentSpan()?.traceparent,
      ...placement,
    })
    return id
  }

  /** A batch holds no credits itself; each of its items holds its own. */
  const insertBatch = async (
    tx: Db,
    { operation, params, items }: BatchOrder,
    request: RunRequest,
    at: string,
    loads: readonly RunLoad[],
  ): Promise<string> => {
    const { account, channel, requestKey = null } = request
    const parentId = ids.next('run')
    await runRepository(tx).insert({
      id: parentId,
      accountId: account.id,
      operation: operation.name,
      channel,
      params,
      at,
      credits: 0,
      requestKey,
      traceparent: currentSpan()?.traceparent,
      photoMonth: null,
      items: items.length,
      priority: PRIORITY.batch,
    })
    for (const [place, item] of items.entries()) {
      await insertOne(tx, item, request, { ...loads[place], at, priority: PRIORITY.item, item: { parentId, place } })
    }
    const capabilities = items.map((item) => item.operation.capability)
    await queue.enqueue(tx, capabilities, { nobodyWaits: true })
    return parentId
  }

  /**
   * @param placement.priority of an order that is not a batch; items of a batch have the lowest one
   * @param placement.loads of the order, or of each item of a batch
   * @returns the id of the run
   * @throws ServiceError `insufficient_credits`, `monthly_limit`; the transaction must then be rolled back
   */
  return async (
    tx: Db,
    order: Order,
    request: RunRequest,
    { at, priority, loads }: { readonly at: string; readonly priority: Priority; readonly loads: readonly RunLoad[] },
  ): Promise<string> => {
    if (!order.items) {
      const id = await insertOne(tx, order, request, { ...loads[0], at, priority })
      await queue.enqueue(tx, [order.operation.capability], { nobodyWaits: priority < PRIORITY.waiting })
      return id
    }
    await ledger.requireBalance(tx, request.account.id, creditsOf(order))
    return insertBatch(tx, order, request, at, loads)
  }
}
