import { ServiceError } from '../../base/service-error.ts'
import type { AnsweredMask, WantedMask } from '../../operations/cutouts/provided-masks.ts'
import type { Engine, TaskOptions } from '../engine-port.ts'
import { type OrderJournal, openJournal } from '../synthesis/order-journal.ts'
import { type DeliveredPicture, orderPicture, type ProviderAccount } from '../synthesis/picture-order.ts'
import { ProviderError } from '../synthesis/provider-error.ts'

interface CutoutOptions {
  /** In the order in which they are tried. */
  readonly accounts: readonly ProviderAccount[]
  /** Whether this server finds the subject where no provider delivers. */
  readonly fallsBack: boolean
  /** Does the work, and reads what providers deliver. */
  readonly local: Engine
  /** Called with every failure of a provider, for the log. */
  readonly onProblem: (problem: ProviderError) => void
}

const tooLate = () =>
  new ServiceError(
    'engine_failed',
    `No provider cut out the photo within ${LONGEST_WAIT_MS / 1000} seconds. Nothing was charged. Try again.`,
  )

/** A caller waits for 60 seconds, and the work itself comes after. */
export const LONGEST_WAIT_MS = 40_000

/**
 * Work on photos whose subject providers cut out. The work begins in a thread. Where it needs the mask of a photo it ends, the mask
 * is ordered outside of all threads, and it begins again with the mask. So only work that needs masks orders any, at most one for
 * each photo. Work that nobody pays for orders none.
 */
export function cutoutEngine({ accounts, fallsBack, local, onProblem }: CutoutOptions): Engine {
  /** @returns undefined when the networks of this server shall find the subject */
  const order = async (
    { picture }: WantedMask,
    index: number,
    journal: OrderJournal,
    { signal: stop, priority, onStart }: TaskOptions,
  ): Promise<AnsweredMask['mask']> => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), LONGEST_WAIT_MS)
    const signal = AbortSignal.any([stop, late.signal])
    // The time without progress counts from here.
    onStart?.()
    const { width, height } = picture
    const request = { prompt: '', size: { width, height }, aspect: '1:1', references: [0], isCutout: true } as const
    const references = [picture.bytes]
    const rounds = fallsBack ? 1 : undefined
    let delivered: DeliveredPicture
    try {
      delivered = await orderPicture({ accounts, request, references, journal, index, signal, onProblem, rounds })
      const inputs = [delivered.bytes]
      const inThread = { signal: stop, ...(priority !== undefined && { priority }) }
      const read = await local.perform({ operation: 'read-mask', params: { width, height }, inputs }, inThread)
      const { provider: engine } = delivered
      if (!read.ok) {
        onProblem(new ProviderError(engine, 'unusable', `${engine} delivered no cut-out: ${read.message}`))
        throw new ServiceError('engine_failed', `${engine} delivered no usable cut-out. Nothing was charged.`)
      }
      const [mask] = read.outputs
      return mask && { alpha: mask.bytes, width: mask.width, height: mask.height, engine }
    } catch (error) {
      stop.throwIfAborted()
      const isOfProvider = late.signal.aborted || error instanceof ServiceError || error instanceof ProviderError
      if (isOfProvider && fallsBack) return undefined
      if (late.signal.aborted) throw tooLate()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    ...local,
    async perform(task, options) {
      const { provider, share } = options
      if (!provider || share?.isFree || task.inputs.length === 0) return local.perform(task, options)
      const journal = openJournal(provider.task, provider.keep)
      const masks: AnsweredMask[] = []
      for (;;) {
        // The buffers of a task belong to the thread that works on it.
        const inputs = task.inputs.map((bytes) => Uint8Array.from(bytes))
        const result = await local.perform({ ...task, inputs, masks }, options)
        if (result.ok || !result.wanted) return result
        const { sign } = result.wanted
        const mask = await order(result.wanted, masks.length, journal, options)
        masks.push({ sign, ...(mask && { mask }) })
      }
    },
  }
}
