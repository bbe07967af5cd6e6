import type { MessagePort } from 'node:worker_threads'
import type { Inference, Networks, NetworkUse, Tensor } from '@platelight/imaging/network-port.ts'
import { type NetworkRequest, type NetworkResponse, OPEN } from './thread-messages.ts'
import { transferable } from './transferable.ts'

type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never

/** Networks that run in another thread. */
export interface RemoteNetworks extends Networks {
  /** Closes the port. Requests without a response are dropped there and fail here. */
  close(): void
}

/**
 * Networks behind a port of the model thread. The first request starts that thread.
 *
 * @throws Error from `find` and `run` when the model thread ended meanwhile
 */
export function networkClient(port: MessagePort): RemoteNetworks {
  const waiting = new Map<number, { resolve(response: NetworkResponse): void; reject(error: Error): void }>()
  let opened: Promise<void> | undefined
  let ended = false
  let lastId = 0

  const opening = () =>
    new Promise<void>((resolve, reject) => {
      waiting.set(0, { resolve: () => resolve(), reject })
      port.on('message', (message: NetworkResponse | typeof OPEN) => {
        const id = message === OPEN ? 0 : message.id
        const request = waiting.get(id)
        waiting.delete(id)
        if (message === OPEN) request?.resolve({ id: 0, engine: undefined, traits: {} })
        else if ('error' in message) request?.reject(new Error(message.error))
        else request?.resolve(message)
      })
      port.on('close', () => {
        ended = true
        for (const { reject } of waiting.values()) reject(new Error('the model thread ended'))
        waiting.clear()
      })
      port.postMessage(OPEN)
    })

  const send = async (request: WithoutId<NetworkRequest>, transfer: ArrayBuffer[] = []): Promise<NetworkResponse> => {
    opened ??= opening()
    await opened
    if (ended) throw new Error('the model thread ended')
    const id = ++lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      port.postMessage({ ...request, id }, transfer)
    })
  }

  return {
    async find(use: NetworkUse) {
      const found = await send({ kind: 'find', use })
      if (!('engine' in found) || found.engine === undefined) return undefined
      return {
        engine: found.engine,
        ...found.traits,
        async run(input: Tensor): Promise<Inference> {
          const data = transferable(input.data)
          const result = await send({ kind: 'run', use, data, dims: input.dims }, [data.buffer])
          if (!('data' in result)) throw new Error('the model thread gave a response of the wrong kind')
          const { id: _id, ...inference } = result
          return inference
        },
      }
    },
    close: () => port.close(),
  }
}
