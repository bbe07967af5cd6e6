import type { Logger } from 'pino'
import { isDatabaseLost } from '../../base/database-error.ts'
import { MINUTE_SECONDS } from '../../base/durations.ts'
import type { Ids } from '../../base/random-ids.ts'
import { correlated, currentSpan } from '../../base/running/correlation.ts'
import type { Span, Tracing } from '../../base/running/tracing.ts'
import { isStorageFull, ServiceError, storageFull } from '../../base/service-error.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { isBug } from '../../engines/engine-bug.ts'
import type { EngineFor } from '../../engines/engine-for.ts'
import type { TaskOptions } from '../../engines/engine-port.ts'
import { performParts } from '../../engines/perform-parts.ts'
import { operationNamed } from '../../operations/image-operations.ts'
import { MAX_ATTEMPTS, type Run } from '../run.ts'
import type { Priority } from '../run-priority.ts'
import { runRepository } from '../store/run-repository.ts'
import type { DeferredSettlements } from './deferred-settlements.ts'
import type { DurationEstimate } from './duration-estimate.ts'
import { createImageStorage } from './image-storage.ts'
import { type ProgressWriter, progressWriter } from './progress-writer.ts'
import { createDeadline, type RunDeadline } from './run-deadline.ts'
import { createOriginals } from './run-originals.ts'
import { createSettlement, type Refusal, type SettlementOptions } from './run-settlement.ts'
import type { Sources } from './run-sources.ts'

export interface ExecutorOptions extends SettlementOptions {
  readonly blobs: Blobs
  readonly sources: Pick<Sources, 'load' | 'reload'>
  readonly quota: Pick<StorageQuota, 'check' | 'reserveAndRead'>
  readonly engineFor: EngineFor
  readonly durationEstimate: DurationEstimate
  readonly ids: Ids
  readonly logger: Logger
  readonly tracing: Tracing
  readonly deferredSettlements: DeferredSettlements
}

/** What one attempt gets in addition to its run. */
export interface Attempt {
  readonly priority: Priority
  /** Aborted when this process must no longer work on the run. */
  readonly stop: AbortSignal
}

export interface RunExecutor {
  /** Executes a run as this process claimed it. */
  execute(run: Run, attempt: Attempt): Promise<void>
  /** Ends a run whose attempts all died. */
  giveUp(run: Run): Promise<void>
}

/**
 * Executes a claimed run from its sources to its end: bytes first, then one transaction with all consequences. A crash at
 * any line leaves only a lease that lapses and garbage that is deleted.
 */
