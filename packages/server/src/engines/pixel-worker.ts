import { type MessagePort, parentPort } from 'node:worker_threads'
import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import { NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina'
import { networkClient } from '../models/thread/network-client.ts'
import { transferable } from '../models/thread/transferable.ts'
import type { ProgressReport } from '../operations/define-work.ts'
import type { Task, TaskResult } from './engine-port.ts'
import { filmClient } from './films/film-ports.ts'
import { performTask } from './perform-task.ts'
import type { ProgressMessage } from './thread-pool-engine.ts'

const { limits } = workerData as { limits: ImageLimits }

/** The entry of a worker thread: performs one task, and transfers the finished bytes instead of copying them. */
export default async function worker({
  networks: port,
  films: filmPort,
  number,
  ...task
}: Task & { networks?: MessagePort; films?: MessagePort; number?: number }): Promise<TaskResult> {
  const networks = port && networkClient(port)
  const report =
    number === undefined
      ? undefined
      : (progress: ProgressReport) => parentPort?.postMessage({ number, progress } satisfies ProgressMessage)
  try {
    return transferOutputs(
      await performTask(task, {
        limits,
        networks: networks ?? NO_NETWORKS,
        ...(filmPort && { films: filmClient(filmPort) }),
        ...(report && { report }),
      }),
    )
  } finally {
    networks?.close()
    filmPort?.close()
  }
}

function transferOutputs(result: TaskResult): TaskResult {
  if (!result.ok) return result
  const outputs = result.outputs.map((output) => ({ ...output, bytes: transferable(output.bytes) }))
  const moved = {
    [valueSymbol]: { ...result, outputs },
    [transferableSymbol]: [...new Set(outputs.map(({ bytes }) => bytes.buffer))],
  }
  return move(moved as unknown as Parameters<typeof move>[0]) as unknown as TaskResult
}
