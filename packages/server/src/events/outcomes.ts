import type { Db } from '../database/open.ts'
import type { Claimed } from './claims.ts'
import { claimRepository } from './claims.ts'
import { deliveryRepository } from './deliveries.ts'
import { nextAttemptAt } from './schedule.ts'

/** An attempt that has ended. */
export interface Ended {
  readonly delivery: Claimed
  readonly startedAt: Date
  readonly endedAt: Date
  readonly answer: {
    readonly status: number | null
    /** Null when it was answered in time. */
    readonly error: string | null
    readonly excerpt: string | null
    readonly durationMs: number
  }
}

/** An endpoint that nothing is sent to any more. */
export interface Disabled {
  readonly accountId: string
  readonly endpointId: string
}

const THREE_DAYS_MS = 3 * 24 * 3_600_000

export const isSuccess = ({ answer: { status, error } }: Pick<Ended, 'answer'>): boolean =>
  error === null && status !== null && status >= 200 && status < 300

/**
 * Writes down how attempts went, and what follows for their deliveries and endpoints. To be called in a transaction, with
 * as many as there are: a transaction costs as much as several attempts in it.
 *
 * An endpoint is disabled when a delivery has run out of attempts and nothing has succeeded for three days. So neither a
 * server that was off for a week nor a clock that jumped ahead disables one that was not tried in earnest.
 *
 * @returns the endpoints that were disabled by this
 */
export async function recordOutcomes(tx: Db, owner: string, all: readonly Ended[]): Promise<Disabled[]> {
  const kept: Ended[] = []
  const spent = new Map<string, Date>()
  for (const ended of all) {
    const { delivery, endedAt } = ended
    const settled = isSuccess(ended)
      ? await deliver(tx, ended)
      : await postpone(tx, owner, ended, nextAttemptOf(ended)?.toISOString() ?? null)
    if (settled && !isSuccess(ended) && !nextAttemptOf(ended) && !delivery.test)
      spent.set(delivery.endpoint_id, endedAt)
    if (settled || (await isThere(tx, owner, delivery.id))) kept.push(ended)
  }
  await log(tx, kept)
  for (const id of new Set(kept.map(({ delivery }) => delivery.endpoint_id))) {
    await noteHealth(
      tx,
      id,
      kept.filter(({ delivery }) => delivery.endpoint_id === id),
    )
  }
  const disabled: Disabled[] = []
  for (const [id, at] of spent) disabled.push(...(await disableIfLost(tx, id, at)))
  return disabled
}

const nextAttemptOf = ({ delivery, endedAt }: Ended): Date | undefined =>
  nextAttemptAt(delivery.attempts + 1, endedAt, { test: delivery.test === 1 })

/** What arrived has arrived, also where it was given up or taken over meanwhile. */
async function deliver(tx: Db, { delivery, endedAt }: Ended): Promise<boolean> {
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
async function postpone(tx: Db, owner: string, { delivery }: Ended, next: string | null): Promise<boolean> {
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
  await claimRepository(tx).release(owner, [id])
  return (await tx.selectFrom('webhook_deliveries').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

async function log(tx: Db, all: readonly Ended[]): Promise<void> {
  if (all.length === 0) return
  await tx
    .insertInto('webhook_attempts')
    .values(
      all.map(({ delivery, startedAt, answer }) => ({
        delivery_id: delivery.id,
        round: delivery.round,
        number: delivery.attempts + 1,
        started_at: startedAt.toISOString(),
        duration_ms: answer.durationMs,
        status_code: answer.status,
        error: answer.error,
        response_excerpt: answer.excerpt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Samples tell that an endpoint is well, and never that it is ill: who tries one out is there and sees it. */
async function noteHealth(tx: Db, endpointId: string, its: readonly Ended[]): Promise<void> {
  const inOrder = [...its].sort((a, b) => a.endedAt.getTime() - b.endedAt.getTime())
  const at = (ended: Ended | undefined) => ended?.endedAt.toISOString()
  const success = inOrder.findLastIndex(isSuccess)
  const lastSuccess = at(inOrder[success])
  const lastFailure = at(inOrder.findLast((ended) => !isSuccess(ended)))
  const failingSince = at(inOrder.slice(success + 1).find(({ delivery }) => !delivery.test))
  await tx
    .updateTable('webhook_endpoints')
    .set((row) => ({
      ...(lastSuccess !== undefined && { last_success_at: lastSuccess, failing_since: failingSince ?? null }),
      ...(lastFailure !== undefined && { last_failure_at: lastFailure }),
      ...(lastSuccess === undefined &&
        failingSince !== undefined && { failing_since: row.fn.coalesce('failing_since', row.val(failingSince)) }),
    }))
    .where('id', '=', endpointId)
    .execute()
}

/** What waits for it dies with it. */
async function disableIfLost(tx: Db, endpointId: string, at: Date): Promise<Disabled[]> {
  const disabled = await tx
    .updateTable('webhook_endpoints')
    .set({ disabled_at: at.toISOString(), disabled_reason: 'no_success', updated_at: at.toISOString() })
    .where('id', '=', endpointId)
    .where('disabled_at', 'is', null)
    .where('failing_since', '<=', new Date(at.getTime() - THREE_DAYS_MS).toISOString())
    .returning('account_id')
    .execute()
  if (disabled.length > 0) await deliveryRepository(tx).giveUp(endpointId)
  return disabled.map(({ account_id }) => ({ accountId: account_id, endpointId }))
}