export function createExecutor(options: ExecutorOptions): RunExecutor {
  const { engineFor, durationEstimate, clock, logger, tracing, owner, queue, deferredSettlements } = options
  const { measures } = options
  const { db } = options.database
  const storage = createImageStorage({ ...options, db })
  const openOriginals = createOriginals({ ...options, db, storage })
  const { succeed, fail } = createSettlement(options)

  /** An engine that failed may succeed the next time. A refusal of the picture would only be repeated. */
  const retry = async (run: Run, error: unknown): Promise<void> => {
    logger.error({ err: error, run: run.id, attempt: run.attempts }, 'the engine failed')
    currentSpan()?.fail('engine_failed')
    if (run.attempts >= MAX_ATTEMPTS) return fail(run, GAVE_UP)
    const delayMs = run.attempts * RETRY_DELAY_MS
    const at = new Date(clock.now().getTime() + delayMs).toISOString()
    await inTransaction(db, async (tx) => {
      await runRepository(tx).handBack(run.id, owner, at, { uncounted: false })
      await queue.enqueue(tx, [operationNamed(run.operation).capability], { delayMs })
    })
    queue.progressed(run.id)
  }

  /** The next attempt would end in the same way. */
  const failForBug = (run: Run, error: unknown): Promise<void> => {
    logger.error({ err: error, run: run.id, attempt: run.attempts }, 'a bug ended the work')
    const message = `Something went wrong on our side. Nothing was charged. The log has the reason under run ${run.id}.`
    return fail(run, { code: 'internal_error', message })
  }

  const taskOptions = (
    run: Run,
    { priority, stop }: Attempt,
    deadline: RunDeadline,
    progress: ProgressWriter,
    seconds: number,
  ): TaskOptions => ({
    signal: AbortSignal.any([stop, deadline.signal]),
    report: (report) => {
      deadline.progress(report)
      if (report.answers === undefined) progress.report(report)
    },
    priority,
    share: { account: run.accountId, seconds, isFree: run.credits === 0 },
    provider: {
      task: run.providerTask,
      keep: (task, micros) => runRepository(db).setProviderTask(run.id, owner, task, micros),
    },
  })

  /** The work of the engine, without waiting for a thread. */
  const engineSpan = (run: Run, engine: string) => {
    let span: Span | undefined
    const name = `engine ${run.operation}`
    const attributes = { 'platelight.engine': engine }
    return {
      begin(): void {
        span ??= tracing.begin({ name, kind: 'internal', parent: currentSpan()?.traceparent, attributes })
      },
      end: () => span?.end(),
    }
  }

  const work = async (run: Run, attempt: Attempt, deadline: RunDeadline): Promise<void> => {
    const operation = operationNamed(run.operation)
    const { params, id: runId, parentId } = run
    const progress = progressWriter({ db, queue, clock, logger, owner, runId, parentId })
    const originals = await openOriginals(run, attempt.stop)
    if (!originals) return
    const task = { operation: operation.name, params, inputs: originals.map(({ bytes }) => bytes) }
    const isProvided = operation.brief?.(params) !== undefined
    const seconds = await durationEstimate.of({ operation, params }, originals)
    const engine = engineFor(operation.capability, { isProvided })
    const taskOf = taskOptions(run, attempt, deadline, progress, seconds)
    const span = engineSpan(run, engine.name)
    const onStart = () => {
      deadline.begin()
      span.begin()
    }
    const result = await performParts(engine, task, { ...taskOf, onStart }).finally(() => {
      span.end()
      progress.end()
    })
    measures.work(operation.name, deadline.elapsed())
    if (!result.ok) return result.code === 'internal_error' ? failForBug(run, result.thrown) : fail(run, result)
    // How long a provider takes says nothing of this machine, and between parts others had their turns.
    if (!isProvided && !operation.parts)
      await durationEstimate.learn({ operation, params }, originals, deadline.elapsed())
    const { outputs, ok: _, ...outcome } = result
    await succeed(run, await storage.storeOutputs(outputs), outcome)
  }

  const attemptRun = async (run: Run, attempt: Attempt): Promise<void> => {
    const { deadlineSeconds, brief } = operationNamed(run.operation)
    const provided = brief?.(run.params)
    const patience = provided ? (provided.patienceSeconds ?? PROVIDED_SECONDS) : 0
    const deadline = createDeadline(Math.max(deadlineSeconds, patience))
    try {
      await work(run, attempt, deadline)
    } catch (error) {
      // The code that stopped it has already handed the run back or cancelled it.
      if (attempt.stop.aborted) return
      // The dispatcher hands it back. Engines and stores report their own connections as other errors.
      if (isDatabaseLost(error)) throw error
      if (error instanceof ServiceError) return await fail(run, error)
      if (isStorageFull(error)) return await fail(run, storageFull())
      const late = deadline.reason()
      if (late) return await fail(run, late)
      return await (isBug(error) ? failForBug(run, error) : retry(run, error))
    } finally {
      deadline.end()
    }
  }

  /** When the disk is too full to write the end of a run, its caller gets that reply, and the end is written later. */
  const deferWhenFull = async (run: Run, end: () => Promise<void>): Promise<void> => {
    try {
      await end()
    } catch (error) {
      if (!isStorageFull(error)) throw error
      logger.error({ err: error, run: run.id }, 'the end of a run could not be written')
      deferredSettlements.add(run.id, () => fail(run, storageFull()))
      queue.stalled(run.id)
    }
  }

  /** An attempt in the trace of the request that made the run, whichever process takes it up. */
  const traced = async (run: Run, work: () => Promise<void>): Promise<void> => {
    const { id, operation, attempts, traceparent } = run
    const span = tracing.begin({
      name: `run ${operation}`,
      kind: 'consumer',
      parent: traceparent,
      attributes: { 'platelight.run': id, 'platelight.operation': operation, 'platelight.attempt': attempts },
    })
    await correlated({ run: id, span }, work).finally(span.end)
  }

  return {
    execute: (run, attempt) =>
      traced(run, () =>
        deferWhenFull(run, async () => {
          if (run.parentId !== null) await runRepository(db).beginBatch(run.parentId, clock.now().toISOString())
          await attemptRun(run, attempt)
        }),
      ),

    giveUp: (run) => traced(run, () => deferWhenFull(run, () => fail(run, GAVE_UP))),
  }
}

/** A provider says nothing while it works, and a large picture takes minutes. */
const PROVIDED_SECONDS = 5 * MINUTE_SECONDS

/** The wait after the first attempt. After the second one it is twice as long. */
const RETRY_DELAY_MS = 1_000

const GAVE_UP: Refusal = {
  code: 'engine_failed',
  message: `The work broke down ${MAX_ATTEMPTS} times and was given up. Nothing was charged.`,
}
