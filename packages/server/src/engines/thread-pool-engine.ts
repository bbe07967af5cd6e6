import { fileURLToPath } from 'node:url'
import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import { Piscina } from 'piscina'
import type { ModelThread } from '../models/thread/model-thread.ts'
import type { ReportProgress } from '../operations/operation-works.ts'
import type { Engine, TaskResult } from './engine-port.ts'
import { createPrioritySemaphore } from './priority-semaphore.ts'
import { taskBytes } from './task-memory.ts'

/**
 * One photo per core in worker threads. Aborting a task that is being worked on ends its thread, which is the only
 * way to stop native code; the pool starts another.
 *
 * Each task is given a way to the networks of its own. It ends with the task or its thread, and with it what the task
 * still wanted from them.
 *
 * @param limits Its memory is shared by all tasks: they begin as it becomes free.
 * @param worker The built thread entry.
 * @param models The networks; closed with the engine. Without them every operation does what it does without.
 */
export function poolEngine(options: {
  threads: number
  limits: ImageLimits
  worker: URL
  models?: ModelThread
}): Engine {
  const { threads, limits, worker, models } = options
  const pool = new Piscina<unknown, TaskResult>({
    filename: fileURLToPath(worker),
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: 60_000,
    concurrentTasksPerWorker: 1,
    maxQueue: Number.POSITIVE_INFINITY,
    workerData: { limits },
  })

  const places = createPrioritySemaphore(threads, limits.maxMemoryBytes)
  let inside = 0
  let given = 0
  /** Who is told how far the work is, by the number that its thread knows it by. */
  const reports = new Map<number, ReportProgress>()
  pool.on('message', ({ number, progress }: ProgressMessage) => reports.get(number)?.(progress))

  const inThread: Engine['perform'] = async (task, { signal, report, onStart }) => {
    onStart?.()
    const networks = models?.connect()
    const number = ++given
    if (report) reports.set(number, report)
    try {
      const transferList = [...task.inputs.flatMap(ownedBuffer), ...(networks ? [networks] : [])]
      return await pool.run({ ...task, networks, ...(report && { number }) }, { signal, transferList })
    } finally {
      // Still here where the task was called off before a thread took it.
      networks?.close()
      reports.delete(number)
    }
  }

  return {
    name: 'local',
    capacity: threads,
    async perform(task, options) {
      inside++
      try {
        const { priority = Number.POSITIVE_INFINITY, signal } = options
        const bytes = await taskBytes(task, limits)
        return await places.withPermit({ priority, bytes }, signal, () => inThread(task, options))
      } finally {
        inside--
      }
    },
    load: () => ({ busy: Math.min(threads, inside), waiting: Math.max(0, inside - threads) }),
    serving: async () => models?.serving() ?? {},
    loaded: () => models?.inMemory() ?? [],
    async close() {
      places.close()
      await pool.destroy()
      await models?.close()
    },
  }
}

/** What a thread says while it works, to its pool. */
export interface ProgressMessage {
  readonly number: number
  readonly progress: Parameters<ReportProgress>[0]
}

/** A view into Node's shared pool of small buffers cannot be given away; a buffer of its own can. */
const ownedBuffer = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
