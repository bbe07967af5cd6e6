import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import type { NetworkUse, Serving } from '@platelight/imaging/network-port.ts'
import { MINUTE_MS } from '../../base/durations.ts'
import { inspectModels, servingOf } from '../files/inspect-models.ts'
import type { ModelSettings } from '../model-settings.ts'
import { disableTelemetry } from './disable-telemetry.ts'
import { networkClient } from './network-client.ts'
import { reportOnce } from './report-once.ts'
import type { ModelThreadCommand, ModelThreadMessage } from './thread-messages.ts'

/** The time that a running network gets when the server stops. Native code cannot be interrupted. */
const CLOSE_TIMEOUT_MS = 5_000
/** Files are inspected again after this long. */
const INSPECTION_MS = MINUTE_MS

/** The only thread of this process that runs networks. The first request starts it. */
export interface ModelThread {
  /** Creates a port to it, for another thread and its {@link networkClient}. */
  connect(): MessagePort
  /** The engine of each use. It is known from the installed files, and corrected by what happens when they are loaded. */
  serving(): Promise<Serving>
  /** The uses whose network is in memory now. */
  inMemory(): NetworkUse[]
  /** Loads the networks that the settings name, and reports those that cannot be loaded to `onTrouble`. */
  preload(): Promise<void>
  close(): Promise<void>
}

/**
 * @param start starts the thread on its built entry and gives it the settings as `workerData`
 * @param onTrouble called once for everything that is wrong with a model
 * @example
 * const models = modelThread({ settings, onTrouble: logger.warn, start: (workerData) => new Worker(entry, { workerData }) })
 * pool.run(task, { transferList: [models.connect()] })
 */
export function modelThread(options: {
  settings: ModelSettings
  onTrouble: (problem: string) => void
  start: (workerData: ModelSettings) => Worker
}): ModelThread {
  const { settings, onTrouble, start } = options
  const loaded = new Map<NetworkUse, string | undefined>()
  const inMemory = new Set<NetworkUse>()
  const reportProblem = reportOnce(onTrouble)
  let thread: Worker | undefined
  let inspection: { at: number; serving: Promise<Serving> } | undefined
  let closed = false

  const running = (): Worker => {
    if (thread) return thread
    disableTelemetry()
    const started = start(settings)
    const gone = (problem: string) => {
      if (thread !== started) return
      thread = undefined
      loaded.clear()
      inMemory.clear()
      if (!closed) onTrouble(`the model thread ended (${problem}); the next picture starts another`)
    }
    started.on('message', (message: ModelThreadMessage) => {
      if ('trouble' in message) reportProblem(message.trouble)
      else if ('unloaded' in message) inMemory.delete(message.unloaded)
      else {
        const { use, engine } = message.serving
        loaded.set(use, engine)
        if (engine !== undefined) inMemory.add(use)
      }
    })
    started.on('error', (error: Error) => gone(error.message))
    started.on('exit', (code) => gone(`exit code ${code}`))
    started.unref()
    thread = started
    return started
  }

  const connect = (): MessagePort => {
    const { port1: here, port2: there } = new MessageChannel()
    // Only the first message shows that the task needs networks, so the thread is started then.
    here.once('message', () => {
      if (closed) return here.close()
      running().postMessage({ port: here } satisfies ModelThreadCommand, [here])
    })
    here.unref()
    return there
  }

  const inspectFiles = async (): Promise<Serving> => {
    const inspected = await inspectModels(settings)
    for (const { status, problem, model } of inspected) {
      if (problem && (status === 'damaged' || !model)) reportProblem(problem)
    }
    const serving = servingOf(inspected, settings)
    // Only loading shows whether a file of the operator works.
    const untried = inspected.filter(
      ({ use, model, status }) => !model && status === 'ready' && serving[use] && !loaded.has(use),
    )
    if (untried.length === 0) return serving
    const networks = networkClient(connect())
    for (const { use } of untried) {
      const found = await networks.find(use).catch(() => undefined)
      loaded.set(use, found?.engine)
    }
    networks.close()
    return serving
  }

  return {
    connect,
    async serving() {
      if (!inspection || Date.now() - inspection.at > INSPECTION_MS)
        inspection = { at: Date.now(), serving: inspectFiles() }
      const files = await inspection.serving
      return Object.fromEntries(
        Object.entries({ ...files, ...Object.fromEntries(loaded) }).filter(([, engine]) => engine !== undefined),
      )
    },
    inMemory: () => [...inMemory],
    async preload() {
      if (settings.preload.length === 0) return
      const networks = networkClient(connect())
      for (const use of settings.preload) {
        const found = await networks.find(use).catch(() => undefined)
        if (!found)
          reportProblem(
            `PLATELIGHT_PRELOAD asks for ${use}, and no network for it could be loaded; "models list" says why`,
          )
      }
      networks.close()
    },
    async close() {
      closed = true
      const last = thread
      if (!last) return
      last.ref()
      const ended = new Promise<void>((resolve) => last.once('exit', () => resolve()))
      last.postMessage('end' satisfies ModelThreadCommand)
      const late = setTimeout(() => void last.terminate(), CLOSE_TIMEOUT_MS)
      await ended
      clearTimeout(late)
    },
  }
}
