import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Inference, Network, Networks, Tensor } from '@platelight/imaging/network-port.ts'

/** Networks whose inferences are kept in a folder, so that the same picture costs them only once. */
export function keptNetworks(networks: Networks, folder: string): Networks {
  mkdirSync(folder, { recursive: true })
  return {
    async find(use) {
      const network = await networks.find(use)
      return network && keptNetwork(network, folder)
    },
  }
}

const keptNetwork = (network: Network, folder: string): Network => ({
  ...network,
  async run(input) {
    const hash = createHash('sha1').update(network.engine)
    hash.update(new Uint8Array(input.data.buffer, input.data.byteOffset, input.data.byteLength))
    const path = join(folder, hash.digest('hex'))
    if (existsSync(`${path}.json`)) return read(path)
    const inference = await network.run(input)
    const tensors = [inference, ...(inference.further ?? [])]
    const bytes = tensors.map(({ data }) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    writeFileSync(`${path}.f32`, Buffer.concat(bytes))
    writeFileSync(`${path}.part`, JSON.stringify(tensors.map(({ dims }) => [...dims])))
    renameSync(`${path}.part`, `${path}.json`)
    return inference
  },
})

function read(path: string): Inference {
  const bytes = readFileSync(`${path}.f32`)
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  let at = 0
  const tensors = (JSON.parse(readFileSync(`${path}.json`, 'utf8')) as number[][]).map((dims): Tensor => {
    const length = dims.reduce((product, dim) => product * dim, 1)
    at += length
    return { data: all.slice(at - length, at), dims }
  })
  const [first, ...further] = tensors as [Tensor, ...Tensor[]]
  return further.length > 0 ? { ...first, further } : first
}
