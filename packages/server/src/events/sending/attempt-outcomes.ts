import type { Db } from '../../database/open-database.ts'
import type { ClaimedDelivery } from '../deliveries/delivery-lease-repository.ts'
import { deliveryLeaseRepository } from '../deliveries/delivery-lease-repository.ts'
import { deliveryRepository } from '../deliveries/delivery-repository.ts'
import { nextAttemptAt } from '../deliveries/delivery-schedule.ts'

/** An attempt that has ended. */
export interface EndedAttempt {
  readonly delivery: ClaimedDelivery
  readonly startedAt: Date
  readonly endedAt: Date
  readonly result: {
    readonly status: number | null
    /** Null when it was answered in time. */
    readonly error: string | null
    readonly excerpt: string | null
    readonly durationMs: number
  }
}

/** An endpoint that nothing is sent to any more. */
export interface DisabledEndpoint {
  readonly accountId: string
  readonly endpointId: string
}

const THREE_DAYS_MS = 3 * 24 * 3_600_000
/** Attempts follow each other closer than this while there is anything to send, also at the end of the schedule. */
const PAUSE_MS = 2 * 3_600_000

export const isSuccess = ({ result: { status, error } }: Pick<EndedAttempt, 'result'>): boolean =>
  error === null && status !== null && status >= 200 && status < 300

/**
 * Writes down how attempts went, and what follows for their deliveries and endpoints. To be called in a transaction, with
 * as many as there are: a transaction costs as much as several attempts in it.
 *
 * An endpoint is disabled when nothing has succeeded for three days and it was tried in earnest: a delivery has run out
 * of attempts now, or attempts went on all these days without a pause, as where more waits than can be brought to an end.
 * So neither a server that was off for a week nor a clock that jumped ahead disables one by a single failure.
 *
 * @returns the endpoints that were disabled by this
 */
export async function recordOutcomes(tx: Db, owner: string, all: readonly EndedAttempt[]): Promise<DisabledEndpoint[]> {
  const kept: EndedAttempt[] = []
  const spent = new Set<string>()
  for (const ended of all) {
    const { delivery } = ended
    const settled = isSuccess(ended)
      ? await deliver(tx, ended)
      : await postpone(tx, owner, ended, nextAttemptOf(ended)?.toISOString() ?? null)
    if (settled && !isSuccess(ended) && !nextAttemptOf(ended) && !delivery.test) spent.add(delivery.endpoint_id)
    if (settled || (await isThere(tx, owner, delivery.id))) kept.push(ended)
  }
  await log(tx, kept)
  const disabled: DisabledEndpoint[] = []
  for (const id of new Set(kept.map(({ delivery }) => delivery.endpoint_id))) {
    const its = kept.filter(({ delivery }) => delivery.endpoint_id === id)
    const lostAt = await recordHealth(tx, id, its, spent.has(id))
    if (lostAt) disabled.push(...(await disable(tx, id, lostAt)))
  }
  return disabled
}

const nextAttemptOf = ({ delivery, endedAt }: EndedAttempt): Date | undefined =>
  nextAttemptAt(delivery.attempts + 1, endedAt, { test: delivery.test === 1 })

