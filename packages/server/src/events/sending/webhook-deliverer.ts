import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../base/ports.ts'
import type { Db, OpenDatabase } from '../../database/open-database.ts'
import type { SafePost } from '../../net/safe-post.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { type ClaimedDelivery, deliveryLeaseRepository } from '../deliveries/delivery-lease-repository.ts'
import type { SecretCipher } from '../endpoints/secret-cipher.ts'
import { signingSecrets, webhookEndpointRepository } from '../endpoints/webhook-endpoint-repository.ts'
import { type DisabledEndpoint, type EndedAttempt, isSuccess, recordOutcomes } from './attempt-outcomes.ts'
import { deliveryHeaders } from './delivery-headers.ts'
import { createDeliveryQuota } from './delivery-quota.ts'

export interface WebhookDeliverer {
  /** Takes back what a crash left, then begins to send. */
  start(): Promise<void>
  /** Writes down what has ended and begins what is due and has a place; resolves when that is done. */
  poll(): Promise<void>
  /** Claims nothing more, waits up to `graceMs` for what is under way, and hands the rest back. */
  stop(graceMs: number): Promise<void>
}

/** How often the table is looked at without any news; so much later than due may an attempt be. */
const POLL_MS = 250
/** A clock that went back further than this was set. */
const SET_BACK_MS = 1_000

interface Sending {
  readonly endpointId: string
  readonly done: Promise<void>
  readonly controller: AbortController
}

/**
 * Sends what is due, a few at a time to each endpoint. One turn at a time writes down everything that ended since the last
 * one and claims what comes next, in one transaction; attempts that end meanwhile wait for the next turn.
 */
