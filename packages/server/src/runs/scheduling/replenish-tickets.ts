import type { Clock } from '../../base/ports.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { capabilityOf } from '../../operations/image-operations.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { runStatisticsRepository } from '../store/run-statistics-repository.ts'
import { LOST_MS, type WorkerRegistry } from '../store/worker-registry.ts'

/**
 * Adds the tickets that runs lack: those whose process died with the ticket in hand. The table of runs decides, and a ticket too
 * many does no harm. Holds by a lock on the name, so that processes do not add the same tickets.
 */
export async function replenishTickets(deps: {
  db: Db
  queue: Queue
  clock: Clock
  workers: Pick<WorkerRegistry, 'livePools'>
}): Promise<void> {
  const { db, queue, clock, workers } = deps
  const live = await workers.livePools()
  await inTransaction(db, async (tx) => {
    await lock(tx, 'run tickets')
    await queue.unlockTickets(tx, live, LOST_MS)
    const waiting = await queue.waitingTickets(tx)
    if (!waiting) return
    const wanted = new Map<string, number>()
    for (const { operation, count } of await runStatisticsRepository(tx).claimable(clock.now().toISOString())) {
      const capability = capabilityOf(operation)
      wanted.set(capability, (wanted.get(capability) ?? 0) + count)
    }
    const missing = [...wanted].flatMap(([capability, count]) =>
      Array.from({ length: Math.max(0, count - (waiting.get(capability) ?? 0)) }, () => capability),
    )
    if (missing.length > 0) await queue.enqueue(tx, missing)
  })
}
