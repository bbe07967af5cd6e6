import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Cutoff, cutoffsOf, type RetentionSettings } from '../base/plans/retention-settings.ts'
import type { Clock } from '../base/ports.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/open-database.ts'
import { lock } from '../database/transaction-lock.ts'
import type { EventLog } from '../events/log/event-log.ts'
import type { Queue } from '../queue/queue-port.ts'
import { type Expiring, runRetentionRepository } from './store/run-retention-repository.ts'

/** Runs of one transaction, so that other requests run in between and none waits for long. */
const BATCH = 50
/** At most 50,000 runs an hour, so that years of pictures are not removed in one go. */
const BATCHES = 1_000
/** Between two batches. The database has most of its time for requests. */
const PAUSE_MS = 200
const ACCOUNTS_AT_ONCE = 100

/** In this order: what the first removes, the others need not look at. */
const KINDS = ['results', 'originals', 'runs'] as const satisfies readonly Expiring[]

/**
 * Removes what is older than the settings say, a little at a time. Each batch is one transaction, which removes rows and lists their
 * files as garbage, so a process may be killed at any moment: what is left is due an hour later. Several processes may do this at
 * once. A batch holds by a lock on the account, under which it asks again what is due.
 */
export function createRunRetention(deps: {
  readonly db: Db
  readonly clock: Clock
  readonly events: EventLog
  readonly queue: Pick<Queue, 'garbageAdded'>
  readonly logger: Logger
  readonly retention: RetentionSettings
}) {
  const { db, clock, events, queue, logger, retention } = deps
  const stopping = new AbortController()

  const removeBatch = (what: Expiring, accountId: string, cutoff: Cutoff): Promise<number> =>
    inTransaction(db, async (tx) => {
      await lock(tx, 'accounts', accountId)
      const runs = runRetentionRepository(tx)
      const ids = await runs.due(what, accountId, cutoff, BATCH)
      if (ids.length === 0) return 0
      const now = clock.now()
      if (what === 'originals') await runs.removeOriginals(accountId, ids, now)
      else if (what === 'runs') await runs.forget(accountId, ids, now)
      else {
        await runs.remove(accountId, ids, now)
        const deletedAt = now.toISOString()
        for (const id of ids)
          await events.append(tx, { accountId, type: 'photo.deleted', data: { photo: { id, deletedAt } } })
      }
      return ids.length
    })

  /** The accounts that have something due, a few at a time. */
  async function* dueAccounts(what: Expiring, cutoff: Cutoff): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const accounts = await runRetentionRepository(db).accounts(cutoff, after, ACCOUNTS_AT_ONCE)
      if (accounts.length > 0) yield* await runRetentionRepository(db).withDue(what, accounts, cutoff)
      after = accounts.at(-1) ?? ''
      if (accounts.length < ACCOUNTS_AT_ONCE) return
    }
  }

  const removeDue = async (): Promise<void> => {
    const removed = { results: 0, originals: 0, runs: 0 }
    const isOver = () => stopping.signal.aborted || batches >= BATCHES
    let batches = 0
    const removeOf = async (what: Expiring, accountId: string, cutoff: Cutoff): Promise<void> => {
      for (let count = BATCH; count === BATCH && !isOver(); batches++) {
        count = await removeBatch(what, accountId, cutoff)
        removed[what] += count
        queue.garbageAdded()
        await sleep(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
    for (const what of KINDS)
      for (const cutoff of cutoffsOf(retention[what], clock.now()))
        for await (const accountId of dueAccounts(what, cutoff)) {
          if (isOver()) break
          await removeOf(what, accountId, cutoff)
        }
    if (batches > 0) logger.info({ removed }, 'what was kept long enough was removed')
  }

  let running: Promise<void> | undefined
  return {
    /** One at a time in this process. */
    removeDue: (): Promise<void> => (running ??= removeDue().finally(() => (running = undefined))),
    /** Resolves when the batch in progress is done. */
    async stop(): Promise<void> {
      stopping.abort()
      await running?.catch(() => {})
    },
  }
}
