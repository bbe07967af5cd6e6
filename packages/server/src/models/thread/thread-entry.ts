import { parentPort, workerData } from 'node:worker_threads'
import type { ModelSettings } from '../model-settings.ts'
import { localNetworks } from './local-networks.ts'
import { serveNetworks } from './serve-networks.ts'
import type { ModelThreadCommand, ModelThreadMessage } from './thread-messages.ts'

// The entry of the thread that runs networks. A process has one such thread.
const send = (message: ModelThreadMessage) => parentPort?.postMessage(message)
const networks = localNetworks({
  settings: workerData as ModelSettings,
  onTrouble: (trouble) => send({ trouble }),
  onServing: (use, engine) => send({ serving: { use, engine } }),
  onUnloaded: (unloaded) => send({ unloaded }),
})
const serve = serveNetworks(networks)

parentPort?.on('message', async (command: ModelThreadCommand) => {
  if (command !== 'end') return serve(command.port)
  await networks.close()
  process.exit()
})
