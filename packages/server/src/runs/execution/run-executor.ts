import { extensionOf, mimeOf } from '@platelight/imaging/codec/file/image-formats.ts'
import type { Logger } from 'pino'
import type { Ids } from '../../base/random-ids.ts'
import { isStorageFull, ServiceError, storageFull } from '../../base/service-error.ts'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { type Blobs, privateKey, resultKey } from '../../blobs/blob-store.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import type { Engine, TaskOptions } from '../../engines/engine-port.ts'
import type { Order, Size } from '../../operations/define-operation.ts'
import { operationNamed } from '../../operations/image-operations.ts'
import type { ProgressReport } from '../../operations/operation-works.ts'
import { MAX_ATTEMPTS, type Run, type RunImage } from '../run.ts'
import type { Priority } from '../run-priority.ts'
import { batchRepository } from '../store/batch-repository.ts'
import { bytesOf, runImageRepository } from '../store/run-image-repository.ts'
import { leaseRepository } from '../store/run-leases.ts'
import { runRepository } from '../store/run-repository.ts'
import type { DeferredSettlements } from './deferred-settlements.ts'
import type { DurationEstimate } from './duration-estimate.ts'
import { progressWriter } from './progress-writer.ts'
import { createDeadline } from './run-deadline.ts'
import { createSettlement, eventPhoto, type Refusal, type SettlementOptions } from './run-settlement.ts'
import { ofSource, type Sources } from './run-sources.ts'

export type RunExecutor = ReturnType<typeof createExecutor>

export interface ExecutorOptions extends SettlementOptions {
  readonly blobs: Blobs
  readonly sources: Sources
  readonly quota: Pick<StorageQuota, 'check' | 'reserve'>
  readonly engine: Engine
  readonly durationEstimate: DurationEstimate
  readonly ids: Ids
  readonly logger: Logger
  readonly deferredSettlements: DeferredSettlements
}

interface Opened extends Size {
  readonly bytes: Uint8Array
}

/**
 * Performs a claimed run from its sources to its end: bytes first, then one transaction with everything that follows
 * from them. A crash at any line leaves a lease that lapses and garbage that is swept, nothing else.
 */
