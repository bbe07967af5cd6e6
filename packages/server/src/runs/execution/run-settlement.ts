import type { Clock } from '../../base/ports.ts'
import { currentSpan } from '../../base/running/correlation.ts'
import type { Measures } from '../../base/running/measures.ts'
import type { ErrorCode } from '../../base/service-error.ts'
import { type Charged, type CreditLedger, LOW_CREDITS } from '../../credits/credit-ledger.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, OpenDatabase } from '../../database/open-database.ts'
import type { EventLog } from '../../events/log/event-log.ts'
import type { Letters } from '../../mail/letters.ts'
import type { Outcome } from '../../operations/define-work.ts'
import { operationNamed } from '../../operations/image-operations.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { Run, RunImage } from '../run.ts'
import { batchRepository } from '../store/batch-repository.ts'
import { runImageRepository } from '../store/run-image-repository.ts'
import { runRepository } from '../store/run-repository.ts'
import type { Views } from '../views/run-views.ts'
import type { DeferredSettlements } from './deferred-settlements.ts'

export interface SettlementOptions {
  readonly database: OpenDatabase
  readonly ledger: CreditLedger
  readonly events: EventLog
  readonly letters: Pick<Letters, 'notify'>
  readonly queue: Queue
  readonly views: Views
  readonly clock: Clock
  readonly owner: string
  readonly measures: Measures
  readonly deferredSettlements: Pick<DeferredSettlements, 'has'>
  readonly upgradeUrl: () => string
}

export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
}

/** Ends the runs of this process, each in one transaction with all consequences. */
export function createSettlement(options: SettlementOptions) {
  const { database, ledger, events, letters, queue, views, clock, owner, deferredSettlements, upgradeUrl } = options
  const { measures } = options
  const now = () => clock.now().toISOString()
  const holderOf = ({ accountId }: Run) => ({ owner, accountId })

  /**
   * Settles a run, and its batch with the last item. Only the process that ended a run announces the end. A run that was
   * taken over or handed back has not ended for its caller.
   *
   * Holds by a lock on the account, which the change of state takes, and by the lease, which is a condition of that change.
   *
   * @param settle returns whether this call ended the run
   * @returns the same
   */
  const end = async (run: Run, settle: (tx: Db) => Promise<boolean>): Promise<boolean> => {
    const { parentId } = run
    const settleAll = async (tx: Db) => {
      if (!(await settle(tx))) return []
      const isLast = parentId !== null && (await batchRepository(tx).itemEnded(parentId, now()))
      return isLast ? [run.id, parentId] : [run.id]
    }
    // Work that is done outlasts a restart of the database. If the end was written after all, the lease is gone.
    const ended = await inTransaction(database.db, settleAll, { repeatable: true })
    for (const id of ended) queue.settled(id)
    if (parentId !== null && ended.length === 1) queue.progressed(parentId)
    return ended.length > 0
  }

  /** The run as it is now, for events that describe its operation. */
  const photoAfter = async (tx: Db, { id, operation }: Run) => {
    if (!operationNamed(operation).photoEvents) return undefined
    const ended = await runRepository(tx).get(id)
    return ended && views.photo(ended)
  }

  const succeed = async (run: Run, outputs: readonly RunImage[], outcome: Outcome): Promise<void> => {
    const hasEnded = await end(run, async (tx) => {
      // Checked within the transaction: only after the run was read again is the caller informed that nothing can be
      // written.
      if (deferredSettlements.has(run.id)) return false
      const price = outcome.isFree ? { credits: 0 } : {}
      const success = { state: 'succeeded', at: now(), outcome, ...price } as const
      const settled = await runRepository(tx).settle(run.id, success, holderOf(run))
      // It was cancelled or taken over meanwhile, so its pictures stay garbage.
      if (!settled) return false
      const { id: runId, accountId, credits, photoMonth } = run
      await runImageRepository(tx).attach(runId, outputs)
      if (outcome.isFree) await ledger.release(tx, { accountId, runId, credits, photoMonth })
      const charged = outcome.isFree ? { depleted: false } : await ledger.charge(tx, { accountId, runId, credits })
      const { depleted, low }: Charged = charged
      const photo = await photoAfter(tx, run)
      if (photo) await events.append(tx, { accountId, type: 'photo.enhancement.completed', data: { photo } })
      if (depleted) {
        const data = { credits: { balance: 0, upgradeUrl: upgradeUrl() } }
        await events.append(tx, { accountId, type: 'credit.depleted', data })
      }
      if (low !== undefined) {
        const values = { credits: low, threshold: LOW_CREDITS, billingUrl: upgradeUrl() }
        await letters.notify(tx, accountId, { kind: 'credits-low', values })
      }
      return true
    })
    if (hasEnded) measures.run(run.operation, 'succeeded', outcome.isFree ? 0 : run.credits)
  }

  const fail = async (run: Run, { code, message }: Refusal): Promise<void> => {
    const hasEnded = await end(run, async (tx) => {
      const failure = { state: 'failed', at: now(), errorCode: code, errorMessage: message } as const
      if (!(await runRepository(tx).settle(run.id, failure, holderOf(run)))) return false
      const { id: runId, accountId, credits, photoMonth } = run
      await ledger.release(tx, { accountId, runId, credits, photoMonth })
      const photo = await photoAfter(tx, run)
      if (photo) {
        const data = { photo: eventPhoto(photo), error: { code, message } }
        await events.append(tx, { accountId, type: 'photo.enhancement.failed', data })
      }
      return true
    })
    if (hasEnded) measures.run(run.operation, 'failed', 0)
    currentSpan()?.fail(code)
  }

  return { succeed, fail }
}

/** The photo in events about the start and the failure of a run: its id, its state and its source. */
export const eventPhoto = ({ id, status, original, metadata }: ReturnType<Views['photo']>) => ({
  id,
  status,
  ...(original ? { original } : {}),
  metadata: { preset: metadata.preset },
})
