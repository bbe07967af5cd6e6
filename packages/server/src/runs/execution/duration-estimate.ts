import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import type { Serving } from '@platelight/imaging/network-port.ts'
import type { Order, Size } from '../../operations/define-operation.ts'
import { expectedSeconds } from '../../operations/expected-durations.ts'

/** Stands for a picture of which nothing is known: what phones take. */
const USUAL_SIZE: Size = { width: 4_000, height: 3_000 }
/** The table counts as much as this many seconds of measured work, so that one tiny picture says little about a large one. */
const TRUST_IN_TABLE_SECONDS = 5
/** How much of what was measured before still counts after one more piece of work. */
const MEMORY = 0.8

export type DurationEstimate = ReturnType<typeof createDurationEstimate>

/** How fast this process works: what was measured here beside what the table says of each operation. */
export function createDurationEstimate(options: {
  threads: number
  limits: ImageLimits
  serving: () => Promise<Serving>
}) {
  const { threads, limits, serving } = options
  const measured = new Map<string, { took: number; usual: number }>()

  const machine = async () => ({ serving: await serving(), threads, maxDetailPixels: limits.maxDetailPixels })

  const ratio = (name: string): number => {
    const { took, usual } = measured.get(name) ?? { took: 0, usual: 0 }
    return (took + TRUST_IN_TABLE_SECONDS) / (usual + TRUST_IN_TABLE_SECONDS)
  }

  const secondsOf = async (order: Order, sizes: readonly (Size | undefined)[]): Promise<number> => {
    const known = sizes.map((size) => size ?? USUAL_SIZE)
    return expectedSeconds(order, known, await machine()) * ratio(order.operation.name)
  }

  return {
    /**
     * How long an order would work on an idle machine; of a batch all of its items, as many at once as there are threads.
     *
     * @param sizes of its pictures, undefined where unknown; those of a batch are told by its items
     * @returns seconds
     */
    async seconds(order: Order, sizesOf: (order: Order) => Promise<readonly (Size | undefined)[]>): Promise<number> {
      if (!order.items) return secondsOf(order, await sizesOf(order))
      const each = await Promise.all(order.items.map(async (item) => secondsOf(item, await sizesOf(item))))
      const all = each.reduce((sum, seconds) => sum + seconds, 0)
      return Math.max(all / threads, ...each)
    },

    /** Work has ended, or was stopped, after so many seconds. */
    async learn(order: Order, sizes: readonly Size[], seconds: number): Promise<void> {
      const { name } = order.operation
      const { took, usual } = measured.get(name) ?? { took: 0, usual: 0 }
      const expected = expectedSeconds(order, sizes, await machine())
      measured.set(name, { took: took * MEMORY + seconds, usual: usual * MEMORY + expected })
    },
  }
}
