import type { ImageLimits } from '@platelight/imaging/codec/image-limits.ts'
import { NETWORK_USES, type Networks, NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import type { Engine } from './engine-port.ts'
import { perform } from './perform-task.ts'

/** Works in the calling thread: tests and tiny installs. */
export function inlineEngine({ limits, networks = NO_NETWORKS }: { limits: ImageLimits; networks?: Networks }): Engine {
  let busy = 0
  return {
    name: 'local',
    capacity: 2,
    async perform(task, { signal, report, begun }) {
      signal.throwIfAborted()
      begun?.()
      busy++
      try {
        return await perform(task, { limits, networks, ...(report && { report }) })
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
