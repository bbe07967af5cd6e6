import type { ImageProvider } from '../../base/engine-capability.ts'
import { operationNamed } from '../../operations/image-operations.ts'
import { describePictures } from '../../operations/synthesis/describe-pictures.ts'
import type { PictureRequest, ProviderBrief } from '../../operations/synthesis/provider-brief.ts'
import { chooseModel } from '../../operations/tables/provider-models.ts'
import type { Engine, Task, TaskOptions, TaskResult } from '../engine-port.ts'
import { openJournal } from './order-journal.ts'
import { type DeliveredPicture, orderPicture, type ProviderAccount } from './picture-order.ts'
import type { ProviderError } from './provider-error.ts'
import { explainFailures, providerGone } from './provider-refusals.ts'

export interface SynthesisOptions {
  /** In the order in which they are tried. */
  readonly accounts: readonly ProviderAccount[]
  /** Reads and writes the pictures. */
  readonly local: Engine
  /** Called with every failure of a provider, for the log. */
  readonly onProblem: (problem: ProviderError) => void
}

/** Runs that providers work on at the same time, in addition to work in threads. */
export const ORDERS_AT_ONCE = 8
/** To check what goes to a provider, and to write what comes back. */
const SECONDS_HERE = 1
/** Pictures of one run that are ordered at the same time. */
const PICTURES_AT_ONCE = 4
/** Refusals of a file. The pictures of callers were read before, so these are about what a provider delivered. */
const UNUSABLE: ReadonlySet<string> = new Set(['unsupported_image', 'image_unreadable', 'image_too_large'])

/**
 * Gives work to providers of pictures. The threads of the local engine check and rewrite what goes there and what comes back.
 */
export function synthesisEngine({ accounts, local, onProblem }: SynthesisOptions): Engine {
  let busy = 0

  const perform = async (brief: ProviderBrief, task: Task, options: TaskOptions): Promise<TaskResult> => {
    const { report, priority, provider, share } = options
    const stop = new AbortController()
    const signal = AbortSignal.any([options.signal, stop.signal])
    // Only its ends are done here.
    const ends = share && { share: { ...share, seconds: SECONDS_HERE } }
    const inThread = { signal, ...(priority !== undefined && { priority }), ...ends }
    // The buffers of a task belong to the thread that works on it.
    const kept = brief.keepsInputs ? task.inputs.map((bytes) => Uint8Array.from(bytes)) : []

    const prepared = await local.perform(
      { ...brief.prepare, inputs: task.inputs },
      { ...inThread, ...(report && { report }) },
    )
    if (!prepared.ok) return prepared
    const references = prepared.outputs.map(({ bytes }) => bytes)
    const requests = brief.requests(prepared.outputs)

    const journal = openJournal(provider?.task ?? null, async (orders, micros) => provider?.keep(orders, micros))
    const count = requests.length
    let delivered = 0
    const tell = () =>
      report?.({
        current: brief.steps - 1 - count + delivered,
        total: brief.steps,
        status: `Making picture ${Math.min(count, delivered + 1)} of ${count}`,
      })
    tell()
    const pictures = await inTurns(requests, stop, async (request, index) => {
      const followed = request.references.flatMap((at) => references[at] ?? [])
      const chain = accountsFor(accounts, request)
      const order = { accounts: chain, request, references: followed, journal, index, signal, onProblem }
      const picture = await orderPicture(order)
      delivered++
      tell()
      return picture
    })

    const finished = await local.perform(
      {
        ...brief.finish(describePictures(pictures, requests)),
        inputs: [...kept, ...pictures.map(({ bytes }) => bytes)],
      },
      inThread,
    )
    if (finished.ok || !UNUSABLE.has(finished.code)) return finished
    const engines = [...new Set(pictures.map(({ provider: name }) => name))].join(', ')
    const message = `The picture of ${engines} cannot be used: ${finished.message} Nothing was charged.`
    return { ok: false, code: 'engine_failed', message }
  }

  return {
    name: accounts.map(({ settings }) => settings.name).join(', '),
    capacity: ORDERS_AT_ONCE,
    async perform(task, options) {
      const brief = briefOf(task)
      if (!brief) return local.perform(task, options)
      options.onStart?.()
      busy++
      try {
        return await perform(brief, task, options)
      } finally {
        busy--
      }
    },
    load: () => ({ busy, waiting: 0 }),
    serving: async () => ({}),
    loaded: () => [],
    close: async () => {},
  }
}

const briefOf = ({ operation, params }: Task): ProviderBrief | undefined => operationNamed(operation).brief?.(params)

/**
 * Orders pictures, some at the same time.
 *
 * @param stop is aborted when one fails. The others are of no use then, and their requests end before this does.
 */
async function inTurns(
  requests: readonly PictureRequest[],
  stop: AbortController,
  order: (request: PictureRequest, index: number) => Promise<DeliveredPicture>,
): Promise<DeliveredPicture[]> {
  const pictures: DeliveredPicture[] = []
  const left = [...requests.entries()]
  const turns = Array.from({ length: PICTURES_AT_ONCE }, async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      stop.signal.throwIfAborted()
      const [index, request] = next
      pictures[index] = await order(request, index)
    }
  })
  try {
    await Promise.all(turns)
  } catch (error) {
    stop.abort()
    await Promise.allSettled(turns)
    throw error
  }
  return pictures
}

/**
 * The accounts to try. Those that have the very model come first. Another model never takes the place of the dearest one, which
 * costs more.
 *
 * @throws ServiceError `engine_unavailable` when none is left
 */
function accountsFor(accounts: readonly ProviderAccount[], { model }: PictureRequest): readonly ProviderAccount[] {
  const has = ({ settings }: ProviderAccount) =>
    chooseModel(settings.name as ImageProvider, model, settings.model).isAsked
  const exact = accounts.filter(has)
  const able = model === 'flux-2-max' ? exact : [...exact, ...accounts.filter((one) => !has(one))]
  if (able.length > 0) return able
  const [first] = accounts
  throw first ? providerGone(first.settings.name) : explainFailures([])
}
