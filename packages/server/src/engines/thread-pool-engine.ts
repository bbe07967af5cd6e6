import { fileURLToPath } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import { Piscina } from 'piscina'
import { MINUTE_MS } from '../base/durations.ts'
import type { ModelThread } from '../models/thread/model-thread.ts'
import { transferable } from '../models/thread/transferable.ts'
import type { ReportProgress } from '../operations/define-work.ts'
import { capabilityOf } from '../operations/image-operations.ts'
import type { Engine, TaskResult } from './engine-port.ts'
import { type FfmpegOptions, ffmpegFilms } from './films/ffmpeg-films.ts'
import { serveFilm } from './films/film-ports.ts'
import { createPrioritySemaphore } from './priority-semaphore.ts'
import { taskBytes } from './task-memory.ts'

/**
 * Performs tasks in worker threads, one task per thread. Aborting a task in progress ends its thread, which is the only way
 * to stop native code. The pool then starts another thread.
 *
 * Each task gets its own port to the networks. The port closes with the task or its thread, and the task's open requests are
 * dropped.
 *
 * @param limits Their memory is shared by all tasks.
 * @param worker The built entry of the thread.
 * @param films The program that writes films, and its folder. This thread starts it and ends it with its task.
 * @param models The networks, which are closed with the engine. Without them, operations work without networks.
 */
export function poolEngine(options: {
  threads: number
  limits: ImageLimits
  worker: URL
  films?: Omit<FfmpegOptions, 'signal'>
  models?: ModelThread
}): Engine {
  const { threads, limits, worker, films, models } = options
  const pool = new Piscina<unknown, TaskResult>({
    filename: fileURLToPath(worker),
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: MINUTE_MS,
    concurrentTasksPerWorker: 1,
    maxQueue: Number.POSITIVE_INFINITY,
    workerData: { limits },
  })

  const semaphore = createPrioritySemaphore(threads, limits.maxMemoryBytes)
  /** Tasks that wait or are in progress. */
  let inside = 0
  let lastNumber = 0
  /** Receivers of progress reports, by the number under which a thread knows its task. */
  const reports = new Map<number, ReportProgress>()
  pool.on('message', ({ number, progress }: ProgressMessage) => reports.get(number)?.(progress))

  const inThread: Engine['perform'] = async (task, { signal, report, onStart }) => {
    onStart?.()
    const networks = models?.connect()
    const film = films && capabilityOf(task.operation) === 'motion' ? openFilm(films) : undefined
    const number = ++lastNumber
    if (report) reports.set(number, report)
    try {
      const inputs = task.inputs.map(transferable)
      const transferList = [
        ...inputs.map(({ buffer }) => buffer),
        ...(networks ? [networks] : []),
        ...(film ? [film.port] : []),
      ]
      const sent = { ...task, inputs, networks, ...(film && { films: film.port }), ...(report && { number }) }
      return await pool.run(sent, { signal, transferList })
    } finally {
      await film?.end()
      // The port is still open if the task was cancelled before a thread took it.
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
        const { priority = Number.POSITIVE_INFINITY, signal, share } = options
        const bytes = await taskBytes(task, limits)
        return await semaphore.withPermit({ priority, bytes, ...(share && { share }) }, signal, () =>
          inThread(task, options),
        )
      } finally {
        inside--
      }
    },
    load: () => ({ busy: Math.min(threads, inside), waiting: Math.max(0, inside - threads) }),
    serving: async () => models?.serving() ?? {},
    loaded: () => models?.inMemory() ?? [],
    async close() {
      semaphore.close()
      await pool.destroy()
      await models?.close()
    },
  }
}

/** A port to a film that this thread writes. `end` resolves when the program has ended and its files are removed. */
function openFilm(films: Omit<FfmpegOptions, 'signal'>) {
  const { port1, port2 } = new MessageChannel()
  const stop = new AbortController()
  const serving = serveFilm(port1, ffmpegFilms({ ...films, signal: stop.signal }))
  return {
    port: port2,
    async end() {
      stop.abort()
      port1.close()
      await serving
    },
  }
}

/** A message from a thread to its pool during a task. */
export interface ProgressMessage {
  readonly number: number
  readonly progress: Parameters<ReportProgress>[0]
}
