import { type AttachedServer, answers } from './attach-server.ts'

export interface SteadyFetchOptions {
  readonly current: () => AttachedServer
  /** Starts or joins a server again; afterwards `current` returns it. */
  readonly reattach: () => Promise<AttachedServer>
  /** Sends a request. Default: the global fetch. */
  readonly send?: (request: Request) => Promise<Response>
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/

/** After this many restarts in one run, further restarts would not help. */
const MAX_RESTARTS = 8

/**
 * Creates a fetch for a server whose port may change. A request to any loopback address goes to the current server. If a
 * connection fails because the server has stopped, the server is restarted before the error is thrown. Requests are not
 * repeated here, because only the SDK knows which may be; its retry then reaches the new server.
 */
export function createSteadyFetch({ current, reattach, send = fetch }: SteadyFetchOptions) {
  let restarting: Promise<unknown> | undefined
  let restarts = 0

  const restart = (stopped: AttachedServer): Promise<unknown> => {
    // Many requests fail at once when the server stops. The first restarts it, the others wait.
    if (current() !== stopped) return Promise.resolve()
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
      return await send(redirectToServer(request, server.url))
    } catch (error) {
      if (!request.signal.aborted && restarts < MAX_RESTARTS && !(await answers(server.url))) await restart(server)
      throw error
    }
  }
}

function redirectToServer(request: Request, origin: string): Request {
  const url = new URL(request.url)
  const target = new URL(origin)
  if (url.origin === target.origin || !LOOPBACK.test(url.hostname)) return request
  // A streamed body is passed on as a stream.
  const init = request.body ? ({ duplex: 'half' } as RequestInit) : {}
  return new Request(new URL(`${url.pathname}${url.search}`, target), new Request(request, init))
}
