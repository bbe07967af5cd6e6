import { parentPort, workerData } from 'node:worker_threads'
import type { ModelSettings } from '../model-settings.ts'
import { localNetworks } from './local-networks.ts'
import { serveNetworks } from './serve-networks.ts'
import type { ModelThreadCommand, ModelThreadMessage } from './thread-messages.ts'

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
