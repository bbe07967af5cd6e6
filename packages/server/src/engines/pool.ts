import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { ImageLimits } from '../imaging/codec.ts'
import type { Engine, Performed } from './engine.ts'

/**
 * One photo per core in worker threads. Aborting a task that is being worked on ends its thread, which is the only
 * way to stop native code; the pool starts another.
 *
 * @param worker The built thread entry.
 */
export function poolEngine(options: { threads: number; limits: ImageLimits; worker: URL }): Engine {
  const { threads, limits, worker } = options
  const pool = new Piscina<unknown, Performed>({
    filename: fileURLToPath(worker),
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: 60_000,
    concurrentTasksPerWorker: 1,
    maxQueue: Number.POSITIVE_INFINITY,
    workerData: { limits },
  })

  let inside = 0

  return {
    name: 'local',
    capacity: threads,
    async perform(task, { signal }) {
      inside++
      try {
        return await pool.run(task, { signal, transferList: task.images.flatMap(ownedBuffer) })
      } finally {
        inside--
      }
    },
    load: () => ({ busy: Math.min(threads, inside), waiting: Math.max(0, inside - threads) }),
    close: () => pool.destroy(),
  }
}

/** A view into Node's shared pool of small buffers cannot be given away; a buffer of its own can. */
const ownedBuffer = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
