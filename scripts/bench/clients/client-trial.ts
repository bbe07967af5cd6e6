// What a client does with a server, in a few words.

import { type Reply, type Stub, sends, stub } from './stub-server.ts'

interface Calls {
  read(signal?: AbortSignal): Promise<unknown>
  write(signal?: AbortSignal): Promise<unknown>
  remove?(): Promise<unknown>
}

export interface Contestant {
  readonly takes: { readonly signal: boolean; readonly timeout: boolean }
  readonly ok: object
  /** What its service calls a refused payment. */
  readonly refusalType?: string
  open(url: string, timeoutMs?: number): Promise<Calls>
}

/** Longer than the slowest of them takes with all its retries of a 503. */
const PATIENCE_MS = 25_000
export const NOT_THERE = '–'

interface Outcome {
  readonly error?: unknown
}

export const settled = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    () => ({}),
    (error) => ({ error }),
  )

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export const failing = (status: number, headers: Record<string, string> = {}): Reply =>
  sends(status, { error: { code: 'failed', type: 'api_error', message: 'It failed.' }, message: 'It failed.' }, headers)

export const fine = ({ ok }: Contestant): Reply => sends(200, ok)

/** Works with a client on a server that sends these replies. */
export async function on(
  contestant: Contestant,
  replies: readonly Reply[],
  work: (calls: Calls, server: Stub) => Promise<string>,
  timeoutMs?: number,
): Promise<string> {
  const server = await stub(...replies)
  try {
    const working = contestant.open(server.url, timeoutMs).then((calls) => work(calls, server))
    const { promise, stop } = deadline()
    return await Promise.race([working, promise]).finally(stop)
  } finally {
    server.close()
  }
}

function deadline() {
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`goes on for more than ${PATIENCE_MS / 1000} s`), PATIENCE_MS)
  })
  return { promise, stop: () => clearTimeout(timer) }
}

export const attemptsOf =
  (call: 'read' | 'write') =>
  async (calls: Calls, { requests }: Stub): Promise<string> => {
    await settled(calls[call]())
    if (requests.length === 1) return '1 attempt'
    if (call === 'read') return `${requests.length} attempts`
    const keys = new Set(requests.map(({ headers }) => headers['idempotency-key']))
    const key = keys.has(undefined) ? 'no key' : keys.size === 1 ? 'one key' : `${keys.size} keys`
    return `${requests.length} attempts, ${key}`
  }

export function obeyed(lateMs: number): string {
  const seconds = `${(Math.abs(lateMs) / 1000).toFixed(1)} s`
  if (lateMs < 0) return `no, ${seconds} early`
  // Dates have whole seconds, so a client that is never early may be late by more than one.
  return lateMs < 2000 ? 'yes' : `no, ${seconds} late`
}

/** How long a read takes to fail once it is aborted, a moment after its request has arrived: the fastest of three counts. */
export async function aborted(contestant: Contestant, reply: Reply): Promise<string> {
  if (!contestant.takes.signal) return NOT_THERE
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const cell = await on(contestant, [reply], async ({ read }, server) => {
      const abort = new AbortController()
      let ended = false
      const call = settled(read(abort.signal)).finally(() => {
        ended = true
      })
      while (server.requests.length === 0) await pause(5)
      await pause(100)
      if (ended) return NOT_THERE
      const started = performance.now()
      abort.abort()
      await call
      times.push(performance.now() - started)
      return ''
    })
    if (cell) return cell
  }
  const seconds = Math.min(...times) / 1000
  return seconds < 0.1 ? 'at once' : `after ${seconds.toFixed(1)} s`
}

/** The class of an error. */
export function thrown({ error }: Outcome): string {
  if (error === undefined) return 'succeeds'
  if (!(error instanceof Error)) return `throws ${typeof error}`
  return `\`${error.constructor.name}\``
}

/** Where in an error a value stands, such as `error.required_credits`. */
export function pathTo(from: unknown, isIt: (value: unknown) => boolean, depth = 4): string | undefined {
  if (typeof from !== 'object' || from === null || depth === 0) return undefined
  const entries = Object.getOwnPropertyNames(from).map(
    (name) => [name, (from as Record<string, unknown>)[name]] as const,
  )
  const found = entries.find(([, value]) => isIt(value))
  if (found) return found[0]
  for (const [name, value] of entries) {
    const path = pathTo(value, isIt, depth - 1)
    if (path) return `${name}.${path}`
  }
  if (!(from instanceof Headers)) return undefined
  return [...from].find(([, value]) => isIt(value))?.[0]
}
