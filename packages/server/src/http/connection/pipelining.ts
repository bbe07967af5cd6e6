import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that wait for the answer before theirs, over all connections: a few kilobytes each. */
const MAX_WAITING = 10_000

interface QueuedRequest {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly answer: () => void
}

interface Pipeline {
  current?: QueuedRequest | undefined
  readonly waiting: QueuedRequest[]
  /** Follows the last answer, before the connection closes. */
  closing?: () => void
}

/**
 * Answers the requests of a connection one at a time. A client may send many without reading an answer; Node would hand
 * over each as it arrives and keep every answer in memory. Here the next request is handled when the answer before it
 * has left this process, and no more is read from the socket while a request waits.
 */
export interface Pipelines {
  /** Runs `answer` when all earlier requests of the connection have been answered. */
  run(req: IncomingMessage, res: ServerResponse, answer: () => void): void
  /** Runs `last` when every request that arrived whole is answered; where the current one did not, it is answered that. */
  close(socket: Socket, last: () => void): void
  /** Whether a request of this connection is being answered; undefined where it never sent one. */
  isAnswering(socket: Socket): boolean | undefined
}

export function createPipelines({ maxWaiting = MAX_WAITING }: { maxWaiting?: number } = {}): Pipelines {
  const pipelines = new WeakMap<Socket, Pipeline>()
  let waiting = 0

  const open = (socket: Socket): Pipeline => {
    const pipeline: Pipeline = { waiting: [] }
    pipelines.set(socket, pipeline)
    socket.once('close', () => drop(pipeline))
    // Node reads on when it lets go of a request, and when somebody reads a body.
    socket.on('resume', () => {
      if (pipeline.waiting.length > 0) socket.pause()
    })
    return pipeline
  }
  const drop = (pipeline: Pipeline) => {
    waiting -= pipeline.waiting.splice(0).length
  }

  const begin = (pipeline: Pipeline, turn: QueuedRequest) => {
    pipeline.current = turn
    // Not in the same tick: a connection that has much to be answered would keep all others waiting.
    turn.res.once('close', () => setImmediate(advance, turn.req.socket, pipeline))
    turn.answer()
  }

  const advance = (socket: Socket, pipeline: Pipeline) => {
    pipeline.current = undefined
    // The answer may have closed the connection, and whatever was asked after it is void.
    if (socket.destroyed || !socket.writable) return drop(pipeline)
    const next = pipeline.waiting.shift()
    if (!next) return pipeline.closing?.()
    waiting -= 1
    if (pipeline.waiting.length === 0) socket.resume()
    begin(pipeline, next)
  }

  return {
    run(req, res, answer) {
      const { socket } = req
      const pipeline = pipelines.get(socket) ?? open(socket)
      const turn = { req, res, answer }
      if (!pipeline.current) return begin(pipeline, turn)
      if (waiting >= maxWaiting) {
        socket.destroy()
        return
      }
      waiting += 1
      pipeline.waiting.push(turn)
      socket.pause()
    },

    close(socket, last) {
      const pipeline = pipelines.get(socket)
      const current = pipeline?.current
      if (!pipeline || !current) return last()
      if (!current.req.complete) {
        if (current.res.headersSent) socket.destroy()
        else last()
        return
      }
      // The rest of its body will not come.
      if (pipeline.waiting.at(-1)?.req.complete === false) {
        pipeline.waiting.pop()
        waiting -= 1
      }
      pipeline.closing ??= last
    },

    isAnswering(socket) {
      const pipeline = pipelines.get(socket)
      return pipeline && pipeline.current !== undefined
    },
  }
}
