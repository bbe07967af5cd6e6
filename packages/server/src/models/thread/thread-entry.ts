import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { NetworkUse } from '@platelight/imaging/network-port.ts'
import type { ModelSettings } from '../model-settings.ts'
import { localNetworks } from './local-networks.ts'
import { serveNetworks } from './serve-networks.ts'

/** What the model thread tells of itself. */
export type ModelThreadMessage =
  | { readonly trouble: string }
  | { readonly serving: { readonly use: NetworkUse; readonly engine: string | undefined } }
  | { readonly unloaded: NetworkUse }

/** What it is told: a port to answer on, or to come to an end. */
export type ModelThreadCommand = { readonly port: MessagePort } | 'end'

// Entry of the one thread of a process that runs networks.
const send = (news: ModelThreadMessage) => parentPort?.postMessage(news)
const networks = localNetworks({
  settings: workerData as ModelSettings,
  onTrouble: (trouble) => send({ trouble }),
  onServing: (use, engine) => send({ serving: { use, engine } }),
  onUnloaded: (unloaded) => send({ unloaded }),
})
const serve = serveNetworks(networks)

parentPort?.on('message', async (order: ModelThreadCommand) => {
  if (order !== 'end') return serve(order.port)
  await networks.close()
  process.exit()
})
