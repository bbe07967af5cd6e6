import type { Clock } from '../../base/ports.ts'
import type { ErrorCode } from '../../base/service-error.ts'
import type { CreditLedger } from '../../credits/credit-ledger.ts'
import type { Db, OpenDatabase } from '../../database/open-database.ts'
import type { EventLog } from '../../events/log/event-log.ts'
import { operationNamed } from '../../operations/image-operations.ts'
import type { Outcome } from '../../operations/operation-works.ts'
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
  readonly queue: Queue
  readonly views: Views
  readonly clock: Clock
  readonly owner: string
  readonly deferredSettlements: Pick<DeferredSettlements, 'has'>
  readonly upgradeUrl: () => string
}

export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
}

/** How a run that this process works on ends: one transaction with everything that follows from it. */
export function createSettlement({
  database,
  ledger,
  events,
  queue,
  views,
  clock,
  owner,
  deferredSettlements,
  upgradeUrl,
}: SettlementOptions) {
  const { db } = database
  const now = () => clock.now().toISOString()

  /** Only who ended a run says so: one that was taken over or handed back is not over for those who wait for it. */
  const end = async (run: Run, settle: (tx: Db) => Promise<boolean>): Promise<void> => {
    const { parentId } = run
    const ended = await db.transaction().execute(async (tx) => {
      if (!(await settle(tx))) return []
      const isLast = parentId !== null && (await batchRepository(tx).itemEnded(parentId, now()))
      return isLast ? [run.id, parentId] : [run.id]
    })
    for (const id of ended) queue.settled(id)
    if (parentId !== null && ended.length === 1) queue.progressed(parentId)
  }

  const succeed = (run: Run, outputs: readonly RunImage[], outcome: Outcome): Promise<void> =>
    end(run, async (tx) => {
      // Asked within the transaction: who is told after it that nothing can be written reads the run first.
      if (deferredSettlements.has(run.id)) return false
      const at = now()
      const settled = await runRepository(tx).settle(run.id, { state: 'succeeded', at, outcome }, owner)
      // Revoked or taken over meanwhile: the pictures stay garbage.
      if (!settled) return false
      await runImageRepository(tx).name(run.id, outputs)
      const { depleted } = await ledger.charge(tx, { accountId: run.accountId, runId: run.id, credits: run.credits })
      const finished = await runRepository(tx).get(run.id)
      if (finished && operationNamed(run.operation).photoEvents) {
        await events.append(tx, {
          accountId: run.accountId,
          type: 'photo.enhancement.completed',
          data: { photo: views.photo(finished) },
        })
      }
      if (depleted) {
        const credits = { balance: 0, upgradeUrl: upgradeUrl() }
        await events.append(tx, { accountId: run.accountId, type: 'credit.depleted', data: { credits } })
      }
      return true
    })

  const fail = (run: Run, { code, message }: Refusal): Promise<void> =>
    end(run, async (tx) => {
      const settled = await runRepository(tx).settle(
        run.id,
        { state: 'failed', at: now(), errorCode: code, errorMessage: message },
        owner,
      )
      if (!settled) return false
      await ledger.release(tx, {
        accountId: run.accountId,
        runId: run.id,
        credits: run.credits,
        photoMonth: run.photoMonth,
      })
      const failed = await runRepository(tx).get(run.id)
      if (!failed || !operationNamed(run.operation).photoEvents) return true
      const photo = eventPhoto(views.photo(failed))
      await events.append(tx, {
        accountId: run.accountId,
        type: 'photo.enhancement.failed',
        data: { photo, error: { code, message } },
      })
      return true
    })

  return { succeed, fail }
}

/** What started and failed events tell of a photo: which one, its state, where it came from. */
export const eventPhoto = ({ id, status, original, metadata }: ReturnType<Views['photo']>) => ({
  id,
  status,
  ...(original ? { original } : {}),
  metadata: { preset: metadata.preset },
})