/** What arrived has arrived, also where it was given up or taken over meanwhile. */
async function deliver(tx: Db, { delivery, endedAt }: EndedAttempt): Promise<boolean> {
  const result = await tx
    .updateTable('webhook_deliveries')
    .set({
      state: 'delivered',
      attempts: delivery.attempts + 1,
      delivered_at: endedAt.toISOString(),
      next_attempt_at: null,
      lease_owner: null,
      lease_until: null,
    })
    .where('id', '=', delivery.id)
    .where('state', '!=', 'delivered')
    .where('round', '=', delivery.round)
    .where('attempts', '=', delivery.attempts)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** @param next When it is tried again; null when it is not. */
async function postpone(tx: Db, owner: string, { delivery }: EndedAttempt, next: string | null): Promise<boolean> {
  const result = await tx
    .updateTable('webhook_deliveries')
    .set({
      state: next === null ? 'dead' : 'pending',
      attempts: delivery.attempts + 1,
      next_attempt_at: next,
      lease_owner: null,
      lease_until: null,
    })
    .where('id', '=', delivery.id)
    .where('state', '=', 'pending')
    .where('round', '=', delivery.round)
    .where('attempts', '=', delivery.attempts)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Given up, sent again or taken over during the attempt: it changes nothing any more, but it was made. */
async function isThere(tx: Db, owner: string, id: string): Promise<boolean> {
  await deliveryLeaseRepository(tx).release(owner, [id])
  return (await tx.selectFrom('webhook_deliveries').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

async function log(tx: Db, all: readonly EndedAttempt[]): Promise<void> {
  if (all.length === 0) return
  await tx
    .insertInto('webhook_attempts')
    .values(
      all.map(({ delivery, startedAt, result }) => ({
        delivery_id: delivery.id,
        round: delivery.round,
        number: delivery.attempts + 1,
        started_at: startedAt.toISOString(),
        duration_ms: result.durationMs,
        status_code: result.status,
        error: result.error,
        response_excerpt: result.excerpt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Samples tell that an endpoint is well, and never that it is ill: who tries one out is there and sees it.
 *
 * @param isSpent Whether a delivery ran out of attempts.
 * @returns when it was found out that the endpoint is lost; undefined when it is not
 */
async function recordHealth(
  tx: Db,
  endpointId: string,
  its: readonly EndedAttempt[],
  isSpent: boolean,
): Promise<Date | undefined> {
  const inOrder = [...its].sort((a, b) => a.endedAt.getTime() - b.endedAt.getTime())
  const success = inOrder.findLastIndex(isSuccess)
  const lastSuccess = inOrder[success]?.endedAt.toISOString()
  const lastFailure = inOrder.findLast((ended) => !isSuccess(ended))?.endedAt.toISOString()
  const failures = inOrder.slice(success + 1).filter(({ delivery }) => !delivery.test)
  const first = failures[0]?.endedAt
  const since = first?.toISOString() ?? null
  const paused = first && new Date(first.getTime() - PAUSE_MS).toISOString()
  const now = await tx
    .updateTable('webhook_endpoints')
    .set((row) => ({
      ...(lastFailure !== undefined && { last_failure_at: lastFailure }),
      ...(lastSuccess !== undefined && { last_success_at: lastSuccess, failing_since: since, tried_since: since }),
      ...(lastSuccess === undefined &&
        paused !== undefined && {
          failing_since: row.fn.coalesce('failing_since', row.val(since)),
          tried_since: row
            .case()
            .when(row.and([row('tried_since', 'is not', null), row('last_failure_at', '>=', paused)]))
            .then(row.ref('tried_since'))
            .else(since)
            .end(),
        }),
    }))
    .where('id', '=', endpointId)
    .returning(['failing_since', 'tried_since'])
    .executeTakeFirst()

  const last = failures.at(-1)?.endedAt
  if (!now || !last) return undefined
  const limit = new Date(last.getTime() - THREE_DAYS_MS).toISOString()
  const isOver = (moment: string | null) => moment !== null && moment <= limit
  return isOver(now.tried_since) || (isSpent && isOver(now.failing_since)) ? last : undefined
}

/** What waits for it dies with it. */
async function disable(tx: Db, endpointId: string, at: Date): Promise<DisabledEndpoint[]> {
  const disabled = await tx
    .updateTable('webhook_endpoints')
    .set({ disabled_at: at.toISOString(), disabled_reason: 'no_success', updated_at: at.toISOString() })
    .where('id', '=', endpointId)
    .where('disabled_at', 'is', null)
    .returning('account_id')
    .execute()
  if (disabled.length > 0) await deliveryRepository(tx).cancelPending(endpointId)
  return disabled.map(({ account_id }) => ({ accountId: account_id, endpointId }))
}
