import type { GenerateParams } from '../../operations/generate/generate-params.ts'
import { describePictures, type PictureRequest, pictureRequest } from '../../operations/generate/picture-request.ts'
import { chooseModel } from '../../operations/tables/provider-models.ts'
import type { Engine, Task, TaskOptions, TaskResult } from '../engine-port.ts'
import { openJournal } from './order-journal.ts'
import { orderPicture, type ProviderAccount } from './picture-order.ts'
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

/** Pictures that are ordered at the same time, in addition to work in threads. */
export const ORDERS_AT_ONCE = 8

/**
 * Gives work to providers of pictures. The threads of the local engine check and rewrite what goes there and what comes back.
 */
export function synthesisEngine({ accounts, local, onProblem }: SynthesisOptions): Engine {
  let busy = 0

  const perform = async (request: PictureRequest, task: Task, options: TaskOptions): Promise<TaskResult> => {
    const { report, priority, provider } = options
    const stop = new AbortController()
    const signal = AbortSignal.any([options.signal, stop.signal])
    const { names, count } = request
    const steps = names.length + count + 1
    const inThread = { signal, ...(priority !== undefined && { priority }) }

    const prepared = await local.perform(
      { operation: 'prepare-references', params: { names, steps }, inputs: task.inputs },
      { ...inThread, ...(report && { report }) },
    )
    if (!prepared.ok) return prepared
    const references = prepared.outputs.map(({ bytes }) => bytes)

    const journal = openJournal(provider?.task ?? null, async (orders, micros) => provider?.keep(orders, micros))
    let delivered = 0
    const tell = () =>
      report?.({
        current: names.length + delivered,
        total: steps,
        status: `Making picture ${Math.min(count, delivered + 1)} of ${count}`,
      })
    tell()
    const chain = accountsFor(accounts, request)
    const orders = Array.from({ length: count }, async (_, index) => {
      const picture = await orderPicture({ accounts: chain, request, references, journal, index, signal, onProblem })
      delivered++
      tell()
      return picture
    })
    const pictures = await Promise.all(orders).catch(async (error: unknown) => {
      // The others are of no use any more. Their requests end before the run does.
      stop.abort()
      await Promise.allSettled(orders)
      throw error
    })

    const finished = await local.perform(
      {
        operation: 'finish-pictures',
        params: { ...describePictures(pictures, request, references.length), size: request.size },
        inputs: pictures.map(({ bytes }) => bytes),
      },
      inThread,
    )
    if (finished.ok) return finished
    const engines = [...new Set(pictures.map(({ provider: name }) => name))].join(', ')
    const message = `The picture of ${engines} cannot be used: ${finished.message} Nothing was charged.`
    return { ok: false, code: 'engine_failed', message }
  }

  return {
    name: accounts.map(({ settings }) => settings.name).join(', '),
    capacity: ORDERS_AT_ONCE,
    async perform(task, options) {
      const params = task.params as GenerateParams
      // It was accepted as a free placeholder, and stays one.
      if (params.engine === 'preview') return local.perform(task, options)
      options.onStart?.()
      busy++
      try {
        return await perform(pictureRequest(params), task, options)
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

/**
 * The accounts to try. Those that have the very model come first. Another model never takes the place of the dearest one, which
 * costs more.
 *
 * @throws ServiceError `engine_unavailable` when none is left
 */
function accountsFor(accounts: readonly ProviderAccount[], { model }: PictureRequest): readonly ProviderAccount[] {
  const has = ({ settings }: ProviderAccount) => chooseModel(settings.name, model, settings.model).isAsked
  const exact = accounts.filter(has)
  const able = model === 'flux-2-max' ? exact : [...exact, ...accounts.filter((one) => !has(one))]
  if (able.length > 0) return able
  const [first] = accounts
  throw first ? providerGone(first.settings.name) : explainFailures([])
}