export function createWebhookDeliverer(options: {
  database: OpenDatabase
  queue: Pick<Queue, 'onDeliveriesAdded'>
  post: Pick<SafePost, 'send'>
  cipher: SecretCipher
  clock: Clock
  logger: Logger
  owner: string
  /** Told once of each, after it is written. */
  onDisabled: (disabled: DisabledEndpoint) => void
}): WebhookDeliverer {
  const { database, queue, post, cipher, clock, logger, owner, onDisabled } = options
  const { db } = database
  /** By id, until how it went is written down. */
  const sending = new Map<string, Sending>()
  /** Endpoints that something may be due for; who was served goes to the end. */
  const dueEndpoints = new Set<string>()
  const failing = new Set<string>()
  const ended: EndedAttempt[] = []
  let timer: NodeJS.Timeout | undefined
  let stopping = false
  let turning: Promise<void> | undefined
  let isWanted = false
  let isFullPoll = false
  let polledAt = 0

  const findDueEndpoints = async (now: Date): Promise<void> => {
    if (now.getTime() < polledAt - SET_BACK_MS) {
      logger.warn('the clock was set back: what waits for its next attempt is brought along')
      await deliveryLeaseRepository(db).clampToClock(now)
    }
    polledAt = now.getTime()
    for (const id of await deliveryLeaseRepository(db).dueEndpoints(now)) dueEndpoints.add(id)
  }

  const claimAll = async (tx: Db, now: Date, done: ReadonlySet<string>): Promise<ClaimedDelivery[]> => {
    const busy = [...sending].filter(([id]) => !done.has(id))
    const quota = createDeliveryQuota(
      busy.map(([, { endpointId }]) => endpointId),
      failing,
    )
    const claimed: string[] = []
    for (const endpointId of [...dueEndpoints]) {
      const limit = quota.for(endpointId)
      if (limit === 0) continue
      const except = busy.flatMap(([id, one]) => (one.endpointId === endpointId ? id : []))
      const ids = await deliveryLeaseRepository(tx).claim(owner, { endpointId, now, limit, except })
      claimed.push(...ids)
      quota.take(endpointId, ids.length)
      dueEndpoints.delete(endpointId)
      if (ids.length === limit) dueEndpoints.add(endpointId)
    }
    return deliveryLeaseRepository(tx).read(claimed)
  }

  const turn = async (isFull: boolean): Promise<void> => {
    const now = clock.now()
    if (isFull && !stopping) await findDueEndpoints(now)
    const written = [...ended]
    if (written.length === 0 && (dueEndpoints.size === 0 || stopping)) return
    for (const one of written) failing[isSuccess(one) ? 'delete' : 'add'](one.delivery.endpoint_id)
    const done = new Set(written.map(({ delivery }) => delivery.id))

    const { claimed, disabled } = await db.transaction().execute(async (tx) => ({
      disabled: await recordOutcomes(tx, owner, written),
      claimed: stopping ? [] : await claimAll(tx, now, done),
    }))
    ended.splice(0, written.length)
    for (const id of done) sending.delete(id)
    for (const delivery of claimed) begin(delivery)
    for (const one of disabled) onDisabled(one)
  }

  const turns = async (): Promise<void> => {
    try {
      while (isWanted) {
        // What ends in the same breath is written down together.
        await nextTurn()
        const isFull = isFullPoll
        isWanted = false
        isFullPoll = false
        await turn(isFull)
      }
    } catch (error) {
      logger.error({ err: error }, 'deliveries could not be claimed or written down')
    } finally {
      turning = undefined
    }
  }

  const wake = (options: { full?: boolean } = {}): Promise<void> => {
    isWanted = true
    isFullPoll ||= options.full === true
    turning ??= turns()
    return turning
  }

  const attempt = async (delivery: ClaimedDelivery, signal: AbortSignal): Promise<EndedAttempt> => {
    const startedAt = clock.now()
    const end = (result: EndedAttempt['result']): EndedAttempt => ({
      delivery,
      startedAt,
      endedAt: clock.now(),
      result,
    })
    const { event_id: eventId, body, url } = delivery
    try {
      const secrets = signingSecrets(cipher, { ...delivery, id: delivery.endpoint_id }, startedAt)
      const headers = deliveryHeaders({ eventId, body, secrets, at: startedAt })
      return end(await post.send(url, { headers, body, signal }))
    } catch (error) {
      signal.throwIfAborted()
      logger.error({ err: error, delivery: delivery.id }, 'a delivery could not be sent')
      return end({ status: null, error: 'not_sent', excerpt: null, durationMs: 0 })
    }
  }

  const begin = (delivery: ClaimedDelivery): void => {
    const controller = new AbortController()
    const done = attempt(delivery, controller.signal).then(
      (one) => {
        ended.push(one)
        void wake()
      },
      // Handed back: only stopping calls off an attempt.
      () => {},
    )
    sending.set(delivery.id, { endpointId: delivery.endpoint_id, done, controller })
  }

  return {
    async start() {
      const claims = deliveryLeaseRepository(db)
      if (database.dialect.soleOwner) await claims.releaseOrphans(owner)
      for (const id of await webhookEndpointRepository(db).failing()) failing.add(id)
      polledAt = clock.now().getTime()
      // The clock may have been set while nobody was there to see it.
      await claims.clampToClock(clock.now())
      queue.onDeliveriesAdded((endpointIds) => {
        for (const id of endpointIds) dueEndpoints.add(id)
        void wake()
      })
      timer = setInterval(() => void wake({ full: true }), POLL_MS)
      void wake({ full: true })
    },

    poll: () => wake({ full: true }),

    async stop(graceMs) {
      stopping = true
      clearInterval(timer)
      await turning
      let grace: NodeJS.Timeout | undefined
      const all = Promise.all([...sending.values()].map(({ done }) => done))
      await Promise.race([all, new Promise((resolve) => (grace = setTimeout(resolve, graceMs)))])
      clearTimeout(grace)
      for (const { controller } of sending.values()) controller.abort()
      await all
      await wake()
      await deliveryLeaseRepository(db).release(owner, [...sending.keys()])
    },
  }
}
