import { type AttachedServer, answers } from './attach-server.ts'

export interface SteadyFetchOptions {
  readonly current: () => AttachedServer
  /** Starts or joins a server anew; afterwards `current` gives that one. */
  readonly reattach: () => Promise<AttachedServer>
  /** Sends a request. Default: the global fetch. */
  readonly send?: (request: Request) => Promise<Response>
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/

/** A server that dies this often in one run will die again. */
const MOST_RESTARTS = 8

/**
 * A fetch for a server that may move. Every loopback address a caller holds, however old, goes to the server as it is
 * now; when a connection fails because the server is gone, it is started again before the failure is reported. The
 * SDK's own retry then finds it: requests are not repeated here, where nobody knows which of them may be.
 */
export function createSteadyFetch({ current, reattach, send = fetch }: SteadyFetchOptions) {
  let restarting: Promise<unknown> | undefined
  let restarts = 0

  const restart = (gone: AttachedServer): Promise<unknown> => {
    // Many requests fail at once when a server goes; the first of them sees to it, the others wait.
    if (current() !== gone) return Promise.resolve()
    if (!restarting) {
      restarts++
      restarting = reattach().finally(() => {
        restarting = undefined
      })
    }
    return restarting
  }

  return async (request: Request): Promise<Response> => {
    await restarting
    const server = current()
    try {
      return await send(moved(request, server.url))
    } catch (error) {
      if (!request.signal.aborted && restarts < MOST_RESTARTS && !(await answers(server.url))) await restart(server)
      throw error
    }
  }
}

function moved(request: Request, origin: string): Request {
  const url = new URL(request.url)
  const target = new URL(origin)
  if (url.origin === target.origin || !LOOPBACK.test(url.hostname)) return request
  // A body that was given as a stream is passed on as one.
  const init = request.body ? ({ duplex: 'half' } as RequestInit) : {}
  return new Request(new URL(`${url.pathname}${url.search}`, target), new Request(request, init))
}
