import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import type { Serving } from '@platelight/imaging/network-port.ts'
import { type Order, type RunOrder, runOrdersOf } from '../../operations/define-operation.ts'
import type { Size } from '../../operations/picture-size.ts'

/** Assumed for a picture of unknown size: the size of a phone's photo. */
const USUAL_SIZE: Size = { width: 4_000, height: 3_000 }
/**
 * The table counts as much as this many seconds of measured work, so that one tiny picture has little effect on large ones.
 */
const TABLE_WEIGHT_SECONDS = 5
/** The weight of earlier measurements after one more. */
const DECAY = 0.8

export type DurationEstimate = ReturnType<typeof createDurationEstimate>

/**
 * Estimates how long work takes: by the table of each operation, corrected by the measurements of this process. Machines
 * differ, so processes do not share them. One that only answers requests keeps to the table.
 */
export function createDurationEstimate(options: {
  threads: number
  limits: ImageLimits
  serving: () => Promise<Serving>
}) {
  const { threads, limits, serving } = options
  const measured = new Map<string, { took: number; expected: number }>()

  const machine = async () => ({ serving: await serving(), threads, maxDetailPixels: limits.maxDetailPixels })

  const ratio = (name: string): number => {
    const { took, expected } = measured.get(name) ?? { took: 0, expected: 0 }
    return (took + TABLE_WEIGHT_SECONDS) / (expected + TABLE_WEIGHT_SECONDS)
  }

  const expectedSeconds = async ({ operation, params }: RunOrder, sizes: readonly Size[]): Promise<number> =>
    operation.expectedSeconds(params, sizes, await machine())

  const secondsOf = async (order: RunOrder, sizes: readonly (Size | undefined)[]): Promise<number> => {
    const known = sizes.map((size) => size ?? USUAL_SIZE)
    return (await expectedSeconds(order, known)) * ratio(order.operation.name)
  }

  return {
    /**
     * The duration of an order on an idle machine. All threads work on the items of a batch at the same time.
     *
     * @param sizesOf the sizes of an order's pictures, undefined if unknown; called for each item of a batch
     * @returns seconds
     */
    async seconds(order: Order, sizesOf: (order: RunOrder) => Promise<readonly (Size | undefined)[]>): Promise<number> {
      const each = await Promise.all(runOrdersOf(order).map(async (item) => secondsOf(item, await sizesOf(item))))
      const all = each.reduce((sum, seconds) => sum + seconds, 0)
      return Math.max(all / threads, ...each)
    },

    /** The duration of an order for pictures of a known size. @returns seconds */
    of: secondsOf,

    /** The same before anything is known of its pictures. */
    usual: (order: RunOrder): Promise<number> =>
      secondsOf(
        order,
        order.operation.sources(order.params).map(() => undefined),
      ),

    /** Records the measured seconds of work. */
    async learn(order: RunOrder, sizes: readonly Size[], seconds: number): Promise<void> {
      const { name } = order.operation
      const before = measured.get(name) ?? { took: 0, expected: 0 }
      const expected = await expectedSeconds(order, sizes)
      measured.set(name, { took: before.took * DECAY + seconds, expected: before.expected * DECAY + expected })
    },
  }
}
