import type {
  Inference,
  Network,
  Networks,
  NetworkTraits,
  NetworkUse,
  Tensor,
} from '@platelight/imaging/network-port.ts'
import { MINUTE_MS } from '../../base/durations.ts'
import { type InspectedModel, inspectModels } from '../files/inspect-models.ts'
import { prepareOnnx } from '../files/prepare-onnx.ts'
import { CONTRACTS, type ServedUse } from '../model-catalogue.ts'
import type { ModelSettings } from '../model-settings.ts'
import { loadRuntime, type Runtime } from './onnx-runtime.ts'
import { openNetwork } from './open-network.ts'
import { reportOnce } from './report-once.ts'

/** A network that could not be loaded is tried again after this long, so that a repair needs no restart. */
const RETRY_MS = MINUTE_MS

/** Networks that run in this thread. */
export interface LocalNetworks extends Networks {
  /** Frees all memory. Nothing may be called afterwards. */
  close(): Promise<void>
}

export interface LocalOptions {
  readonly settings: ModelSettings
  /** Called once for each problem that concerns the operator, however often it occurs. */
  onTrouble?(problem: string): void
  /** Called when a network was loaded for a use, or none could be. */
  onServing?(use: NetworkUse, engine: string | undefined): void
  /** Called when an idle network was unloaded. */
  onUnloaded?(use: NetworkUse): void
}

interface Loaded {
  readonly engine: string
  readonly traits: NetworkTraits
  run(input: Tensor): Promise<Inference>
  release(): Promise<void>
}

interface NetworkSlot {
  loading: Promise<Loaded | undefined>
  lastUsed: number
  /** Runs in progress. */
  running: number
}

/**
 * Networks that run in the calling thread. Each is loaded when it is first needed, and unloaded after a long time without
 * use.
 *
 * @example
 * const networks = localNetworks({ settings })
 * const cutout = await networks.find('cutout')
 */
export function localNetworks(options: LocalOptions): LocalNetworks {
  const { settings, onTrouble = () => {}, onServing = () => {}, onUnloaded = () => {} } = options
  const slots = new Map<NetworkUse, NetworkSlot>()
  const reportProblem = reportOnce(onTrouble)
  let runtime: Runtime | undefined

  /** Loads the best model of a use. If that fails, it tries the next one. */
  const load = async (use: NetworkUse): Promise<Loaded | undefined> => {
    for (const candidate of await inspectModels(settings, use)) {
      const loaded = await open(candidate)
      if (loaded) return loaded
    }
    return undefined
  }

  const open = async (candidate: InspectedModel): Promise<Loaded | undefined> => {
    const { id, engine, use, status, problem } = candidate
    if (status === 'damaged' || (status === 'missing' && !candidate.model)) reportProblem(`${problem}`)
    if (status !== 'ready') return undefined
    try {
      runtime ??= loadRuntime(settings)
      const opened = await openModel(candidate, settings, runtime, reportProblem)
      return { ...opened, engine }
    } catch (error) {
      reportProblem(`${id} is not used for ${use}: ${(error as Error).message}`)
      return undefined
    }
  }

  const useSlot = (use: NetworkUse): NetworkSlot => {
    const known = slots.get(use)
    if (known) {
      known.lastUsed = Date.now()
      return known
    }
    const slot: NetworkSlot = { lastUsed: Date.now(), running: 0, loading: load(use) }
    slots.set(use, slot)
    slot.loading.then(
      (loaded) => {
        onServing(use, loaded?.engine)
        if (!loaded) setTimeout(() => slots.delete(use), RETRY_MS).unref()
      },
      () => slots.delete(use),
    )
    return slot
  }

  const unloadIdle = async (): Promise<void> => {
    for (const [use, slot] of slots) {
      const isIdle = () => slot.running === 0 && Date.now() - slot.lastUsed >= settings.idleMs
      if ((settings.preload as readonly NetworkUse[]).includes(use) || !isIdle()) continue
      const loaded = await slot.loading.catch(() => undefined)
      // It may have been used meanwhile.
      if (!loaded || !isIdle()) continue
      slots.delete(use)
      onUnloaded(use)
      await loaded.release()
    }
  }
  const unloading =
    settings.idleMs > 0 ? setInterval(() => void unloadIdle().catch(() => {}), settings.idleMs / 4) : undefined
  unloading?.unref()

  return {
    async find(use): Promise<Network | undefined> {
      const found = await useSlot(use).loading
      if (!found) return undefined
      return {
        engine: found.engine,
        ...found.traits,
        async run(input) {
          // It may have been unloaded since it was found.
          const slot = useSlot(use)
          slot.running++
          try {
            const loaded = await slot.loading
            if (!loaded) throw new Error(`the network for ${use} cannot be loaded again`)
            return await loaded.run(input)
          } finally {
            slot.running--
            slot.lastUsed = Date.now()
          }
        },
      }
    },
    async close() {
      clearInterval(unloading)
      const all = [...slots.values()].map(({ loading }) => loading.catch(() => undefined))
      slots.clear()
      for (const loaded of await Promise.all(all)) await loaded?.release()
    },
  }
}

/** @throws Error saying why an installed network cannot be used */
async function openModel(
  candidate: InspectedModel,
  settings: ModelSettings,
  runtime: Runtime,
  tell: (problem: string) => void,
): Promise<Omit<Loaded, 'engine'>> {
  const { model, where = '', use } = candidate
  const onnx = model ? await prepareOnnx(model, where, settings.cacheFolder, tell) : where
  const { session, ports, side, isStrong, check } = await openNetwork(onnx, candidate, runtime, settings.threads)
  const { input, output, furtherOutputs } = ports
  // Models of the catalogue were checked before they were listed. A file of the operator is checked here.
  const wrong = model ? undefined : await check()
  if (wrong !== undefined || input === undefined || output === undefined) {
    await session.release()
    throw new Error(`${wrong}. ${CONTRACTS[use as ServedUse].setting} needs a network that MODELS.md describes.`)
  }
  return {
    traits: { anySize: session.varies(input), ...(side !== undefined && { side }), ...(isStrong && { isStrong }) },
    run: (tensor: Tensor) => session.run(input, tensor, output, furtherOutputs),
    release: () => session.release(),
  }
}