export function createExecutor(options: ExecutorOptions) {
  const {
    database,
    events,
    queue,
    blobs,
    sources,
    quota,
    views,
    engine,
    durationEstimate,
    ids,
    clock,
    logger,
    owner,
    deferredSettlements,
  } = options
  const { db } = database
  const { succeed, fail } = createSettlement(options)
  const now = () => clock.now().toISOString()

  /**
   * Reads the sources and makes them the run's originals, once. Tells the world that work has begun. Undefined when the
   * run was revoked or taken over meanwhile: its bytes then stay garbage, and nothing is told.
   */
  const open = async (run: Run, signal: AbortSignal): Promise<Opened[] | undefined> => {
    if (run.originals.length > 0) {
      return Promise.all(
        run.originals.map(async ({ blob, width, height }) => ({ width, height, bytes: await sources.reload(blob) })),
      )
    }
    const operation = operationNamed(run.operation)

    const loaded = await Promise.all(
      operation.sources(run.params as never).map((address, index) =>
        sources.load(address, run.accountId, signal).catch((error: unknown) => {
          throw ofSource(error, operation.sourceName?.(run.params as never, index))
        }),
      ),
    )
    operation.admit?.(run.params as never, loaded)
    const originals = loaded.map(
      ({ format, width, height, bytes }, index): RunImage => ({
        role: 'original',
        name: String(index),
        blob: privateKey(`${ids.secret()}.${extensionOf(format)}`),
        mime: mimeOf(format),
        width,
        height,
        bytes: bytes.byteLength,
      }),
    )
    await quota.check(db, run.accountId, bytesOf(originals))
    await reserve(originals)
    await Promise.all(
      loaded.map(({ blob, bytes }, index) => {
        const key = originals[index]?.blob ?? ''
        return blob === undefined ? blobs.put(key, bytes) : blobs.copy(blob, key)
      }),
    )
    const begun = await begin(run, originals).catch(async (error: unknown) => {
      await discard(originals)
      throw error
    })
    return begun ? loaded : undefined
  }

  /** Counts the originals, makes them the run's and tells that work has begun, or does nothing when the run is not ours. */
  const begin = (run: Run, originals: readonly RunImage[]): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      if (!(await leaseRepository(tx).isHeld(run.id, owner))) return false
      await quota.reserve(tx, run.accountId, bytesOf(originals))
      await runImageRepository(tx).name(run.id, originals)
      if (!operationNamed(run.operation).photoEvents) return true
      const photo = views.photo({ ...run, originals })
      await events.append(tx, {
        accountId: run.accountId,
        type: 'photo.enhancement.started',
        data: { photo: eventPhoto(photo) },
      })
      return true
    })

  const discard = async (images: readonly RunImage[]): Promise<void> => {
    await blobGarbageRepository(db).discard(
      images.map(({ blob }) => blob),
      clock.now(),
    )
    queue.garbageAdded()
  }

  const reserve = (images: readonly RunImage[]) =>
    blobGarbageRepository(db).reserve(
      images.map(({ blob }) => blob),
      clock.now(),
    )

  /** An engine that broke down may do better next time; a refusal of the picture would only be repeated. */
  const breakDown = async (run: Run, error: unknown): Promise<void> => {
    logger.error({ err: error, run: run.id, attempt: run.attempts }, 'the engine failed')
    if (run.attempts >= MAX_ATTEMPTS) return fail(run, GAVE_UP)
    const at = new Date(clock.now().getTime() + run.attempts * 1_000).toISOString()
    await leaseRepository(db).handBack(run.id, owner, at, false)
    queue.progressed(run.id)
  }

  const work = async (run: Run, stop: AbortSignal, priority: Priority, fetched: () => void): Promise<void> => {
    const operation = operationNamed(run.operation)
    const deadline = createDeadline(operation.deadlineSeconds)
    const progress = progressWriter({ db, queue, clock, logger, owner, runId: run.id, parentId: run.parentId })
    const options: TaskOptions = {
      signal: AbortSignal.any([stop, deadline.signal]),
      report: (done: ProgressReport) => {
        deadline.progress(done)
        progress.tell(done)
      },
      priority,
      onStart: deadline.begin,
      provider: {
        task: run.providerTask,
        keep: (task: string) => leaseRepository(db).keepProviderTask(run.id, owner, task),
      },
    }
    try {
      const opened = await open(run, stop)
      if (!opened) return
      fetched()
      const learn = () => durationEstimate.learn({ operation, params: run.params } as Order, opened, deadline.elapsed())
      const task = { operation: run.operation, params: run.params, inputs: opened.map(({ bytes }) => bytes) }
      const result = await engine.perform(task, options).finally(progress.end)
      if (!result.ok) return await fail(run, result)
      await learn()

      const { outputs: made, ok: _, ...outcome } = result
      const outputs = made.map(
        ({ name, mime, width, height, extension, bytes }): RunImage => ({
          role: 'output',
          name,
          blob: resultKey(`${ids.secret()}.${extension}`),
          mime,
          width,
          height,
          bytes: bytes.byteLength,
        }),
      )
      await reserve(outputs)
      await Promise.all(made.map(({ bytes }, index) => blobs.put(outputs[index]?.blob ?? '', bytes)))
      await succeed(run, outputs, outcome)
    } catch (error) {
      // Stopped: the run was handed back or called off already.
      if (stop.aborted) return
      if (error instanceof ServiceError) return fail(run, error)
      if (isStorageFull(error)) return fail(run, storageFull())
      const late = deadline.reason()
      if (late) return fail(run, late)
      return breakDown(run, error)
    } finally {
      deadline.end()
    }
  }

  /** Where not even the end of a run can be written, who waits is told, and it is written when there is room. */
  const endOrPostpone = async (run: Run, ended: () => Promise<void>): Promise<void> => {
    try {
      await ended()
    } catch (error) {
      if (!isStorageFull(error)) throw error
      logger.error({ err: error, run: run.id }, 'the end of a run could not be written')
      deferredSettlements.add(run.id, () => fail(run, storageFull()))
      queue.stalled(run.id)
    }
  }

  return {
    /** Works on a run that this process claimed; `fetched` is called when its pictures are there. */
    async perform(id: string, stop: AbortSignal, priority: Priority, fetched = () => {}): Promise<void> {
      const run = await runRepository(db).get(id)
      if (!run) return
      await endOrPostpone(run, async () => {
        if (run.parentId !== null) await batchRepository(db).begin(run.parentId, now())
        await work(run, stop, priority, fetched)
      })
    },

    /** Ends a run whose every attempt died. */
    async giveUp(id: string): Promise<void> {
      const run = await runRepository(db).get(id)
      if (run) await endOrPostpone(run, () => fail(run, GAVE_UP))
    },
  }
}

const GAVE_UP: Refusal = {
  code: 'engine_failed',
  message: `The work broke down ${MAX_ATTEMPTS} times and was given up. Nothing was charged.`,
}
