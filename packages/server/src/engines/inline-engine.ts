import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import { NETWORK_USES, type Networks, NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import type { Films } from '../operations/reel/films-port.ts'
import type { Engine } from './engine-port.ts'
import { performTask } from './perform-task.ts'

/** Performs tasks in the calling thread. For tests and small installations. */
export function inlineEngine({
  limits,
  networks = NO_NETWORKS,
  films,
}: {
  limits: ImageLimits
  networks?: Networks
  films?: Films
}): Engine {
  let busy = 0
  return {
    name: 'local',
    capacity: 2,
    async perform(task, { signal, report, onStart }) {
      signal.throwIfAborted()
      onStart?.()
      busy++
      try {
        return await performTask(task, { limits, networks, ...(films && { films }), ...(report && { report }) })
      } finally {
        busy--
      }
    },
    load: () => ({ busy, waiting: 0 }),
    async serving() {
      const found = NETWORK_USES.map(async (use) => [use, (await networks.find(use))?.engine] as const)
      return Object.fromEntries((await Promise.all(found)).filter(([, engine]) => engine !== undefined))
    },
    loaded: () => [],
    close: async () => {},
  }
}
