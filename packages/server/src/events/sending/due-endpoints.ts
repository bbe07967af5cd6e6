import type { Logger } from 'pino'
import type { Db } from '../../database/open-database.ts'
import { dialectOf } from '../../database/sql-dialect.ts'
import { lockFree } from '../../database/transaction-lock.ts'
import { type ClaimedDelivery, deliveryLeaseRepository } from '../deliveries/delivery-lease-repository.ts'
import { webhookHealthRepository } from '../endpoints/webhook-health-repository.ts'
import type { InFlightDelivery } from './deliveries-in-flight.ts'
import { type EndedAttempt, isSuccess } from './delivery-attempt.ts'
import { createDeliveryQuota, MAX_TOTAL } from './delivery-quota.ts'

/** A clock that goes back further than this was set by somebody. */
const SET_BACK_MS = 1_000

/** The endpoints that may have due deliveries, in the order in which they are served, and the endpoints that are failing. */
export function createDueEndpoints({ db, logger, owner }: { db: Db; logger: Logger; owner: string }) {
  /** The endpoint that was served last is at the end. */
  const due = new Set<string>()
  /** What this process has seen fail. Others see it by themselves, because the quota of failing endpoints is their own too. */
  const failing = new Set<string>()
  let polledAt = 0

  /**
   * The number of deliveries that other processes have under way to each endpoint. Holds by locks on the endpoints. One that
   * another process has locked is no longer due here: the next poll finds it again if anything is left to send.
   */
  const countElsewhere = async (tx: Db, now: Date): Promise<ReadonlyMap<string, number>> => {
    if (dialectOf(tx).soleOwner) return new Map()
    const first = [...due].slice(0, MAX_TOTAL)
    const locked = new Set(await lockFree(tx, 'webhook_endpoints', first))
    for (const id of first) if (!locked.has(id)) due.delete(id)
    return deliveryLeaseRepository(tx).underWayElsewhere(owner, [...locked], now)
  }

  return {
    async load(now: Date): Promise<void> {
      for (const id of await webhookHealthRepository(db).failing()) failing.add(id)
      polledAt = now.getTime()
      // The clock may have been set back while no server was running.
      await deliveryLeaseRepository(db).clampToClock(now)
    },

    add(endpointIds: readonly string[]): void {
      for (const id of endpointIds) due.add(id)
    },

    /** Reads the table for deliveries that have come due, or that a dead process left. */
    async poll(now: Date): Promise<void> {
      if (now.getTime() < polledAt - SET_BACK_MS) {
        logger.warn('the clock was set back: waiting deliveries are moved to an earlier time')
        await deliveryLeaseRepository(db).clampToClock(now)
      }
      polledAt = now.getTime()
      for (const id of await deliveryLeaseRepository(db).dueEndpoints(now)) due.add(id)
    },

    isEmpty: () => due.size === 0,

    noteHealth(ended: readonly EndedAttempt[]): void {
      for (const one of ended) failing[isSuccess(one) ? 'delete' : 'add'](one.delivery.endpoint_id)
    },

    /** Claims due deliveries as far as the quota allows. An endpoint that has used up its quota stays due. */
    async claim(tx: Db, now: Date, inFlight: readonly InFlightDelivery[]): Promise<ClaimedDelivery[]> {
      const leases = deliveryLeaseRepository(tx)
      const quota = createDeliveryQuota(inFlight, failing, await countElsewhere(tx, now))
      const claimed: string[] = []
      for (const endpointId of [...due].slice(0, MAX_TOTAL)) {
        const limit = quota.for(endpointId)
        if (limit === 0) continue
        const except = inFlight.flatMap((one) => (one.endpointId === endpointId ? one.id : []))
        const ids = await leases.claim(owner, { endpointId, now, limit, except })
        claimed.push(...ids)
        quota.take(endpointId, ids.length)
        due.delete(endpointId)
        if (ids.length === limit) due.add(endpointId)
      }
      return leases.read(claimed)
    },
  }
}
