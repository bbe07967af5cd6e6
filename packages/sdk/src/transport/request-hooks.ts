import type { Clock } from './sdk-clock.ts'
import { PlatelightError } from './sdk-errors.ts'

/** A request that is about to be sent. */
export interface SentRequest {
  /** The request. Headers that a hook sets on it are sent. */
  readonly request: Request
  /** Method and path template, such as `POST /api/upscale`; `download` for the file behind a link. */
  readonly operation: string
  /** 1 for the first attempt of a call. */
  readonly attempt: number
}

/** What became of a request: a response, or the error of the connection. */
export interface ReceivedResponse extends SentRequest {
  /** The response. Read only a clone of it: `response.clone()`. */
  readonly response?: Response
  /** What fetch threw. */
  readonly error?: unknown
  /** From the request to the headers of the response, in milliseconds. */
  readonly durationMs: number
}

/** Functions that see every attempt of every call. They may be asynchronous, and the call waits for them. */
export interface Hooks {
  /** Called before each attempt. Requests of `client.raw` have the method and the path as their operation. */
  readonly onRequest?: (sent: SentRequest) => unknown
  /** Called after each attempt, also after one that failed or was aborted. */
  readonly onResponse?: (received: ReceivedResponse) => unknown
}

/** Sends a request. Without an operation it is one of `client.raw`. */
export type HookedFetch = (request: Request, operation?: string, attempt?: number) => Promise<Response>

/** A fetch that calls the hooks. @throws PlatelightError `hook_failed` if a hook throws; that is not retried. */
export const createHookedFetch =
  (fetch: (request: Request) => Promise<Response>, { onRequest, onResponse }: Hooks, clock: Clock): HookedFetch =>
  async (request, operation = `${request.method} ${new URL(request.url).pathname}`, attempt = 1) => {
    const sent = { request, operation, attempt }
    await called(onRequest, sent)
    const startedAt = clock.now()
    const ended = (outcome: Pick<ReceivedResponse, 'response' | 'error'>) =>
      called(onResponse, { ...sent, ...outcome, durationMs: clock.now() - startedAt })
    let response: Response
    try {
      response = await fetch(request)
    } catch (error) {
      await ended({ error })
      throw error
    }
    await ended({ response })
    return response
  }

async function called<T>(hook: ((value: T) => unknown) | undefined, value: T): Promise<void> {
  try {
    await hook?.(value)
  } catch (cause) {
    throw new PlatelightError('hook_failed', `A hook failed: ${cause}`, { cause })
  }
}
