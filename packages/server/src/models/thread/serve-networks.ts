import { setImmediate as turn } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import type { Network, Networks, NetworkTraits, Tensor } from '@platelight/imaging/network-port.ts'
import { type NetworkRequest, type NetworkResponse, OPEN } from './thread-messages.ts'
import { transferable } from './transferable.ts'

interface Waiting {
  readonly port: MessagePort
  readonly request: NetworkRequest
}

/**
 * Serves requests one after the other, whichever port they come from. Requests of a closed port are dropped.
 *
 * @returns a function that accepts requests from one more port
 */
export function serveNetworks(networks: Networks): (port: MessagePort) => void {
  let queue: Waiting[] = []
  let working = false

  const work = async (): Promise<void> => {
    if (working) return
    working = true
    for (;;) {
      // A network blocks this thread while it runs. A port that closed meanwhile is noticed in one turn of the event loop
      // and reported in the next. The first of the two turns may have started already.
      for (let passed = 0; passed < 3; passed++) await turn()
      const next = queue.shift()
      if (!next) break
      await answer(next)
    }
    working = false
  }

  const answer = async ({ port, request }: Waiting): Promise<void> => {
    try {
      const found = await networks.find(request.use)
      if (request.kind === 'find')
        return reply(port, { id: request.id, engine: found?.engine, traits: found ? traitsOf(found) : {} })
      if (!found) throw new Error(`the network for ${request.use} no longer exists`)
      const { further, ...first } = await found.run({ data: request.data, dims: request.dims })
      const output = plainTensor(first)
      const others = further?.map(plainTensor) ?? []
      const buffers = [output, ...others].map(({ data }) => data.buffer)
      reply(port, { id: request.id, ...output, ...(others.length > 0 && { further: others }) }, buffers)
    } catch (error) {
      reply(port, { id: request.id, error: (error as Error).message })
    }
  }

  return (port) => {
    port.on('message', (request: NetworkRequest) => {
      queue.push({ port, request })
      void work()
    })
    port.on('close', () => {
      queue = queue.filter((waiting) => waiting.port !== port)
    })
    port.postMessage(OPEN)
  }
}

/** Without its function, which cannot be sent. */
const traitsOf = ({ engine: _, run: __, ...traits }: Network): NetworkTraits => traits

/** Only its numbers, as an object that can be sent to another thread. */
const plainTensor = ({ data, dims }: Tensor) => ({ data: transferable(data), dims: [...dims] })

const reply = (port: MessagePort, response: NetworkResponse, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(response, transfer)
