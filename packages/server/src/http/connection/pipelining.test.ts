import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createPipelines } from './pipelining.ts'

test('the number of waiting requests of all connections is limited', () => {
  const pipelines = createPipelines({ maxWaiting: 3 })
  const connection = () => {
    const socket = Object.assign(new EventEmitter(), {
      destroyed: false,
      pause: () => undefined,
      destroy() {
        socket.destroyed = true
        socket.emit('close')
      },
    })
    return socket as unknown as Socket
  }
  const ask = (socket: Socket) =>
    pipelines.run({ socket, complete: true } as IncomingMessage, new EventEmitter() as ServerResponse, () => undefined)

  const [one, two] = [connection(), connection()]
  for (const socket of [one, one, one, two, two]) ask(socket)
  expect([one.destroyed, two.destroyed]).toEqual([false, false])
  ask(two)
  expect([one.destroyed, two.destroyed]).toEqual([false, true])
  // Its slot is free again.
  ask(one)
  expect(one.destroyed).toBe(false)
})
