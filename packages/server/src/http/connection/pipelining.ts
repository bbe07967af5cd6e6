import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of all connections that wait for an earlier reply. Each takes a few kilobytes. */
const MAX_WAITING = 10_000

interface QueuedRequest {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly handle: () => void
}

interface Pipeline {
  current?: QueuedRequest | undefined
  readonly waiting: QueuedRequest[]
  /** Called after the last reply, before the connection closes. */
  onLastReply?: () => void
}

/**
 * Handles the requests of a connection one at a time. A client may send many requests without reading a reply, and Node
 * would handle each as it arrives and keep every reply in memory. Here the next request is handled when the reply before
 * it has left this process, and nothing more is read from the socket while a request waits.
 */
export interface Pipelines {
  /** Runs `handle` when all earlier requests of the connection have their replies. */
  run(req: IncomingMessage, res: ServerResponse, handle: () => void): void
  /** Runs `last` when every request that arrived whole has its reply. A current request that is incomplete gets `last` as its reply. */
  close(socket: Socket, last: () => void): void
  /** Whether a request of this connection is being handled; undefined when it never sent one. */
  isHandling(socket: Socket): boolean | undefined
}

export function createPipelines({ maxWaiting = MAX_WAITING }: { maxWaiting?: number } = {}): Pipelines {
  const pipelines = new WeakMap<Socket, Pipeline>()
  let waiting = 0

  const open = (socket: Socket): Pipeline => {
    const pipeline: Pipeline = { waiting: [] }
    pipelines.set(socket, pipeline)
    socket.once('close', () => drop(pipeline))
    // Node resumes the socket when a request ends, and when a body is read.
    socket.on('resume', () => {
      if (pipeline.waiting.length > 0) socket.pause()
    })
    return pipeline
  }
  const drop = (pipeline: Pipeline) => {
    waiting -= pipeline.waiting.splice(0).length
  }

  const begin = (pipeline: Pipeline, request: QueuedRequest) => {
    pipeline.current = request
    // Not in the same tick: a connection with many requests would keep all others waiting.
    request.res.once('close', () => setImmediate(advance, request.req.socket, pipeline))
    request.handle()
  }

  const advance = (socket: Socket, pipeline: Pipeline) => {
    pipeline.current = undefined
    // The reply may have closed the connection. Later requests are then void.
    if (socket.destroyed || !socket.writable) return drop(pipeline)
    const next = pipeline.waiting.shift()
    if (!next) return pipeline.onLastReply?.()
    waiting -= 1
    if (pipeline.waiting.length === 0) socket.resume()
    begin(pipeline, next)
  }

  return {
    run(req, res, handle) {
      const { socket } = req
      const pipeline = pipelines.get(socket) ?? open(socket)
      const request = { req, res, handle }
      if (!pipeline.current) return begin(pipeline, request)
      if (waiting >= maxWaiting) {
        socket.destroy()
        return
      }
      waiting += 1
      pipeline.waiting.push(request)
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
      pipeline.onLastReply ??= last
    },

    isHandling(socket) {
      const pipeline = pipelines.get(socket)
      return pipeline && pipeline.current !== undefined
    },
  }
}
