import { DAY_MS, HOUR_MS } from '../../base/durations.ts'
import type { Db } from '../../database/open-database.ts'
import { rowLease } from '../../database/row-lease.ts'
import { lock } from '../../database/transaction-lock.ts'
import { attemptRepository } from '../deliveries/attempt-repository.ts'
import { deliveryRepository } from '../deliveries/delivery-repository.ts'
import { nextAttemptAt } from '../deliveries/delivery-schedule.ts'
import { webhookHealthRepository } from '../endpoints/webhook-health-repository.ts'
import { type EndedAttempt, isSuccess } from './delivery-attempt.ts'

/** An endpoint that gets no more events. */
export interface DisabledEndpoint {
  readonly accountId: string
  readonly endpointId: string
}

const THREE_DAYS_MS = 3 * DAY_MS
/** While anything is due, attempts follow each other within this time, even at the end of the schedule. */
const PAUSE_MS = 2 * HOUR_MS

/**
 * Records the results of attempts, and their consequences for deliveries and endpoints. It must be called in a transaction,
 * with as many attempts as there are, because a transaction costs as much as several attempts in it.
 *
 * An endpoint is disabled when nothing has succeeded for three days of continuous attempts. Either a delivery has now run
 * out of attempts, or attempts went on for three days without a pause, as happens when more deliveries wait than can be
 * sent. So a single failure does not disable an endpoint after the server was off for a week or the clock jumped ahead.
 *
 * @returns the endpoints that this call disabled
 */
export async function recordOutcomes(
  tx: Db,
  owner: string,
  ended: readonly EndedAttempt[],
): Promise<DisabledEndpoint[]> {
  // Endpoints are locked before their deliveries, as everywhere, and always in the same order.
  for (const id of endpointsOf(ended).sort()) await lock(tx, 'webhook_endpoints', id)
  const kept: EndedAttempt[] = []
  const exhausted = new Set<string>()
  for (const attempt of ended) {
    const { delivery } = attempt
    const changed = await settle(tx, owner, attempt)
    if (changed && isLastFailure(attempt) && !delivery.test) exhausted.add(delivery.endpoint_id)
    if (changed || (await releaseIfThere(tx, owner, delivery.id))) kept.push(attempt)
  }
  await attemptRepository(tx).add(kept.map(toRow))
  const disabled: DisabledEndpoint[] = []
  for (const endpointId of endpointsOf(kept)) {
    const its = kept.filter(({ delivery }) => delivery.endpoint_id === endpointId)
    const lostAt = await updateHealth(tx, endpointId, its, exhausted.has(endpointId))
    if (lostAt) disabled.push(...(await disable(tx, endpointId, lostAt)))
  }
  return disabled
}

const endpointsOf = (ended: readonly EndedAttempt[]): string[] => [
  ...new Set(ended.map(({ delivery }) => delivery.endpoint_id)),
]

const nextAttemptOf = ({ delivery, endedAt }: EndedAttempt): Date | undefined =>
  nextAttemptAt(delivery.attempts + 1, endedAt, { test: delivery.test === 1 })

const isLastFailure = (attempt: EndedAttempt): boolean => !isSuccess(attempt) && !nextAttemptOf(attempt)

/** Returns whether the delivery changed: it may have been cancelled, redelivered or taken over during the attempt. */
const settle = (tx: Db, owner: string, attempt: EndedAttempt): Promise<boolean> => {
  const { delivery, endedAt } = attempt
  return isSuccess(attempt)
    ? deliveryRepository(tx).markDelivered(delivery, endedAt.toISOString())
    : deliveryRepository(tx).markFailed(delivery, owner, nextAttemptOf(attempt)?.toISOString() ?? null)
}

/** An attempt that changed nothing still happened. It is logged as long as its delivery exists. */
async function releaseIfThere(tx: Db, owner: string, id: string): Promise<boolean> {
  await rowLease(tx, 'webhook_deliveries').release(owner, [id])
  return deliveryRepository(tx).exists(id)
}

const toRow = ({ delivery, startedAt, result }: EndedAttempt) => ({
  delivery_id: delivery.id,
  round: delivery.round,
  number: delivery.attempts + 1,
  started_at: startedAt.toISOString(),
  duration_ms: result.durationMs,
  status_code: result.status,
  error: result.error,
  response_excerpt: result.excerpt,
})

/**
 * A successful sample shows that an endpoint works. A failed sample does not count, because whoever sent it sees the result.
 *
 * @param isExhausted Whether a delivery ran out of attempts.
 * @returns the time at which the endpoint counts as lost; undefined when it does not
 */
async function updateHealth(
  tx: Db,
  endpointId: string,
  its: readonly EndedAttempt[],
  isExhausted: boolean,
): Promise<Date | undefined> {
  const inOrder = [...its].sort((a, b) => a.endedAt.getTime() - b.endedAt.getTime())
  const success = inOrder.findLastIndex(isSuccess)
  const failures = inOrder.slice(success + 1).filter(({ delivery }) => !delivery.test)
  const first = failures[0]?.endedAt
  const health = await webhookHealthRepository(tx).update(endpointId, {
    lastSuccess: inOrder[success]?.endedAt.toISOString(),
    lastFailure: inOrder.findLast((one) => !isSuccess(one))?.endedAt.toISOString(),
    firstFailure: first?.toISOString(),
    pausedBefore: first && new Date(first.getTime() - PAUSE_MS).toISOString(),
  })

  const last = failures.at(-1)?.endedAt
  if (!health || !last) return undefined
  const limit = new Date(last.getTime() - THREE_DAYS_MS).toISOString()
  const isOver = (since: string | null) => since !== null && since <= limit
  return isOver(health.triedSince) || (isExhausted && isOver(health.failingSince)) ? last : undefined
}

/** Cancels the waiting deliveries of a disabled endpoint. */
async function disable(tx: Db, endpointId: string, at: Date): Promise<DisabledEndpoint[]> {
  const accountId = await webhookHealthRepository(tx).disable(endpointId, at.toISOString())
  if (accountId === undefined) return []
  await deliveryRepository(tx).cancelPending(endpointId)
  return [{ accountId, endpointId }]
}
