import type { Logger } from 'pino'
import { SECOND_MS } from '../../base/durations.ts'
import { createCycleLoop } from '../../base/loops/cycle-loop.ts'
import type { Clock } from '../../base/ports.ts'
import type { Measures } from '../../base/running/measures.ts'
import type { Tracing } from '../../base/running/tracing.ts'
import type { SecretCipher } from '../../base/secrets/secret-cipher.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, OpenDatabase } from '../../database/open-database.ts'
import { rowLease } from '../../database/row-lease.ts'
import type { SafePost } from '../../net/safe-post.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { type DisabledEndpoint, recordOutcomes } from './attempt-outcomes.ts'
import { createDeliveriesInFlight } from './deliveries-in-flight.ts'
import { createAttemptDelivery, isSuccess } from './delivery-attempt.ts'
import { createDueEndpoints } from './due-endpoints.ts'

export interface WebhookDeliverer {
  /** Takes over what a crash left, then starts to send. */
  start(): Promise<void>
  /** Records what has ended, and starts what is due and within the quota. Resolves when that is done. */
  poll(): Promise<void>
  /** Claims nothing more, waits up to `graceMs` for attempts in progress, and releases the rest. */
  stop(graceMs: number): Promise<void>
}

/** The interval of polling the table without a wake. An attempt may be late by this much. */
const POLL_MS = 250

/**
 * Sends due deliveries, a few at a time to each endpoint. It works in cycles, one at a time. A cycle records every attempt
 * that has ended since the last one and claims the next ones, in one transaction.
 */
export function createWebhookDeliverer(options: {
  database: OpenDatabase
  queue: Pick<Queue, 'onDeliveriesAdded'>
  post: Pick<SafePost, 'send'>
  cipher: SecretCipher
  clock: Clock
  logger: Logger
  owner: string
  measures: Pick<Measures, 'delivery'>
  tracing: Tracing
  /** Called once per disabled endpoint, in the transaction that disables it. */
  onDisabled: (tx: Db, disabled: DisabledEndpoint) => Promise<void>
}): WebhookDeliverer {
  const { database, queue, clock, logger, owner, measures, onDisabled } = options
  const { db } = database
  const due = createDueEndpoints({ db, logger, owner })
  const inFlight = createDeliveriesInFlight(createAttemptDelivery(options), () => void loop.wake())
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

  const cycle = async (full: boolean): Promise<void> => {
    const now = clock.now()
    if (full && !isStopping) await due.poll(now)
    const ended = inFlight.ended()
    if (ended.length === 0 && (due.isEmpty() || isStopping)) return
    due.noteHealth(ended)

    const claimed = await inTransaction(db, async (tx) => {
      for (const one of await recordOutcomes(tx, owner, ended)) await onDisabled(tx, one)
      return isStopping ? [] : due.claim(tx, now, inFlight.unrecorded(ended))
    })
    inFlight.forget(ended)
    for (const one of ended)
      measures.delivery(isSuccess(one) ? 'delivered' : 'failed', one.result.durationMs / SECOND_MS)
    for (const delivery of claimed) inFlight.begin(delivery)
  }

  const loop = createCycleLoop(cycle, (error) =>
    logger.error({ err: error }, 'deliveries could not be claimed or recorded'),
  )

  return {
    async start() {
      if (database.dialect.soleOwner) await rowLease(db, 'webhook_deliveries').releaseOthers(owner)
      await due.load(clock.now())
      queue.onDeliveriesAdded((endpointIds) => {
        due.add(endpointIds)
        void loop.wake()
      })
      timer = setInterval(() => void loop.wake({ full: true }), POLL_MS)
      void loop.wake({ full: true })
    },

    poll: () => loop.wake({ full: true }),

    async stop(graceMs) {
      isStopping = true
      clearInterval(timer)
      await loop.settle()
      await inFlight.stop(graceMs)
      await loop.wake()
      const unrecorded = inFlight.unrecorded().map(({ id }) => id)
      await rowLease(db, 'webhook_deliveries').release(owner, unrecorded)
    },
  }
}
