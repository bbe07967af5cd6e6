import { setImmediate as turn } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import type { Networks } from '@platelight/imaging/network-port.ts'
import { type NetworkRequest, type NetworkResponse, OPEN, ownBuffers } from './thread-messages.ts'

interface Waiting {
  readonly port: MessagePort
  readonly question: NetworkRequest
}

/**
 * Answers questions one after the other, whatever port they came over. A port that closed has nobody behind it any more:
 * what it still asked for is dropped.
 *
 * @returns Takes up one more port.
 */
export function serveNetworks(networks: Networks): (port: MessagePort) => void {
  let queue: Waiting[] = []
  let working = false

  const work = async (): Promise<void> => {
    if (working) return
    working = true
    for (;;) {
      // A network holds up this thread while it runs. Who hung up meanwhile is heard in one turn of the loop and known
      // in the next; the first may have begun already.
      for (let passed = 0; passed < 3; passed++) await turn()
      const next = queue.shift()
      if (!next) break
      await answer(next)
    }
    working = false
  }

  const answer = async ({ port, question }: Waiting): Promise<void> => {
    try {
      const found = await networks.find(question.use)
      if (question.ask === 'find')
        return reply(port, { id: question.id, engine: found?.engine, anySize: found?.anySize ?? false })
      if (!found) throw new Error(`there is no network for ${question.use} any more`)
      const { data, dims } = await found.run({ data: question.data, dims: question.dims })
      reply(port, { id: question.id, data, dims: [...dims] }, ownBuffers(data))
    } catch (error) {
      reply(port, { id: question.id, error: (error as Error).message })
    }
  }

  return (port) => {
    port.on('message', (question: NetworkRequest) => {
      queue.push({ port, question })
      void work()
    })
    port.on('close', () => {
      queue = queue.filter((one) => one.port !== port)
    })
    port.postMessage(OPEN)
  }
}

const reply = (port: MessagePort, answer: NetworkResponse, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(answer, transfer)
