import type { MessagePort } from 'node:worker_threads'
import type { Networks, NetworkUse, Tensor } from '@platelight/imaging/network-port.ts'
import { type NetworkRequest, type NetworkResponse, OPEN, ownBuffers } from './thread-messages.ts'

type RequestWithoutId = NetworkRequest extends infer Kind
  ? Kind extends NetworkRequest
    ? Omit<Kind, 'id'>
    : never
  : never

/** Networks of another thread. */
export interface RemoteNetworks extends Networks {
  /** Hangs up; what was asked and is not answered is dropped there, and fails here. */
  close(): void
}

/**
 * Networks at the other end of a port that {@link modelThread} gave out. The model thread is started with the first
 * question.
 *
 * @throws Error from `find` and `run` when the model thread ended meanwhile
 */
export function networkClient(port: MessagePort): RemoteNetworks {
  const waiting = new Map<number, { resolve(answer: NetworkResponse): void; reject(error: Error): void }>()
  let opened: Promise<void> | undefined
  let ended = false
  let last = 0

  const opening = () =>
    new Promise<void>((resolve, reject) => {
      waiting.set(0, { resolve: () => resolve(), reject })
      port.on('message', (message: NetworkResponse | typeof OPEN) => {
        const id = message === OPEN ? 0 : message.id
        const asked = waiting.get(id)
        waiting.delete(id)
        if (message === OPEN) asked?.resolve({ id: 0, engine: undefined, anySize: false })
        else if ('error' in message) asked?.reject(new Error(message.error))
        else asked?.resolve(message)
      })
      port.on('close', () => {
        ended = true
        for (const { reject } of waiting.values()) reject(new Error('the model thread ended'))
        waiting.clear()
      })
      port.postMessage(OPEN)
    })

  const ask = async (question: RequestWithoutId, transfer: ArrayBuffer[] = []): Promise<NetworkResponse> => {
    opened ??= opening()
    await opened
    if (ended) throw new Error('the model thread ended')
    const id = ++last
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      port.postMessage({ ...question, id }, transfer)
    })
  }

  return {
    async find(use: NetworkUse) {
      const answer = await ask({ ask: 'find', use })
      if (!('engine' in answer) || answer.engine === undefined) return undefined
      return {
        engine: answer.engine,
        anySize: answer.anySize,
        async run({ data, dims }): Promise<Tensor> {
          const result = await ask({ ask: 'run', use, data, dims }, ownBuffers(data))
          if (!('data' in result)) throw new Error('the model thread gave another answer than was asked for')
          return { data: result.data, dims: result.dims }
        },
      }
    },
    close: () => port.close(),
  }
}
